/**
 * The variance of what masking changed, as a share of that of the column: higher is safer.
 *
 * 100 · mean over the columns j of Var(X_j − Y_j)/Var(X_j), both with divisor n − 1 over the same linked records.
 * Source: Adam & Wortmann 1989; what it is worth: Domingo-Ferrer & Muralidhar 2016, section 4.2.
 */
import { defineMetric, type Measurement, type MeasureInput } from '@sdc/core'
import { completePairs, constantOf, mean, squarablePower, timesPower, variance } from '@sdc/stats'
import { knownPairs, leftOut, notUsed, pairedColumn, tooFewPairs, unmeasured, withoutOrigin } from '@sdc/toolkit'
import * as z from 'zod'

export const differenceVarianceMetric = defineMetric({
  id: 'risk/difference-variance',
  title: 'Variance of the difference',
  summary:
    'The variance of the difference between original and masked values as a percentage of the variance of the original; ' +
    'the mean of the columns.',
  formula: '100 · mean over columns of Var(X_j − Y_j) / Var(X_j)',
  source: [
    { key: 'adam-wortmann-1989', where: 'the variance of the difference as the level of security' },
    { key: 'muralidhar-sarathy-1999', where: 'security of additive noise' },
    { key: 'domingo-ferrer-muralidhar-2016', where: 'section 4.2, why it does not compare methods' },
  ],
  notes: [
    {
      topic: 'reading',
      text:
        'Additive noise has its own relative variance; values that have nothing to do with the original ones, but the same ' +
        'distribution, have 200 %; a column of means alone has 100 %.',
    },
    {
      topic: 'limits',
      text:
        'Files with the same value may differ much in what they disclose: noise that is correlated like the columns hides ' +
        'no more of a record in ten columns than in one, noise that is not averages out over them; both have the same ' +
        'variance in every column. Compare methods by risk/dld or risk/value-disclosure, not by this.',
    },
    {
      topic: 'limits',
      text:
        'A high value is no safety: −X has 400 % and tells everything, a column in other units as well, and a few records ' +
        'that are moved far raise it while the others are as they were.',
    },
    {
      topic: 'missing',
      text:
        'Each column uses its own complete pairs; records without a known origin are left out, and so are columns that are ' +
        'constant in the original or have fewer than two pairs. The table counts them.',
    },
  ],
  kind: 'risk',
  high: {
    share: 0.95,
    meaning: 'on the average of the columns the differences have only {value} of the variance of the original',
  },
  better: 'higher',
  unit: '%',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 0,
  cost: { time: 'O(np)' },
  params: z.object({}),
  measure,
})

function measure(input: MeasureInput<unknown>): Measurement {
  const pairs = knownPairs(input.origin)
  const why = tooFewPairs(pairs.masked.length, input.origin, true)
  if (why) return unmeasured(why)
  let used = 0
  let missing = 0
  const columns = new Map(
    input.columns.map((name, j): [string, number | null] => {
      input.tick(j / input.columns.length)
      const { x, y } = pairedColumn(input, name, pairs)
      const { a, b } = completePairs(x, y)
      missing += x.length - a.length
      const share = differenceVariance(a, b)
      if (share === null) return [name, null]
      used = Math.max(used, a.length)
      return [name, 100 * share]
    }),
  )
  const known = Float64Array.from([...columns.values()].filter((share) => share !== null))
  const tables = new Map([
    [
      'left-out',
      leftOut({
        [notUsed.withoutOrigin]: withoutOrigin(input.origin),
        [notUsed.missingCells]: missing,
        'columns without a value': columns.size - known.length,
      }),
    ],
  ])
  if (known.length === 0) {
    const reason = 'no column has two records with values in both files, finite ones, among which the original varies'
    return { ...unmeasured(reason, 0, tables), columns }
  }
  return { value: mean(known), used, columns, tables }
}

/**
 * Var(x − y)/Var(x) of complete pairs.
 *
 * @returns null where x does not vary, or the ratio is no finite number. Cost: O(n).
 */
export function differenceVariance(x: Float64Array, y: Float64Array): number | null {
  if (x.length < 2 || constantOf(x) !== undefined) return null
  // The ratio has no unit: values in one in which their squares are doubles.
  const power = squarablePower(x, y)
  const scaled = timesPower(x, power)
  const other = timesPower(y, power)
  const ratio = variance(scaled.map((value, i) => value - other[i])) / variance(scaled)
  return Number.isFinite(ratio) ? ratio : null
}
