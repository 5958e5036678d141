import { SdcError, streamsInOrder, type Rng } from '@sdc/core'
import { freeRanks } from './free-ranks.js'

/**
 * Draws the partner (rank from 0) of every rank by p-distribution; the rank itself if no partner was left.
 *
 * Ranks in ascending order: an unswapped rank i draws l = i + r, r = round(N(p/2, p/2)). It is swapped with the free
 * rank nearest to l among those above i, the lower of two equally near ones. So it is swapped with l itself if that is
 * free and above i, with the next free rank if r ≤ 0, and with the last if l is beyond the column. No window limits the
 * swaps. Rank i draws from the stream of its block of ranks.
 *
 * @param count - Number of ranks.
 * @param positions - p > 0; mean and standard deviation of r are p/2 each.
 * @param rng - Source of the draws.
 * @returns An involution.
 * @throws BAD_PARAMETER unless p is a positive number.
 *
 * Cost: nearly O(count), one normal number per swap. Source: Nin, Herranz & Torra 2008, p-distribution rank swapping.
 * Two choices of this implementation: the second parameter of the normal distribution is a standard deviation, and the
 * nearest free rank replaces one that is not free.
 */
export function distributionPartners(count: number, positions: number, rng: Rng): Int32Array {
  if (!(positions > 0 && Number.isFinite(positions))) {
    const message = `p-distribution with p = ${positions} positions: p must be a positive number`
    throw new SdcError('BAD_PARAMETER', message, { parameter: 'positions' })
  }
  const stream = streamsInOrder(rng)
  const free = freeRanks(count)
  const partners = new Int32Array(count)
  for (let i = free.atOrAbove(0); i < count; i = free.atOrAbove(i)) {
    free.take(i)
    partners[i] = i
    const last = free.atOrBelow(count - 1)
    if (last < 0) break
    const wanted = i + Math.round((positions / 2) * (1 + stream(i).normal()))
    const above = free.atOrAbove(Math.max(wanted, i + 1))
    const below = free.atOrBelow(Math.min(wanted, count - 1))
    const partner = below > i && (above >= count || wanted - below <= above - wanted) ? below : above
    free.take(partner)
    partners[i] = partner
    partners[partner] = i
  }
  return partners
}
