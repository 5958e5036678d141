/**
 * Post-randomisation (Kooiman, Willenborg & Gouweleeuw 1997): every category becomes another one at random, with known
 * probabilities.
 *
 * Variables are independent, record by record: Pr{y_i = l | x_i = k} = R_kl. With t the shares of the categories, the
 * invariant matrix has tᵀR = tᵀ. A variable is a column, or several crossed columns.
 */
import {
  blocksOf,
  blockStream,
  defineMethod,
  type Column,
  type Dataset,
  type MaskingMethod,
  type MaskInput,
  type Rng,
} from '@sdc/core'
import { drawCategories, drawTable } from './draw-categories.js'
import { bandWarnings, checkPram, variableMatrix, type VariableMatrix } from './pram-matrix.js'
import { pramStreamed } from './pram-in-blocks.js'
import { pramParams, type PramParams } from './pram-params.js'
import { maskedColumns, MOST_LEVELS, pramVariables } from './pram-variable.js'
import { transitionsTable } from './transitions-table.js'
import { sendRecords } from './send-records.js'
import { wholeFlows } from './whole-flows.js'

export const pramMethod: MaskingMethod<PramParams> = defineMethod({
  id: 'categorical/pram',
  title: 'Post-randomisation (PRAM)',
  summary: 'Changes categories at random with known probabilities; by default expected totals are kept.',
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
  streamed: pramStreamed,
  plan: () => ({
    form: 'file',
    mask(input) {
      const { params } = input
      const variables = pramVariables(input.data, input.columns, params)
      checkPram(variables, params)
      const columns = new Map<string, Column>()
      const report = new Map<string, Dataset | number>()
      const publish = new Map<string, Dataset | number>()
      const warnings = bandWarnings(variables, params.band)
      variables.forEach((found, j) => {
        input.tick(j / variables.length)
        const made = variableMatrix(found, params)
        const drawn = drawVariable(made, input)
        for (const [name, column] of drawn.columns) {
          const before = input.data.column(name)
          columns.set(name, column)
          report.set(`changed values of ${name}`, before.kind === 'numeric' ? 0 : changes(before.codes, column.codes))
        }
        for (const [name, value] of drawn.publish) {
          publish.set(`${name} of ${found.name}`, value)
          report.set(`${name} of ${found.name}`, value)
        }
        if (drawn.flows) report.set(`flows of ${found.name}`, drawn.flows)
        warnings.push(...missingWarnings(made))
      })
      return { files: [{ columns }], report, publish, warnings }
    },
  }),
})

interface DrawnVariable {
  readonly columns: ReturnType<typeof maskedColumns>
  readonly publish: ReadonlyMap<string, Dataset | number>
  /** How many records went from level to level, where that was settled first. */
  readonly flows: Dataset | undefined
}

function drawVariable(
  made: VariableMatrix,
  { params, rng }: Pick<MaskInput<PramParams>, 'params' | 'rng'>,
): DrawnVariable {
  const { variable, matrix, counts } = made
  const own = variable.names.length === 1 ? rng.child(variable.name) : rng.child('crossed').child(variable.name)
  const publish = new Map<string, Dataset | number>([['transition matrix', transitionsTable(variable, matrix)]])
  if (!params.exactFrequencies) {
    const drawn = drawByBlocks(variable.codes, matrix, own.child('change'))
    return { columns: maskedColumns(variable, drawn), publish, flows: undefined }
  }
  const flows = wholeFlows(counts, matrix, own.child('flows'))
  const drawn = sendRecords(variable.codes, flows, own.child('change'))
  publish.set('exact frequencies', 1)
  return { columns: maskedColumns(variable, drawn), publish, flows: transitionsTable(variable, flows) }
}

/** Draws every record by one number of the stream of its block. */
function drawByBlocks(codes: Int32Array, matrix: VariableMatrix['matrix'], rng: Rng): Int32Array {
  const table = drawTable(matrix)
  const drawn = new Int32Array(codes.length)
  const blocks = blocksOf(codes.length)
  const numbers = new Float64Array(blocks.length === 0 ? 0 : blocks[0].end)
  for (const { index, first, end } of blocks) {
    const own = numbers.subarray(0, end - first)
    blockStream(rng, index).fillUniform(own)
    drawCategories(codes.subarray(first, end), table, own, drawn.subarray(first, end))
  }
  return drawn
}

function changes(before: Int32Array, after: Int32Array): number {
  let count = 0
  for (let i = 0; i < after.length; i++) if (after[i] !== before[i]) count++
  return count
}

function missingWarnings({ variable: { codes, names, what }, counts }: VariableMatrix): string[] {
  const missing = codes.length - counts.reduce((sum, count) => sum + count, 0)
  if (missing === 0) return []
  if (names.length === 1) return [`${what}: ${missing} missing values stay missing`]
  return [`${what}: ${missing} records with a missing value among them stay unchanged`]
}
