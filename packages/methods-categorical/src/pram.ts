/**
 * Post-randomisation (Kooiman, Willenborg & Gouweleeuw 1997): every category becomes another one at random, with known
 * probabilities.
 *
 * Variables are independent, record by record: Pr{y_i = l | x_i = k} = R_kl. With t the shares of the categories, the
 * invariant matrix has tᵀR = tᵀ. A variable is a column, or several crossed columns.
 */
import {
  BLOCK,
  blockStream,
  defineMethod,
  fillByBlocks,
  type BlockMasking,
  type Column,
  type Dataset,
  type Facts,
  type MaskingMethod,
  type MaskInput,
  type MaskResult,
  type Plan,
  type Rng,
} from '@sdc/core'
import { addedNumbers, countOther } from '@sdc/toolkit/internal'
import { drawCategories, drawTable } from './draw-categories.js'
import { bandWarnings, checkPram, variableMatrix, type VariableMatrix } from './pram-matrix.js'
import { pramParams, type PramParams } from './pram-params.js'
import { levelCounts, maskedColumns, MOST_LEVELS, pramVariables, type PramVariable } from './pram-variable.js'
import { transitionsTable } from './transitions-table.js'
import { sendRecords } from './send-records.js'
import { wholeFlows } from './whole-flows.js'

export const pramMethod: MaskingMethod<PramParams> = defineMethod({
  id: 'categorical/pram',
  title: 'Post-randomisation (PRAM)',
  summary: 'Changes categories at random with known probabilities; by default expected totals are kept.',
  brief: [
    'It keeps the frequencies of the categories in expectation.',
    'Relations between columns weaken, and impossible combinations can occur.',
  ],
  formula:
    'Pr{y = l | x = k} = αR_kl + (1 − α)1[k = l];  R = P, or invariant R = PQ with Q_kl = P_lk t_l / Σ_m P_mk t_m;  ' +
    'P_kk = stay, or P given;  t̂ = (Pᵀ)⁻¹t′',
  source: [
    { key: 'kooiman-willenborg-gouweleeuw-1997', where: 'PRAM' },
    { key: 'gouweleeuw-kooiman-willenborg-de-wolf-1998', where: 'invariant PRAM' },
    { key: 'cox-1987', where: 'flows in whole records, with exactFrequencies' },
  ],
  notes: [
    {
      topic: 'limits',
      text:
        'Only expectations are kept: the counts of one file differ from the original ones by chance. Without ' +
        'invariant they are biased by a known matrix: t̂ = (Pᵀ)⁻¹t′ of the masked shares t′ is unbiased (sdc ' +
        'estimate). With exactFrequencies they are exactly the original ones, and each column is a permutation ' +
        'of itself.',
    },
    {
      topic: 'limits',
      text:
        'Each column is drawn independently. Relations between columns are weakened, and impossible combinations ' +
        'can appear (a widowed child). Crossed columns are drawn as one: no such combination appears, the matrix ' +
        'is larger, and rare combinations stay rare.',
    },
    {
      topic: 'limits',
      text:
        'Users need the transition matrices for their estimates. A release writes them with publishParams, by column, ' +
        'crossed columns and group. The report also has them.',
    },
    {
      topic: 'limits',
      text:
        'With groups (by) the shares t, and so the matrix, are those of the group. No record becomes a category ' +
        'that does not occur in its group, unless a given matrix says so.',
    },
    {
      topic: 'parameters',
      text:
        'A given matrix is used unchanged. With invariant=true it is P, and R = PQ is used and published. The ' +
        'matrix may have levels that the file does not have. In a matrix of crossed columns a level is "north | ' +
        'f", a missing value "(missing)".',
    },
    {
      topic: 'parameters',
      text:
        'With band the two stages of an invariant matrix could go twice as far. Flows beyond the band stay in ' +
        'their category, which keeps the matrix invariant.',
    },
    {
      topic: 'attacks',
      text:
        'Several releases undo the method. With four equally frequent categories, stay 0.8 and invariant, one ' +
        'release has 65 % right, the most frequent category of eight releases 94 %. An intruder who has the ' +
        'matrix weighs them by it and does better.',
    },
    {
      topic: 'attacks',
      text:
        'With exactFrequencies records are not drawn independently. An intruder who knows the original and ' +
        'masked values of many of them knows more about the rest than the matrix says, and also knows the ' +
        'original totals.',
    },
    {
      topic: 'missing',
      text:
        'Missing values stay missing; with crossed columns a record with a missing value stays unchanged. With ' +
        'missingAsLevel a missing value is a level: some become a category, some categories become missing.',
    },
    { topic: 'limits', text: `Columns, and crossings, of more than ${MOST_LEVELS} categories are refused.` },
  ],
  enables: [
    'An intruder who knows the matrix can compute by Bayes’ rule the probability of each original category ' +
      'of a masked one. A rare category that seldom changes, and that few become, is nearly certain. The ' +
      'matrix is meant to be published, so choose stay accordingly.',
    'The original shares are the stationary distribution of an invariant matrix: a user of the matrix has ' +
      'the marginals of the original file, also within groups.',
  ],
  traits: {
    accepts: ['ordered', 'nominal'],
    stochastic: true,
    draws: 'choices',
    missing: 'own',
    scope: 'file',
    claims: {
      expectedMarginals: { when: { invariant: true } },
      marginals: { when: { exactFrequencies: true } },
    },
  },
  params: pramParams,
  examples: [{ invariant: false }, { stay: 0.5, alpha: 0.4 }, { exactFrequencies: true }, { band: 1 }],
  needsFile({ params }) {
    if (params.exactFrequencies)
      return {
        why: 'with exactFrequencies the records that change are drawn among all records',
        instead: 'without exactFrequencies frequencies are kept in expectation',
      }
    if (!isTogether(params)) return undefined
    return {
      why: 'the levels of crossed columns, and those that a given matrix adds, are known only after all records are read',
      instead: 'without crossed and matrix every column is masked independently',
    }
  },
  plan: (facts) => (isTogether(facts.params) ? { form: 'file', mask: maskTogether } : byBlocks(facts)),
})

