/**
 * Distances of six matrices of the original and the masked file, by three means each.
 *
 * The matrices are the values X (np cells), the covariances V (p(p + 1)/2), and the correlations R (p(p − 1)/2). RF are
 * the correlations of columns with principal components (p², column j with weight w_j). C is the share of each column
 * that the first component explains (p). F are the coefficients of the components (p², weights w_j). Each is compared
 * by mean square error, mean absolute error and mean variation |a − b|/|a|. Source: Domingo-Ferrer & Torra 2001; Torra
 * 2013, table of matrix divergences.
 */
import {
  defineMetric,
  numericValues,
  SdcError,
  type Dataset,
  type Measurement,
  type Aggregate,
  type MeasureFacts,
  type Plan,
} from '@sdc/core'
import { matrixOf } from '@sdc/stats/internal'
import { leftOut, notUsed, table, tooFewLinked, unmeasured } from '@sdc/toolkit'
import {
  addedNumbers,
  finiteAggregate,
  readColumns,
  readJoint,
  readSpreads,
  together,
  type JointAggregates,
  type ReadColumn,
} from '@sdc/toolkit/internal'
import * as z from 'zod'
import { divergenceOfSums, divergenceSums, SUM_FIELDS, type Divergence, type DivergenceSums } from './divergence.js'
import { covarianceDivergence, structureDivergences } from './six-matrices.js'
import { lossInPercent } from '../card-facts.js'

const id = 'loss/matrix-divergences'

const params = z.object({
  scale: z
    .enum(['sd', 'none'])
    .default('sd')
    .meta({
      description:
        'Unit of the errors of X and V in the table: standard deviations of the original columns, or the units of the ' +
        'columns, as printed, where the column with the largest numbers dominates. The value uses standard deviations.',
    }),
  weights: z
    .enum(['eigen', 'proportion', 'unit'])
    .default('eigen')
    .meta({
      description:
        'Weight of a component in RF and F: its eigenvalue, with the sum p; its share of the variance, which makes RF ' +
        'and F p times smaller; or 1.',
    }),
  coefficients: z.enum(['scores', 'loadings']).default('scores').meta({
    description: 'Content of F: factors of the columns for component scores, e/√λ, or loadings e·√λ, which equal RF.',
  }),
  components: z.number().int().min(1).default(1).meta({
    description: 'Number of first components in the communality C.',
    unit: 'components',
  }),
})

type MatrixParams = z.infer<typeof params>

export const matrixDivergencesMetric = defineMetric({
  id,
  title: 'Divergence of six matrices',
  summary:
    'Mean absolute errors of values, covariances, correlations, principal components, communalities and component ' +
    'coefficients; the value is the mean of the six.',
  formula: "(1/6) · Σ over M of mean |M − M'|,  M = X/s, V/ss', R, RF, C, F",
  source: [
    { key: 'domingo-ferrer-torra-2001', where: 'the measures of information loss of continuous data' },
    { key: 'torra-2013', where: 'the table of matrix divergences' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The table has 18 numbers: three means for each matrix. The value has no unit: values are in standard deviations ' +
        'of their column, covariances in products of two, and the other four have no unit. A masking that preserves ' +
        'means and covariances exactly has 0 in five rows, and the value is a sixth of the mean move of the values: read ' +
        'the rows.',
    },
    {
      topic: 'limits',
      text:
        'Mean variation is heavy-tailed, since it divides by entries near zero, and in X it depends on the position of ' +
        'zero. So it is in the table but in no value. One huge original value makes the standard deviation of its column ' +
        'large, and its changes small.',
    },
    {
      topic: 'choices',
      text:
        'Components are matched by the order of their eigenvalues, after each is turned to the side of its original. A ' +
        'warning says where they point elsewhere. RF and F of both files omit, and count, components of the original ' +
        'with an eigenvalue below 1e-8 p (columns that determine each other). Components that only masking made so have ' +
        'no coefficients, and F omits them. The normalisers count the remaining cells.',
    },
    {
      topic: 'missing',
      text:
        'X is over the linked cells present in both files. Covariances and correlations are of the whole files, each ' +
        'over its own complete records. The metric omits and counts columns that are constant, or have no value, in the ' +
        'original; those constant in the masked file are in X and V only. A mean variation omits original entries of ' +
        'zero. With one column there are X and V only.',
    },
  ],
  ...lossInPercent,
  unit: 'mean absolute error',
  range: [0, Number.POSITIVE_INFINITY],
  needsOrigin: true,
  cost: { time: 'O(np² + p³)' },
  params,
  plan: read,
})

