import { SdcError } from '@sdc/core'
import { equalRecords, linearSumAssignment, type DistanceMetric } from '@sdc/stats'
import { rankDistance, type RankLinks } from './rank-search.js'

/**
 * Maximum number of records of an assignment: a matrix of 5,000² distances takes 200 MB, and its assignment some
 * seconds.
 */
const MOST = 5000

/**
 * Links every original record to a different masked one, at the least total rank distance.
 *
 * For n > m, m original records get a masked one and the others none. The choice among several best assignments depends
 * on the records only and not on their order: they are assigned in the order of their ranks, and records of equal ranks
 * share their links. Let g records equal i, h records equal j, and f of the g be linked to one of the h: the link of i
 * to j then has probability f/(gh). The credit does not depend on the order. Index, ties and distance depend on it only
 * as far as records of equal rank exchange theirs. Cost: that of `linearSumAssignment`, and O(nmd).
 *
 * @param from - n × d ranks.
 * @param to - m × d ranks.
 * @param truth - As in `nearestRanks`.
 * @returns The links.
 * @throws BAD_PARAMETER for more than 5,000 records
 */
export function assignRanks(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  truth: Int32Array,
  kind: DistanceMetric,
  tick?: (fraction: number) => void,
): RankLinks {
  const [n, m] = [from[0].length, to[0].length]
  refuseMany(Math.max(n, m))
  const [rows, columns] = [inRankOrder(from), inRankOrder(to)]
  const turned = n > m
  const [fewer, more] = turned ? [columns, rows] : [rows, columns]
  const costs = new Float64Array(n * m)
  for (let a = 0; a < fewer.length; a++) {
    for (let b = 0; b < more.length; b++) {
      const [i, j] = turned ? [more[b], fewer[a]] : [fewer[a], more[b]]
      costs[a * more.length + b] = rankDistance(from, i, to, j, kind)
    }
  }
  const { columnOf, rowOf } = linearSumAssignment(costs, fewer.length, more.length, tick)
  const partners = turned ? rowOf : columnOf
  const index = new Int32Array(n).fill(-1)
  partners.forEach((at, place) => {
    if (at >= 0) index[rows[place]] = columns[at]
  })
  return sharedLinks(from, to, truth, kind, index)
}

function refuseMany(records: number): void {
  if (records <= MOST) return
  const message = `an assignment compares all pairs of records, and ${records} records have too many: the limit is ${MOST}`
  throw new SdcError('BAD_PARAMETER', message, { parameter: 'linkage' }, 'Measure a sample, or use linkage: nearest.')
}

/** Returns the records in the order of their ranks, column by column. */
function inRankOrder(ranks: readonly Float64Array[]): Int32Array {
  return Int32Array.from({ length: ranks[0].length }, (_, i) => i).sort((a, b) => {
    for (const column of ranks) if (column[a] !== column[b]) return column[a] - column[b]
    return a - b
  })
}

/** Makes the links of every record, shared with the records equal to it. */
function sharedLinks(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  truth: Int32Array,
  kind: DistanceMetric,
  index: Int32Array,
): RankLinks {
  const [ofFrom, ofTo] = [equalRecords(from), equalRecords(to)]
  const pairOf = (i: number, j: number): number => ofFrom.ids[i] * ofTo.sizes.length + ofTo.ids[j]
  const links = new Map<number, number>()
  index.forEach((j, i) => {
    if (j >= 0) links.set(pairOf(i, j), (links.get(pairOf(i, j)) ?? 0) + 1)
  })
  const credit = new Float64Array(index.length)
  truth.forEach((i, j) => {
    if (i < 0) return
    credit[i] += (links.get(pairOf(i, j)) ?? 0) / (ofFrom.sizes[ofFrom.ids[i]] * ofTo.sizes[ofTo.ids[j]])
  })
  return {
    index,
    ties: index.map((j) => (j < 0 ? 0 : ofTo.sizes[ofTo.ids[j]])),
    distance: Float64Array.from(index, (j, i) => (j < 0 ? Number.NaN : rankDistance(from, i, to, j, kind))),
    credit,
  }
}