/** True if the matrix or the draws need all records. */
function isTogether({ exactFrequencies, matrix, crossed = [] }: PramParams): boolean {
  return exactFrequencies === true || matrix !== undefined || crossed.length > 0
}

/** Masks each column independently by the matrix from the counts of its levels. */
function* byBlocks({ columns, params, masked, rows, rng }: Facts<PramParams>): Plan<BlockMasking> {
  const variables = pramVariables(masked, columns, params)
  checkPram(variables, params)
  const [counts] = yield [
    {
      reads: 'masked',
      of: (block) => joined(pramVariables(block.masked, columns, params).map(levelCounts)),
      merge: addedNumbers,
    },
  ]
  let first = 0
  const made = variables.map((variable) => {
    const own = counts.slice(first, (first += variable.levels.length))
    return variableMatrix(variable, params, own)
  })
  const tables = made.map(({ matrix }) => drawTable(matrix))
  const drawn = made.map(drawnVariable)
  const numbers = new Float64Array(BLOCK)
  return {
    form: 'block',
    warnings: [...bandWarnings(variables, params.band), ...made.flatMap((one) => missingWarnings(one, rows.masked))],
    publish: publishedBy(drawn),
    mask: ({ masked: data, index }) => ({
      columns: new Map(
        pramVariables(data, columns, params).flatMap((variable, j) => {
          const own = numbers.subarray(0, data.rows)
          blockStream(streamOf(variable, rng).child('change'), index).fillUniform(own)
          return maskedColumns(variable, drawCategories(variable.codes, tables[j], own))
        }),
      ),
    }),
    judge: (changed) => ({ report: reportOn(drawn, (name) => changed.get(name) ?? 0) }),
  }
}

