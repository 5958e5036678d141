/**
 * Information loss of the score of Domingo-Ferrer and Torra.
 *
 * IL = 100 · mean(IL1, …, IL5): the mean variation |a' − a|/|a| of the values (IL1), the means (IL2), the covariance
 * matrix's upper triangle with its diagonal (IL3) and the variances (IL4), and the mean absolute error of the
 * correlations off the diagonal (IL5). With one column that varies there is no IL5, and IL is the mean of four.
 * Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, section 2.
 */
import { defineMetric, numericValues, type Measurement, type MeasureInput } from '@sdc/core'
import { correlationMatrix, covarianceMatrix, mean, sumOver, timesPower } from '@sdc/stats'
import * as z from 'zod'
import { correspondence, type Correspondence, notUsed, pairedColumn, relativeChange, truthParam } from '@sdc/toolkit'
import { leftOut, table, tooFewPairs, unmeasured, withoutOrigin } from '@sdc/toolkit'
import { measuringSession } from '../sessions/measuring-session.js'
import { ilSession } from './il-session.js'
import { originalMoments, type OriginalMoments } from './original-moments.js'

const params = z.object({ truth: truthParam })

export const ilScoreMetric = defineMetric({
  id: 'loss/il-score',
  title: 'Information loss of the score (IL)',
  summary: 'The mean relative change of values, means, covariances and variances, and absolute change of correlations.',
  formula: 'IL = 100 · (IL1 + IL2 + IL3 + IL4 + IL5)/5,  IL1 = mean |y_ij − x_c(i)j| / |x_c(i)j|, …',
  source: [{ key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'section 2, and eq. 6 (IL1)' }],
  notes: [
    {
      topic: 'limits',
      text:
        'Relative changes depend on where zero is: adding a constant to a column changes IL1 and IL2, multiplying it ' +
        'does not.',
    },
    { topic: 'limits', text: 'IL1 is heavy-tailed: a few values near zero can carry it.' },
    {
      topic: 'missing',
      text: 'A zero in the original cannot be divided by: that value, mean or covariance is left out and counted in the table.',
    },
    { topic: 'missing', text: 'A correlation with a column that is constant in either file is left out and counted.' },
    {
      topic: 'choices',
      text:
        'IL1 compares linked records, each cell that is there in both files; the moments are of the whole files, each ' +
        'entry of its own complete records.',
    },
  ],
  kind: 'loss',
  better: 'lower',
  unit: '%',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 0,
  cost: { time: 'O(np²); with truth: nearest that of a nearest record search in p columns' },
  params,
  prepare: ({ original, columns }) => originalMoments(columns.map((name) => numericValues(original, name))),
  measure: measureIl,
  session: (input) => (input.params.truth === 'nearest' ? measuringSession(input, measureIl) : ilSession(input)),
})

function measureIl(input: MeasureInput<z.infer<typeof params>>): Measurement {
  const { truth } = input.params
  const moments = input.prepared as OriginalMoments | undefined
  const pairs = correspondence(input, truth, 'loss/il-score')
  const why = tooFewPairs(pairs.masked.length, input.origin, truth === 'identity')
  if (why) return unmeasured(why)
  const values = valueVariation(input, pairs)
  input.tick(0.5)
  const x = input.columns.map((name) => numericValues(input.original, name))
  const y = input.columns.map((name) => numericValues(input.masked, name))
  const components = new Map([['IL1', values.total], ...momentVariations(x, y, moments)])
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
        [notUsed.withoutOrigin]: truth === 'identity' ? withoutOrigin(input.origin) : 0,
        [notUsed.missingCells]: values.missing,
        'cells that are zero in the original': values.total.skipped,
      }),
    ],
  ])
  const { used } = values.total
  if (values.comparable < 2) {
    const reason = `${values.comparable} records have a value to divide by in both files, and 2 are needed`
    return unmeasured(reason, used, tables)
  }
  const empty = names.filter((_, i) => parts[i].used === 0)
  if (empty.length > 0) {
    const reasons = empty.map((name) =>
      name === 'IL5'
        ? 'IL5: no two columns have a correlation in both files: that needs records with both values, among which each varies'
        : `${name}: every original value is zero, nothing can be divided by it`,
    )
    return unmeasured(reasons.join('; '), used, tables)
  }
  const value = percents.reduce((sum, percent) => sum + percent, 0) / percents.length
  return { value, used, records: values.records, tables }
}

/** A mean in the making, and what had to be left out of it. */
export interface Variation {
  readonly sum: number
  readonly used: number
  /** Pairs with a zero to divide by, or not defined. */
  readonly skipped: number
}

/** Σ|b − a|/|a| over what is there in both and not zero in `a`. Cost: O(n). */
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

/** Σ|b − a| over what is there in both. */
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

/** IL2 to IL4, and IL5 where two columns or more vary in the original. Cost: O(np²). */
export function momentVariations(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  { powers, means, covariances: v, correlations: r }: OriginalMoments = originalMoments(x),
): Map<string, Variation> {
  const inRange = y.map((column, j) => timesPower(column, powers[j]))
  const w = covarianceMatrix(inRange)
  const entries: [number, number][] = x.flatMap((_, i) => x.slice(i).map((_, k): [number, number] => [i, i + k]))
  const variations = new Map([
    ['IL2', relativeVariation(means, inRange.map(mean))],
    [
      'IL3',
      relativeVariation(
        entries.map(([i, j]) => v.get(i, j)),
        entries.map(([i, j]) => w.get(i, j)),
      ),
    ],
    ['IL4', relativeVariation(v.diagonal(), w.diagonal())],
  ])
  if (!r) return variations
  const s = correlationMatrix(y)
  const off = entries.filter(([i, j]) => i < j)
  return variations.set(
    'IL5',
    absoluteVariation(
      off.map(([i, j]) => r.get(i, j)),
      off.map(([i, j]) => s.get(i, j)),
    ),
  )
}

interface ValueVariation {
  readonly total: Variation
  readonly missing: number
  /** Records with a cell that could be compared. */
  readonly comparable: number
  /** Per masked record its mean variation in percent. */
  readonly records: Float64Array
}

function valueVariation(input: MeasureInput<unknown>, pairs: Correspondence): ValueVariation {
  const sums = new Float64Array(pairs.masked.length)
  const cells = new Int32Array(pairs.masked.length)
  let sum = 0
  let used = 0
  let skipped = 0
  let missing = 0
  for (const name of input.columns) {
    const { x, y } = pairedColumn(input, name, pairs)
    const column = relativeVariation(x, y)
    sum += column.sum
    used += column.used
    for (let r = 0; r < x.length; r++) {
      if (x[r] !== x[r] || y[r] !== y[r]) missing++
      else if (x[r] === 0) skipped++
      else {
        sums[r] += Math.abs(y[r] - x[r]) / Math.abs(x[r])
        cells[r]++
      }
    }
  }
  const records = new Float64Array(input.masked.rows).fill(Number.NaN)
  let comparable = 0
  pairs.masked.forEach((row, r) => {
    if (cells[r] === 0) return
    comparable++
    records[row] = (100 * sums[r]) / cells[r]
  })
  return { total: { sum, used, skipped }, missing, comparable, records }
}
