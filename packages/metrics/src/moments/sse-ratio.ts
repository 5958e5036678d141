/**
 * Within-group variation lost by microaggregation, and by any masking that keeps records linked.
 *
 * 100 · SSE/SST, SSE = Σ_ij (x_ij − y_ij)²/s_j², SST = Σ_ij (x_ij − x̄_j)²/s_j², over the linked cells; x̄_j and s_j
 * are of the whole original column.
 * Source: Domingo-Ferrer & Mateo-Sanz 2002 (IL = SSE/SST).
 */
import { defineMetric, numericValues, type Measurement, type Aggregate, type MeasureFacts, type Plan } from '@sdc/core'
import { sumOver } from '@sdc/stats'
import { meanOfTotals, timesPower } from '@sdc/stats/internal'
import { leftOut, notUsed, tooFewLinked, unmeasured } from '@sdc/toolkit'
import {
  addedNumbers,
  readColumns,
  readScaled,
  readVariances,
  together,
  type ScaledTotals,
} from '@sdc/toolkit/internal'
import * as z from 'zod'
import { lossInPercent } from '../card-facts.js'

export const sseRatioMetric = defineMetric({
  id: 'loss/sse-ratio',
  title: 'SSE/SST',
  summary: 'Squared change of the values as a percentage of their variation, the usual loss of microaggregation.',
  formula: '100 · Σ_ij ((x_ij − y_ij)/s_j)² / Σ_ij ((x_ij − x̄_j)/s_j)²',
  source: [{ key: 'domingo-ferrer-mateo-sanz-2002', where: 'the within-groups share of the total sum of squares' }],
  notes: [
    {
      topic: 'interpretation',
      text: 'Above 100, the masked values are further from the original ones than the column means are.',
    },
    {
      topic: 'missing',
      text:
        'The metric omits cells that are missing in either file, masked records without a known origin, and columns that ' +
        'are constant, or have no value, in the original. The table counts them.',
    },
  ],
  ...lossInPercent,
  range: [0, Number.POSITIVE_INFINITY],
  needsOrigin: true,
  cost: { time: 'O(np)' },
  params: z.object({}),
  plan: read,
})

function* read({ columns: names, rows }: MeasureFacts<unknown>): Plan<Measurement> {
  const tooFew = tooFewLinked(rows.pairs, rows.masked)
  if (tooFew !== undefined) return unmeasured(tooFew)
  const whole = readColumns('original', names)
  // The ratio has no unit: values are scaled so that their squares are doubles.
  const scaled = yield* readScaled('original', whole)
  const empty = scaled.totals.filter(({ count }) => count === 0).length
  const constant = scaled.totals.filter(({ count, varies }) => count > 0 && !varies).length
  const [variances, squares] = yield* together(readVariances('original', whole, scaled), readSquares(names, scaled))
  const varying = names.flatMap((_, j) => (scaled.totals[j].varies ? [j] : []))
  const over = (of: (j: number) => number): number => varying.reduce((sum, j) => sum + of(j), 0)
  const columns = new Map(
    names.map((name, j): [string, number | null] => {
      const { error, total } = squares.columns[j]
      return [name, scaled.totals[j].varies && total > 0 ? (100 * error) / total : null]
    }),
  )
  const sse = over((j) => squares.columns[j].error / variances[j])
  const sst = over((j) => squares.columns[j].total / variances[j])
  const used = over((j) => squares.columns[j].used)
  const tables = new Map([
    [
      'left-out',
      leftOut({
        [notUsed.withoutOrigin]: rows.masked - rows.pairs,
        [notUsed.missingCells]: varying.length * rows.pairs - used,
        [notUsed.constantColumns]: constant,
        'columns without a value in the original': empty,
      }),
    ],
  ])
  const { records } = squares
  if (records < 2 || !(sst > 0)) {
    const few = `${records} records have a value in both files; the metric needs 2`
    const reason =
      varying.length === 0
        ? 'no column has two different values in the original'
        : records < 2
          ? few
          : 'the linked original values do not vary'
    return { ...unmeasured(reason, used, tables), columns }
  }
  return { value: (100 * sse) / sst, used, columns, tables }
}

/** Sums squared errors of every column, and counts the records with a value in both files of a varying column. */
function* readSquares(
  names: readonly string[],
  { powers, totals }: ScaledTotals,
): Plan<{ readonly columns: readonly SquaredErrors[]; readonly records: number }> {
  const aggregate: Aggregate = {
    reads: 'pairs',
    of({ original, masked }) {
      const complete = new Uint8Array(masked.rows)
      const found = new Float64Array(3 * names.length + 1)
      for (const [j, name] of names.entries()) {
        if (!totals[j].varies) continue
        const x = timesPower(numericValues(original, name), powers[j])
        const y = timesPower(numericValues(masked, name), powers[j])
        const { error, total, used } = squaredErrors(x, y, meanOfTotals(totals[j]))
        found.set([error, total, used], 3 * j)
        for (let r = 0; r < x.length; r++) if (x[r] === x[r] && y[r] === y[r]) complete[r] = 1
      }
      for (const one of complete) found[3 * names.length] += one
      return found
    },
    merge: addedNumbers,
  }
  const [found] = yield [aggregate]
  const columns = names.map((_, j) => {
    const [error, total, used] = found.subarray(3 * j)
    return { error, total, used }
  })
  return { columns, records: found[3 * names.length] }
}

export interface SquaredErrors {
  /** Σ(x − y)². */
  readonly error: number
  /** Σ(x − centre)². */
  readonly total: number
  /** Number of pairs without a missing value. */
  readonly used: number
}

/**
 * Sums squares of the complete pairs. Cost: O(n).
 *
 * @param x - The original values of n records, NaN if missing.
 * @param y - The masked values of the same records.
 * @param centre - Centre of the variation of x: the mean of its column.
 * @returns The sums.
 */
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
