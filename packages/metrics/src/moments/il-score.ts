/**
 * Information loss of the score of Domingo-Ferrer and Torra.
 *
 * IL = 100 · mean(IL1, …, IL5). IL1 to IL4 are mean variations |a' − a|/|a|: of the values (IL1), the means (IL2), the
 * covariance matrix's upper triangle with its diagonal (IL3), and the variances (IL4). IL5 is the mean absolute error
 * of the correlations off the diagonal. Dates have no zero point: their values and means are divided by the standard
 * deviation of the original instead. With a single varying column there is no IL5, and IL is the mean of four. Source:
 * Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, section 2.
 */
import {
  defineMetric,
  numericValues,
  type Measurement,
  type MeasureInput,
  type Aggregate,
  type MeasureFacts,
  type Plan,
} from '@sdc/core'
import { sumOver } from '@sdc/stats'
import { meanOfTotals } from '@sdc/stats/internal'
import { correspondence, leftOut, notUsed, table, tooFewLinked, truthParam, unmeasured } from '@sdc/toolkit'
import {
  addedNumbers,
  measurePairs,
  readColumns,
  readJoint,
  relativeChange,
  together,
  type ReadColumn,
} from '@sdc/toolkit/internal'
import * as z from 'zod'
import { measuringSession } from '../sessions/measuring-session.js'
import { ilSession } from './il-session.js'
import { readOriginalMoments } from './original-moments.js'
import { lossInPercent } from '../card-facts.js'

const params = z.object({ truth: truthParam })

/** Reason why truth: nearest needs both files in memory. */
export const NEAREST_NEEDS_ALL =
  'truth: nearest searches the nearest original of each masked record among all (truth: identity runs out of core)'

export const ilScoreMetric = defineMetric({
  id: 'loss/il-score',
  title: 'Information loss of the score (IL)',
  summary: 'Mean relative change of values, means, covariances and variances, and absolute change of correlations.',
  formula: 'IL = 100 · (IL1 + IL2 + IL3 + IL4 + IL5)/5,  IL1 = mean |y_ij − x_c(i)j| / |x_c(i)j|, …',
  source: [{ key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'section 2, and eq. 6 (IL1)' }],
  notes: [
    {
      topic: 'limits',
      text:
        'Relative changes depend on the position of zero: adding a constant to a column changes IL1 and IL2, multiplying ' +
        'it does not. Dates have no zero: IL1 and IL2 divide their changes by the standard deviation of the original.',
    },
    { topic: 'limits', text: 'IL1 is heavy-tailed: a few values near zero can dominate it.' },
    {
      topic: 'missing',
      text:
        'Zeros of the original cannot divide: the metric omits such values, means or covariances and counts them in the ' +
        'table.',
    },
    {
      topic: 'missing',
      text: 'The metric omits and counts correlations with a column that is constant in either file.',
    },
    {
      topic: 'choices',
      text:
        'IL1 compares linked records, each cell present in both files; the moments are of the whole files, each entry of ' +
        'its own complete records.',
    },
  ],
  ...lossInPercent,
  range: [0, Number.POSITIVE_INFINITY],
  needsOrigin: true,
  cost: { time: 'O(np²); with truth: nearest the cost of a nearest-record search in p columns' },
  params,
  needsFile: ({ params: { truth } }) => (truth === 'nearest' ? { why: NEAREST_NEEDS_ALL } : undefined),
  plan: (facts) => (facts.params.truth === 'nearest' ? { form: 'file', measure: measureNearest } : readIl(facts)),
  session: (input) => (input.params.truth === 'nearest' ? measuringSession(input, measureNearest) : ilSession(input)),
})

function measureNearest(input: MeasureInput<z.infer<typeof params>>): Measurement {
  return measurePairs(readIl, input, correspondence(input, 'nearest', 'loss/il-score'))
}

function* readIl({ columns, rows, roles, params: { truth } }: MeasureFacts<z.infer<typeof params>>): Plan<Measurement> {
  const tooFew = tooFewLinked(rows.pairs, rows.masked, truth === 'identity')
  if (tooFew !== undefined) return unmeasured(tooFew)
  const dated = columns.map((name) => roles.times?.has(name) === true)
  const sizes = dated.includes(true) ? yield* readSizes(columns, dated) : []
  const [values, moments] = yield* together(
    readValues(columns, sizes),
    readMomentVariations(readColumns('original', columns), readColumns('masked', columns), sizes),
  )
  const components = new Map([['IL1', values.total], ...moments])
  const names = [...components.keys()]
  const parts = [...components.values()]
  const percents = parts.map(({ sum, used }) => (100 * sum) / used)
  const tables = new Map([
    [
      'components',
      table({
        component: names,
        percent: Float64Array.from(percents),
        used: Float64Array.from(parts, ({ used }) => used),
        'left out': Float64Array.from(parts, ({ skipped }) => skipped),
      }),
    ],
    [
      'left-out',
      leftOut({
        [notUsed.withoutOrigin]: truth === 'identity' ? rows.masked - rows.pairs : 0,
        [notUsed.missingCells]: values.missing,
        'cells that are zero in the original': values.total.skipped,
      }),
    ],
  ])
  const { used } = values.total
  if (values.comparable < 2) {
    const reason = `${values.comparable} records have a value to divide by in both files; the metric needs 2`
    return unmeasured(reason, used, tables)
  }
  const empty = names.filter((_, i) => parts[i].used === 0)
  if (empty.length > 0) {
    const reasons = empty.map((name) =>
      name === 'IL5'
        ? 'IL5: no two columns have a correlation in both files: it needs records with both values, among which each varies'
        : `${name}: every original value is zero and cannot divide`,
    )
    return unmeasured(reasons.join('; '), used, tables)
  }
  const value = percents.reduce((sum, percent) => sum + percent, 0) / percents.length
  return { value, used, tables }
}