function maskTogether(input: MaskInput<PramParams>): MaskResult {
  const { data, params, rng } = input
  const variables = pramVariables(data, input.columns, params)
  checkPram(variables, params)
  const columns = new Map<string, Column>()
  const warnings = bandWarnings(variables, params.band)
  const drawn = variables.map((found, j) => {
    input.tick(j / variables.length)
    const made = variableMatrix(found, params)
    const { codes, ...more } = drawTogether(made, params, streamOf(made.variable, rng))
    for (const [name, column] of maskedColumns(made.variable, codes)) columns.set(name, column)
    warnings.push(...missingWarnings(made, data.rows))
    return drawnVariable({ ...made, ...more })
  })
  const changed = (name: string): number => {
    const [before, after] = [data.column(name), columns.get(name)]
    return after === undefined ? 0 : countOther(before, after)
  }
  return { files: [{ columns }], report: reportOn(drawn, changed), publish: publishedBy(drawn), warnings }
}

/** A variable whose records are drawn. */
interface DrawnVariable {
  readonly variable: PramVariable
  /** Data for users of the file, by name. */
  readonly publish: ReadonlyMap<string, Dataset | number>
  /** Number of records that go from level to level, if it is fixed before they are drawn. */
  readonly flows?: Dataset
}

function drawnVariable({
  variable,
  matrix,
  flows,
}: Pick<VariableMatrix, 'variable' | 'matrix'> & { readonly flows?: readonly Float64Array[] }): DrawnVariable {
  const publish = new Map<string, Dataset | number>([['transition matrix', transitionsTable(variable, matrix)]])
  if (flows === undefined) return { variable, publish }
  publish.set('exact frequencies', 1)
  return { variable, publish, flows: transitionsTable(variable, flows) }
}

function publishedBy(drawn: readonly DrawnVariable[]): Map<string, Dataset | number> {
  return new Map(
    drawn.flatMap(({ variable, publish }) =>
      [...publish].map(([name, value]): [string, Dataset | number] => [`${name} of ${variable.name}`, value]),
    ),
  )
}

function reportOn(
  drawn: readonly DrawnVariable[],
  changed: (column: string) => number,
): ReadonlyMap<string, Dataset | number> {
  return new Map(
    drawn.flatMap((one): [string, Dataset | number][] => [
      ...one.variable.names.map((name): [string, number] => [`changed values of ${name}`, changed(name)]),
      ...publishedBy([one]),
      ...(one.flows ? [[`flows of ${one.variable.name}`, one.flows] as [string, Dataset]] : []),
    ]),
  )
}

function streamOf({ name, names }: PramVariable, rng: Rng): Rng {
  return names.length === 1 ? rng.child(name) : rng.child('crossed').child(name)
}

function drawTogether(
  { variable: { codes }, matrix, counts }: VariableMatrix,
  { exactFrequencies }: PramParams,
  stream: Rng,
): { readonly codes: Int32Array; readonly flows?: readonly Float64Array[] } {
  const change = stream.child('change')
  if (exactFrequencies) {
    const flows = wholeFlows(counts, matrix, stream.child('flows'))
    return { codes: sendRecords(codes, flows, change), flows }
  }
  const numbers = fillByBlocks(change, new Float64Array(codes.length), (own, part) => own.fillUniform(part))
  return { codes: drawCategories(codes, drawTable(matrix), numbers) }
}

function missingWarnings({ variable: { names, what }, counts }: VariableMatrix, records: number): string[] {
  const missing = records - counts.reduce((sum, count) => sum + count, 0)
  if (missing === 0) return []
  if (names.length === 1) return [`${what}: ${missing} missing values stay missing`]
  return [`${what}: ${missing} records with a missing value among them stay unchanged`]
}

function joined(parts: readonly Float64Array[]): Float64Array {
  return Float64Array.from(parts.flatMap((part) => [...part]))
}
