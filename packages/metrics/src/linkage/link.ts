import { kdTree, type DistanceMetric, type RecordGroups } from '@sdc/stats'

/**
 * What counts as a hit where several records are equally near: the chance of one picked at random, the lowest
 * index, any of them, or only a single one.
 */
export type TieCount = 'fractional' | 'first' | 'inclusive' | 'strict'

/**
 * Distances closer than this are ties, in standard deviations (relative above 1). Two records on either side of a
 * masked value are equally far from it; rounding in the standardisation must not decide between them. It moves
 * distances by some 1e-11 where a mean is 1e5 standard deviations from zero.
 */
const TIE = 1e-9

/** The rows of a file that are right for record r of another: rows[starts[r]] … rows[starts[r + 1] − 1]. */
export interface RightRows {
  readonly starts: Int32Array
  readonly rows: Int32Array
}

/** What was found for every record: how many are nearest, how many of these are right, and whether the first of them is. */
export interface NearestLinks {
  readonly tied: Int32Array
  readonly right: Int32Array
  readonly first: Uint8Array
}

/**
 * Distance-based record linkage by some key columns: for every row of `from` the rows of `to` at the least distance.
 *
 * `from`, `to`: the keys, one array each, without missing values; `group`: rows of `to` with equal keys, see
 * `refineGroups` of @sdc/stats. They are one point of the search tree, so that heavily tied keys cost no more than
 * others. Cost: O(n log n) while the keys are few against log n. `tick` gets the share of the records done.
 * Source: Domingo-Ferrer & Torra 2001; Sebé et al. 2002, section 2.
 */
export function nearestLinks(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  group: RecordGroups,
  truth: RightRows,
  tick: (fraction: number) => void,
  metric: DistanceMetric = 'euclidean',
): NearestLinks {
  const { ids, sizes, firsts } = group
  const tree = kdTree(
    to.map((key) => Float64Array.from(firsts, (row) => key[row])),
    metric,
  )
  const n = truth.starts.length - 1
  const links = { tied: new Int32Array(n), right: new Int32Array(n), first: new Uint8Array(n) }
  const point = new Float64Array(from.length)
  const nearest = new Uint32Array(2)
  const distances = new Float64Array(2)
  for (let r = 0; r < n; r++) {
    if ((r & 1023) === 0) tick(r / n)
    for (let j = 0; j < from.length; j++) point[j] = from[j][r]
    const found = tree.nearestKInto(point, 2, nearest, distances)
    const limit = tieLimit(distances[0], metric)
    const alone = found === 1 || distances[1] > limit
    const tied = alone ? undefined : tree.within(point, limit)
    // Groups are numbered by their lowest row, so the first of the tied ones holds the lowest row of all.
    const first = firsts[tied ? tied[0] : nearest[0]]
    links.tied[r] = tied ? tied.reduce((sum, id) => sum + sizes[id], 0) : sizes[nearest[0]]
    for (let at = truth.starts[r]; at < truth.starts[r + 1]; at++) {
      const row = truth.rows[at]
      if (tied ? !tied.includes(ids[row]) : nearest[0] !== ids[row]) continue
      links.right[r]++
      if (row === first) links.first[r] = 1
    }
  }
  return links
}

/** What the link of every record is worth, in [0, 1]. */
export function creditsOf({ tied, right, first }: NearestLinks, ties: TieCount): Float64Array {
  return Float64Array.from(tied, (count, r) => creditOf(ties, count, right[r], first[r] === 1))
}

/** One right row for each record. */
export function oneRight(truth: Int32Array): RightRows {
  return { starts: Int32Array.from({ length: truth.length + 1 }, (_, r) => r), rows: truth }
}

/**
 * {@link nearestLinks} of masked records, `from`, to original ones, `to`, as credits: with T the nearest ones and t the
 * true one, `truth`, fractional 1[t ∈ T]/|T|, first 1[t = min T], inclusive 1[t ∈ T], strict 1[T = {t}].
 */
export function linkCredit(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  group: RecordGroups,
  truth: Int32Array,
  ties: TieCount,
  tick: (fraction: number) => void,
): Float64Array {
  return creditsOf(nearestLinks(from, to, group, oneRight(truth), tick), ties)
}

/** The greatest distance that ties with the least one; both squared where the metric is `euclidean`. */
export function tieLimit(least: number, metric: DistanceMetric = 'euclidean'): number {
  const squared = metric === 'euclidean'
  const distance = squared ? Math.sqrt(least) : least
  const limit = distance + TIE * Math.max(1, distance)
  return squared ? limit * limit : limit
}

/** What a link to one of `tied` records is worth of which `right` are right; `first`: whether the first of them is. */
export function creditOf(ties: TieCount, tied: number, right: number, first: boolean): number {
  switch (ties) {
    case 'fractional':
      return right > 0 ? right / tied : 0
    case 'first':
      return first ? 1 : 0
    case 'inclusive':
      return right > 0 ? 1 : 0
    case 'strict':
      return tied === 1 ? right : 0
  }
}
