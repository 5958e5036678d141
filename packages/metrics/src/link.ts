import { kdTree, type RecordGroups } from '@sdc/stats'

/**
 * What counts as a hit where several original records are equally near: the chance of one picked at random, the lowest
 * index, any of them, or only a single one.
 */
export type TieCount = 'fractional' | 'first' | 'inclusive' | 'strict'

/**
 * Distances closer than this are ties, in standard deviations (relative above 1). Two records on either side of a
 * masked value are equally far from it; rounding in the standardisation must not decide between them. It moves
 * distances by some 1e-11 where a mean is 1e5 standard deviations from zero.
 */
const TIE = 1e-9

/**
 * Distance-based record linkage by some key columns: for each masked record the credit, in [0, 1], of linking it to the
 * nearest original record.
 *
 * With T the set of original records at the least Euclidean distance and t the true one:
 * fractional 1[t ∈ T]/|T|, first 1[t = min T], inclusive 1[t ∈ T], strict 1[T = {t}].
 * `from`: keys of the masked records, `to`: of the original ones, both standardised and without missing values, one
 * array a key; `group`: records of `to` with equal keys, see `refineGroups` of @sdc/stats; `truth`: row of `to` for every row
 * of `from`. Original records with equal keys are one point of the search tree, so that heavily tied keys cost no more
 * than others. Cost: O(n log n) while the keys are few against log n. `tick` gets the share of the records done.
 * Source: Domingo-Ferrer & Torra 2001; Sebé et al. 2002, section 2.
 */
export function linkCredit(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  group: RecordGroups,
  truth: Int32Array,
  ties: TieCount,
  tick: (fraction: number) => void,
): Float64Array {
  const { ids, sizes, firsts } = group
  const tree = kdTree(to.map((key) => Float64Array.from(firsts, (row) => key[row])))
  const credit = new Float64Array(truth.length)
  const point = new Float64Array(from.length)
  const nearest = new Uint32Array(2)
  const distance2 = new Float64Array(2)
  for (let r = 0; r < truth.length; r++) {
    if ((r & 1023) === 0) tick(r / truth.length)
    for (let j = 0; j < from.length; j++) point[j] = from[j][r]
    const found = tree.nearestKInto(point, 2, nearest, distance2)
    const limit = tieLimit(distance2[0])
    const alone = found === 1 || distance2[1] > limit
    const tied = alone ? undefined : tree.within(point, limit)
    const own = ids[truth[r]]
    if (tied ? !tied.includes(own) : nearest[0] !== own) continue
    // Groups are numbered by their lowest row, so the first of the tied ones holds the lowest row of all.
    const first = tied ? tied[0] : nearest[0]
    const count = tied ? tied.reduce((sum, id) => sum + sizes[id], 0) : sizes[own]
    credit[r] = creditOf(ties, count, 1, firsts[first] === truth[r])
  }
  return credit
}

/** The greatest squared distance that ties with the least one. */
export function tieLimit(distance2: number): number {
  const distance = Math.sqrt(distance2)
  return (distance + TIE * Math.max(1, distance)) ** 2
}

/** What a link to one of `tied` records is worth of which `right` are right; `first`: whether the first of them is. */
export function creditOf(ties: TieCount, tied: number, right: number, first: boolean): number {
  switch (ties) {
    case 'fractional':
      return right / tied
    case 'first':
      return first ? 1 : 0
    case 'inclusive':
      return right > 0 ? 1 : 0
    case 'strict':
      return tied === 1 ? right : 0
  }
}
