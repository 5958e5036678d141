import { streamsInOrder, type Rng } from '@sdc/core'
import type { SwapWalk } from './swapped-ranks.js'

/**
 * Swaps within a window, on a walk through the ranks; memory contains at most the window.
 *
 * Ranks in ascending order. An unswapped rank i with an unswapped rank among the next r = min(window, count − 1 − i)
 * draws i + 1 + `int(r)` until it meets one, which makes every unswapped one equally likely. A counter has the number
 * of unswapped ranks: i + window enters untouched, and i and its partner leave. Rank i draws from the stream of its
 * block of ranks (65,536 in rank order, not in file order). Cost: O(n) expected for every window, because the window is
 * mostly free: 1/(2 ln 2) = 72 % of it in the middle of a long column, 1.4 draws per swap. With a window beyond the
 * column it is a share (n − i)/n, which is also the share of ranks i that draw at all: 2 draws per swap. Source: Moore
 * 1996.
 *
 * @param count - Number of ranks.
 * @param window - Largest distance in rank, at least 1.
 * @param rng - Source of the draws.
 * @returns The walk.
 */
export function swapWalk(count: number, window: number, rng: Rng): SwapWalk {
  const stream = streamsInOrder(rng)
  const reachAtMost = Math.min(window, count)
  /** Ranks `from` to `from + held` with their values, and a flag for a settled result, in a ring. */
  const size = ringSize(reachAtMost)
  const values = new Float64Array(size)
  const taken = new Uint8Array(size)
  let from = 0
  let held = 0
  let free = reachAtMost
  let unchanged = 0

  /** Settles ranks until the given number is left: while others follow, that is the window of the next one. */
  const settle = (into: Float64Array, kept: number): number => {
    const last = size - 1
    const end = from + held - kept
    // Local variables, since closures are slower.
    let [left, same] = [free, unchanged]
    for (let i = from; i < end; i++) {
      const here = i & last
      if (i + window < count) left++
      if (taken[here] === 0) {
        left--
        if (left > 0) {
          const reach = Math.min(window, count - 1 - i)
          const own = stream(i)
          let there: number
          do there = (i + 1 + own.int(reach)) & last
          while (taken[there] !== 0)
          left--
          taken[there] = 1
          const value = values[here]
          if (value === values[there]) same += 2
          values[here] = values[there]
          values[there] = value
        } else same++
      }
      into[i - from] = values[here]
      taken[here] = 0
    }
    const known = Math.max(0, end - from)
    ;[free, unchanged, from, held] = [left, same, from + known, held - known]
    return known
  }

  return {
    push(sorted) {
      const into = new Float64Array(sorted.length + held)
      let known = 0
      for (let at = 0; at < sorted.length;) {
        const room = Math.min(size - held, sorted.length - at)
        for (let k = 0; k < room; k++) values[(from + held + k) & (size - 1)] = sorted[at + k]
        held += room
        at += room
        known += settle(into.subarray(known), reachAtMost)
      }
      return into.subarray(0, known)
    },
    end() {
      const into = new Float64Array(held)
      settle(into, 0)
      return into
    },
    unchanged: () => unchanged,
  }
}

/** Returns a power of two with room for the window, the rank itself and as many new ones. */
function ringSize(window: number): number {
  let size = 1024
  while (size < 2 * window + 2) size *= 2
  return size
}