function* read({ columns: names, params: chosen, rows }: MeasureFacts<MatrixParams>): Plan<Measurement> {
  const tooFew = tooFewLinked(rows.pairs, rows.masked)
  const p = names.length
  if (p > 1 && chosen.components >= p) {
    const message = `components: ${chosen.components} of ${p} columns explain all of them, and C would be 1 for each`
    throw new SdcError('BAD_PARAMETER', message, { metric: id, parameter: 'components' }, `Use at most ${p - 1}.`)
  }
  const spreads = yield* readSpreads('original', readColumns('original', names), [
    finiteAggregate('original', names),
    finiteAggregate('masked', names),
  ])
  const all = names.map((name, j) => ({ name, ...spreads[j] }))
  const columns = all.filter(({ sd }) => sd > 0)
  if (columns.length === 0) return unmeasured('no column has two different values in the original')
  const sds = columns.map(({ sd }) => sd)
  const inUnits = (file: 'original' | 'masked'): ReadColumn[] =>
    columns.map(
      ({ name, base, sd }) =>
        (block) =>
          numericValues(block[file], name).map((value) => (value - base) / sd),
    )
  const [x, y] = [inUnits('original'), inUnits('masked')]
  const plain = columns.map(() => 0)
  const linked = columns.map(({ name }) => name)
  const [cells, [before, own]] = yield* together(
    readCells(linked, chosen.scale === 'sd' ? [sds] : [sds, sds.map(() => 1)]),
    together(readJoint('original', x, plain), readJoint('masked', y)),
  )
  // Squares of huge masked values exceed the range of doubles: the table lacks covariances for them, too.
  const after = own.powers.every((power) => power === 0) ? own : yield* readJoint('masked', y, plain)
  const [X, values = X] = cells
  const covariances = (units: readonly number[]): Divergence =>
    covarianceDivergence(columns.length, before, after, units)
  const varying = own.totals.flatMap(({ varies }, j) => (varies ? [j] : []))
  const among = ({ correlation }: JointAggregates): ReturnType<typeof matrixOf> =>
    matrixOf(varying.length, (i, j) => correlation(varying[i], varying[j]))
  const { rows: ofStructure, pair } = structureDivergences(among(before), among(own), chosen)
  const one = sds.map(() => 1)
  const free = new Map([['X', X], ['V', covariances(one)], ...ofStructure])
  const shown = chosen.scale === 'sd' ? free : new Map([...free, ['X', values], ['V', covariances(sds)]])
  const constant = all.filter(({ sd }) => sd === 0).length
  const tables = new Map([
    ['divergences', divergenceTable(shown)],
    [
      'left-out',
      leftOut({
        [notUsed.withoutOrigin]: rows.masked - rows.pairs,
        [notUsed.missingCells]: columns.length * rows.pairs - X.used,
        'columns constant in the original': constant,
        [notUsed.emptyColumns]: all.length - columns.length - constant,
        'columns constant in the masked file': columns.length - varying.length,
        'components of no variance in the original': pair?.singular ?? 0,
        'components of no variance in the masked file only': pair?.lost ?? 0,
      }),
    ],
  ])
  if (tooFew !== undefined) return unmeasured(tooFew, X.used, tables)
  const asked = [...free].filter(([name]) => columns.length > 1 || name === 'X' || name === 'V')
  const without = asked.filter(([, { absolute }]) => !(absolute < Infinity)).map(([name]) => name)
  if (without.length > 0) return unmeasured(`${without.join(', ')} ${NOT_DEFINED}`, X.used, tables)
  const value = asked.reduce((sum, [, { absolute }]) => sum + absolute, 0) / asked.length
  return { value, used: X.used, tables, warnings: pair?.warnings ?? [] }
}

/** Reads the divergence of the linked cells, in the units of each list. */
function* readCells(names: readonly string[], units: readonly (readonly number[])[]): Plan<readonly Divergence[]> {
  const fields = SUM_FIELDS.length
  const aggregate: Aggregate = {
    reads: 'pairs',
    of: ({ original, masked }) =>
      Float64Array.from(
        units.flatMap((own) =>
          names.flatMap((name, j) => {
            const [a, b] = [numericValues(original, name), numericValues(masked, name)]
            const sums = divergenceSums({ a, b, unit: own[j] })
            return SUM_FIELDS.map((field) => sums[field])
          }),
        ),
      ),
    merge: addedNumbers,
  }
  const [found] = yield [aggregate]
  return units.map((_, u) => {
    const sumsOf = (j: number): DivergenceSums => {
      const at = (u * names.length + j) * fields
      const numbers = SUM_FIELDS.map((field, k) => [field, found[at + k]] as const)
      return Object.fromEntries(numbers) as Record<(typeof SUM_FIELDS)[number], number>
    }
    return divergenceOfSums(names.map((_name, j) => sumsOf(j)))
  })
}

const NOT_DEFINED =
  'cannot be compared: it needs, in both files, records with values of every two columns, at least two columns ' +
  'that vary among these, and fewer components than columns'

function divergenceTable(rows: ReadonlyMap<string, Divergence>): Dataset {
  const each = [...rows.values()]
  // In the units of the columns a square may exceed the range of doubles.
  const numbers = (of: (one: Divergence) => number): Float64Array =>
    Float64Array.from(each, (one) => (of(one) < Infinity ? of(one) : Number.NaN))
  return table({
    matrix: [...rows.keys()],
    'mean square error': numbers(({ square }) => square),
    'mean absolute error': numbers(({ absolute }) => absolute),
    'mean variation': numbers(({ variation }) => variation),
    cells: numbers(({ used }) => used),
    'zero in the original': numbers(({ zeros }) => zeros),
  })
}
