/**
 * Within-group variation lost by microaggregation, and by any masking that keeps records linked.
 *
 * 100 · SSE/SST, SSE = Σ_ij (x_ij − y_ij)²/s_j², SST = Σ_ij (x_ij − x̄_j)²/s_j², over the linked cells; x̄_j and s_j
 * are of the whole original column.
 * Source: Domingo-Ferrer & Mateo-Sanz 2002 (IL = SSE/SST).
 */
import { defineMetric, numericValues, type Measurement, type MeasureInput } from '@sdc/core'
import { constantOf, countValues, mean, squarablePower, sumOver, timesPower, variance } from '@sdc/stats'
import * as z from 'zod'
import { knownPairs, notUsed, pairedColumn } from '@sdc/toolkit'
import { leftOut, tooFewPairs, unmeasured, withoutOrigin } from '@sdc/toolkit'

export const sseRatioMetric = defineMetric({
  id: 'loss/sse-ratio',
  title: 'SSE/SST',
  summary: 'The squared change of the values as a percentage of their variation, the usual loss of microaggregation.',
  formula: '100 · Σ_ij ((x_ij − y_ij)/s_j)² / Σ_ij ((x_ij − x̄_j)/s_j)²',
  source: [{ key: 'domingo-ferrer-mateo-sanz-2002', where: 'the within-groups share of the total sum of squares' }],
  notes: [
    {
      topic: 'reading',
      text: 'Above 100 the masked values are further from the original ones than the column means are.',
    },
    {
      topic: 'missing',
      text:
        'A cell that is missing in either file is left out; so are masked records without a known origin and columns ' +
        'that are constant, or have no value, in the original. The table counts them.',
    },
  ],
  kind: 'loss',
  better: 'lower',
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
  const columns = new Map<string, number | null>()
  const complete = new Uint8Array(pairs.masked.length)
  let sse = 0
  let sst = 0
  let used = 0
  let constant = 0
  let empty = 0
  for (const [j, name] of input.columns.entries()) {
    input.tick(j / input.columns.length)
    const all = numericValues(input.original, name)
    if (countValues(all) === 0) {
      empty++
      columns.set(name, null)
      continue
    }
    // The ratio has no unit: values in one in which their squares are doubles.
    const power = squarablePower(all)
    const whole = timesPower(all, power)
    if (constantOf(whole) !== undefined) {
      constant++
      columns.set(name, null)
      continue
    }
    const { x, y } = pairedColumn(input, name, pairs)
    const squares = squaredErrors(timesPower(x, power), timesPower(y, power), mean(whole))
    columns.set(name, squares.total > 0 ? (100 * squares.error) / squares.total : null)
    const s2 = variance(whole)
    sse += squares.error / s2
    sst += squares.total / s2
    used += squares.used
    for (let r = 0; r < x.length; r++) if (x[r] === x[r] && y[r] === y[r]) complete[r] = 1
  }
  const records = complete.reduce((sum, one) => sum + one, 0)
  const varying = input.columns.length - constant - empty
  const tables = new Map([
    [
      'left-out',
      leftOut({
        [notUsed.withoutOrigin]: withoutOrigin(input.origin),
        [notUsed.missingCells]: varying * pairs.masked.length - used,
        [notUsed.constantColumns]: constant,
        'columns without a value in the original': empty,
      }),
    ],
  ])
  if (records < 2 || !(sst > 0)) {
    const few = `${records} records have a value in both files, and 2 are needed`
    const reason =
      varying === 0
        ? 'no column has two different values in the original'
        : records < 2
          ? few
          : 'the linked original values do not vary'
    return { ...unmeasured(reason, used, tables), columns }
  }
  return { value: (100 * sse) / sst, used, columns, tables }
}

export interface SquaredErrors {
  /** Σ(x − y)². */
  readonly error: number
  /** Σ(x − centre)². */
  readonly total: number
  /** Over this many pairs without a missing value. */
  readonly used: number
}

/** Sums of squares of the complete pairs. Cost: O(n). */
export function squaredErrors(x: Float64Array, y: Float64Array, centre: number): SquaredErrors {
  let used = 0
  const complete = (i: number): boolean => x[i] === x[i] && y[i] === y[i]
  const error = sumOver(x.length, (i) => {
    if (!complete(i)) return 0
    used++
    return (x[i] - y[i]) * (x[i] - y[i])
  })
  const total = sumOver(x.length, (i) => (complete(i) ? (x[i] - centre) * (x[i] - centre) : 0))
  return { error, total, used }
}
