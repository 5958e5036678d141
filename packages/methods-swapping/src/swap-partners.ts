import { SdcError, streamsInOrder, type Rng } from '@sdc/core'

/**
 * Partner (rank from 0) of every one of `count` ranks; the rank itself if no partner was left.
 *
 * Ranks in ascending order. An unswapped rank i with an unswapped rank among the next r = min(window, count − 1 − i)
 * draws i + 1 + `int(r)` until it meets one, which makes every unswapped one equally likely. A counter has the number
 * of unswapped ranks: i + window enters untouched, and i and its partner leave. Throws BAD_PARAMETER unless the window
 * is a whole number of at least 1. Rank i draws from the stream of its block of ranks (65,536 in rank order, not in
 * file order: a walk through the ranks meets them so). Cost: O(n) expected whatever the window, because the window is
 * mostly free: 1/(2 ln 2) = 72 % of it in the middle of a long column, 1.4 draws a swap. With a window beyond the
 * column it is a share (n − i)/n, which is also the share of ranks i that draw at all: 2 draws a swap. Source: Moore
 * 1996.
 */
export function swapPartners(count: number, window: number, rng: Rng): Int32Array {
  if (!(Number.isInteger(window) && window >= 1)) {
    const message = `a swapping window of ${window} positions is not a whole number of at least 1`
    throw new SdcError('BAD_PARAMETER', message, { parameter: 'positions' })
  }
  const partners = new Int32Array(count).fill(-1)
  const stream = streamsInOrder(rng)
  let free = Math.min(window, count)
  for (let i = 0; i < count; i++) {
    if (i + window < count) free++
    if (partners[i] >= 0) continue
    free--
    partners[i] = i
    if (free === 0) continue
    const reach = Math.min(window, count - 1 - i)
    let partner: number
    const own = stream(i)
    do partner = i + 1 + own.int(reach)
    while (partners[partner] >= 0)
    free--
    partners[i] = partner
    partners[partner] = i
  }
  return partners
}