/** Sums of a mean and of its omissions. */
export interface Variation {
  readonly sum: number
  readonly used: number
  /** Number of pairs with a zero divisor, or not defined. */
  readonly skipped: number
}

/**
 * Returns Σ|b − a|/|a| over cells present in both and not zero in `a`. Cost: O(n).
 *
 * @param a - n original numbers, NaN if missing.
 * @param b - n masked ones.
 * @returns The sum, and the number of terms.
 */
export function relativeVariation(a: ArrayLike<number>, b: ArrayLike<number>): Variation {
  let used = 0
  const sum = sumOver(a.length, (i) => {
    const change = relativeChange(a[i], b[i])
    if (change !== change) return 0
    used++
    return change
  })
  return { sum, used, skipped: a.length - used }
}

/**
 * Returns Σ|b − a| over cells present in both.
 *
 * @param a - n original numbers, NaN if missing.
 * @param b - n masked ones.
 * @returns The sum, and the number of terms.
 */
export function absoluteVariation(a: ArrayLike<number>, b: ArrayLike<number>): Variation {
  let used = 0
  const sum = sumOver(a.length, (i) => {
    const change = Math.abs(b[i] - a[i])
    if (change !== change) return 0
    used++
    return change
  })
  return { sum, used, skipped: a.length - used }
}

/** Divisor of the changes of each column of dates: the standard deviation of the original; undefined for numbers. */
type Sizes = readonly (number | undefined)[]

function* readSizes(columns: readonly string[], dated: readonly boolean[]): Plan<Sizes> {
  const { sizes } = yield* readOriginalMoments(readColumns('original', columns), dated)
  return sizes
}

/** Returns numbers whose relative change is the change from a to b divided by `size`, if this is given. */
function inSize(a: Float64Array, b: Float64Array, size: number | undefined): [Float64Array, Float64Array] {
  if (size === undefined) return [a, b]
  return [a.map((value) => (value === value ? size : value)), b.map((value, i) => size + (value - a[i]))]
}

function* readMomentVariations(
  x: readonly ReadColumn[],
  y: readonly ReadColumn[],
  sizes: Sizes,
): Plan<Map<string, Variation>> {
  const [original, own] = yield* together(readOriginalMoments(x), readJoint('masked', y))
  const { powers, means, covariances: v, correlations: r } = original
  // In the unit of the original, which is that of the masked columns unless values are tiny or huge.
  const isSame = own.powers.every((power, j) => power === powers[j])
  const { totals, covariance } = isSame ? own : yield* readJoint('masked', y, powers)
  const entries: [number, number][] = x.flatMap((_, i) => x.slice(i).map((_, k): [number, number] => [i, i + k]))
  const diagonal = x.map((_, j): [number, number] => [j, j])
  const ofCovariances = (places: readonly [number, number][]): Variation =>
    relativeVariation(
      places.map(([i, j]) => v.get(i, j)),
      places.map(([i, j]) => covariance(i, j)),
    )
  const ownMeans = totals.map(meanOfTotals)
  const before = means.map((mean, j) => sizes[j] ?? mean)
  const after = ownMeans.map((mean, j) => (sizes[j] === undefined ? mean : sizes[j] + (mean - means[j])))
  const variations = new Map([
    ['IL2', relativeVariation(before, after)],
    ['IL3', ofCovariances(entries)],
    ['IL4', ofCovariances(diagonal)],
  ])
  if (!r) return variations
  const off = entries.filter(([i, j]) => i < j)
  return variations.set(
    'IL5',
    absoluteVariation(
      off.map(([i, j]) => r.get(i, j)),
      off.map(([i, j]) => own.correlation(i, j)),
    ),
  )
}

interface ValueVariation {
  readonly total: Variation
  readonly missing: number
  /** Records with a cell that could be compared. */
  readonly comparable: number
}

/** Number of fields for a column of a block: Σ|y − x|/|x|, cells used, zero in the original, and missing. */
const FIELDS = 4

/** Reads IL1 of the pairs, and the mean variation of each record in percent. */
function* readValues(columns: readonly string[], sizes: Sizes): Plan<ValueVariation> {
  const aggregate: Aggregate = {
    reads: 'pairs',
    saysRecords: true,
    of({ original, masked, records }) {
      const sums = new Float64Array(masked.rows)
      const cells = new Int32Array(masked.rows)
      const found = new Float64Array(FIELDS * columns.length + 1)
      for (const [j, name] of columns.entries()) {
        const [x, y] = inSize(numericValues(original, name), numericValues(masked, name), sizes[j])
        const { sum, used } = relativeVariation(x, y)
        let [zero, missing] = [0, 0]
        for (let r = 0; r < x.length; r++) {
          if (x[r] !== x[r] || y[r] !== y[r]) missing++
          else if (x[r] === 0) zero++
          else {
            sums[r] += Math.abs(y[r] - x[r]) / Math.abs(x[r])
            cells[r]++
          }
        }
        found.set([sum, used, zero, missing], FIELDS * j)
      }
      for (let r = 0; r < cells.length; r++) {
        if (cells[r] === 0) continue
        found[FIELDS * columns.length]++
        if (records) records[r] = (100 * sums[r]) / cells[r]
      }
      return found
    },
    merge: addedNumbers,
  }
  const [found] = yield [aggregate]
  const over = (field: number): number => columns.reduce((sum, _, j) => sum + found[FIELDS * j + field], 0)
  return {
    total: { sum: over(0), used: over(1), skipped: over(2) },
    missing: over(3),
    comparable: found[FIELDS * columns.length],
  }
}
