import { SdcError, streamsInOrder, type Rng } from '@sdc/core'
import { powerOfTwo } from '@sdc/stats/internal'

/**
 * Draws the partner (rank from 0) of every rank by p-buckets; the rank itself if no partner was left.
 *
 * The ranks are cut into p buckets of as equal size as possible. Ranks in ascending order: an unswapped rank i of
 * bucket r draws a bucket s ≥ r with Pr(s) ∝ 2^−(s−r+1) among those that still have a free rank (above i in its own).
 * Its partner is one of the free ranks of s, all equally likely. Rank i draws from the stream of its block of ranks.
 *
 * @param count - Number of ranks.
 * @param buckets - p, a whole number of at least 1.
 * @param rng - Source of the draws.
 * @returns An involution.
 * @throws BAD_PARAMETER unless p is a whole number of at least 1.
 *
 * Cost: O(count), at most 60 buckets examined per swap.
 * Source: Nin, Herranz & Torra 2008, p-buckets rank swapping. They do not say how to treat a bucket without a free
 * rank; that is a choice of this implementation.
 */
export function bucketPartners(count: number, buckets: number, rng: Rng): Int32Array {
  if (!(Number.isInteger(buckets) && buckets >= 1)) {
    const message = `${buckets} buckets is not a whole number of at least 1`
    throw new SdcError('BAD_PARAMETER', message, { parameter: 'buckets' })
  }
  const p = Math.min(buckets, Math.max(count, 1))
  const firstOf = Int32Array.from({ length: p + 1 }, (_, b) => Math.floor((b * count) / p))
  // Free ranks of bucket b are free[firstOf[b]] … free[firstOf[b] + left[b] − 1], in any order.
  const free = Int32Array.from({ length: count }, (_, i) => i)
  const placeOf = free.slice()
  const left = Int32Array.from({ length: p }, (_, b) => firstOf[b + 1] - firstOf[b])
  const take = (rank: number, bucket: number): void => {
    const last = free[firstOf[bucket] + --left[bucket]]
    const place = placeOf[rank]
    free[place] = last
    placeOf[last] = place
    placeOf[rank] = -1
  }
  const streams = streamsInOrder(rng)
  const partners = new Int32Array(count)
  let own = 0
  for (let i = 0; i < count; i++) {
    while (i >= firstOf[own + 1]) own++
    if (placeOf[i] < 0) continue
    take(i, own)
    partners[i] = i
    const stream = streams(i)
    const bucket = drawBucket(left, own, stream)
    if (bucket < 0) continue
    const partner = free[firstOf[bucket] + stream.int(left[bucket])]
    take(partner, bucket)
    partners[i] = partner
    partners[partner] = i
  }
  return partners
}

/**
 * Draws a bucket from `own` on with a free rank, each next one half as likely as the one before it; −1 if none has any.
 */
function drawBucket(left: Int32Array, own: number, rng: Rng): number {
  let first = own
  while (first < left.length && left[first] === 0) first++
  if (first === left.length) return -1
  // Beyond 60 buckets the probabilities are below the resolution of a uniform number.
  const end = Math.min(left.length, first + 60)
  let total = 0
  for (let s = first; s < end; s++) if (left[s] > 0) total += powerOfTwo(first - s)
  let rest = rng.uniform() * total
  let last = first
  for (let s = first; s < end; s++) {
    if (left[s] === 0) continue
    last = s
    rest -= powerOfTwo(first - s)
    if (rest < 0) return s
  }
  return last
}
