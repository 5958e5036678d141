import type { Rng } from '@sdc/core'
import { equalRecords, mean, type DistanceMetric } from '@sdc/stats'
import { inRange, rangeUnit, recordOrder } from '@sdc/stats/internal'
import type { RightRows } from '../search/link.js'
import { oneToOne, type AssignedSide } from '../search/one-to-one.js'

/** Result of a one-to-one linkage by distance for the records with a right one. */
export interface AssignedRecords {
  /** Probability of each link being right, the mean over the orders. */
  readonly credit: Float64Array
  /** Mean of that in every random order, in percent. */
  readonly percents: Float64Array
  /** Sum of the distances of all links, in the units of the linkage columns. */
  readonly total: number
}

/**
 * Links records by distance, one-to-one: the links with the smallest total distance.
 *
 * All complete records of both files are linked, as many as the smaller one has. Cost: that of `oneToOne`, and O(nmd).
 *
 * @param from - d columns of n records, without missing values.
 * @param to - The same of the m records to link to.
 * @param linked - Records of `from` with a right one, and the right rows of `to` for each.
 * @param metric - Combines the differences of the columns to a distance.
 * @param rng - Random stream for the orders.
 * @param tick - Receives the completed share.
 * @returns The results of the linked records.
 */
export function assignedRecords(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  { linked, right }: { readonly linked: Int32Array; readonly right: RightRows },
  metric: DistanceMetric,
  rng: Rng,
  tick: (fraction: number) => void,
): AssignedRecords {
  const [n, m] = [from[0].length, to[0].length]
  const turned = n > m
  const unit = rangeUnit(to)
  const scaled = (keys: readonly Float64Array[]): Float64Array[] =>
    keys.map((key) => key.map((value) => inRange(value, unit)))
  const [fewer, more] = turned ? [scaled(to), scaled(from)] : [scaled(from), scaled(to)]
  // Every pair of a record and one that is right for it.
  const owner = new Int32Array(right.rows.length)
  linked.forEach((at, l) => owner.fill(at, right.starts[l], right.starts[l + 1]))
  const pairs = turned ? { row: right.rows, column: owner } : { row: owner, column: right.rows }
  const costs = (record: number, own: Float64Array): void => distances(fewer, more, record, metric, own)
  const found = oneToOne(sideOf(fewer), sideOf(more), costs, pairs, rng, tick)
  const byOrder = found.credits.map((credit) =>
    Float64Array.from(linked, (_, l) =>
      credit.subarray(right.starts[l], right.starts[l + 1]).reduce((a, b) => a + b, 0),
    ),
  )
  return {
    credit: Float64Array.from(linked, (_, l) => mean(Float64Array.from(byOrder, (credit) => credit[l]))),
    percents: Float64Array.from(byOrder, (credit) => 100 * mean(credit)),
    total: found.total / unit,
  }
}

function sideOf(keys: readonly Float64Array[]): AssignedSide {
  return { order: recordOrder(keys), equal: equalRecords(keys) }
}

/** Returns the distances of one record to all of the other file. */
function distances(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  record: number,
  metric: DistanceMetric,
  own: Float64Array,
): void {
  own.fill(0)
  from.forEach((column, j) => {
    const value = column[record]
    const other = to[j]
    for (let b = 0; b < own.length; b++) {
      const gap = Math.abs(value - other[b])
      own[b] = metric === 'chebyshev' ? Math.max(own[b], gap) : own[b] + (metric === 'cityblock' ? gap : gap * gap)
    }
  })
  if (metric === 'euclidean') for (let b = 0; b < own.length; b++) own[b] = Math.sqrt(own[b])
}
