import { streamsInOrder, type RankWalk, type Rng } from '@sdc/core'

/**
 * Swaps of `swapPartners` on a walk through the ranks. A rank is swapped within the next `window` ranks, so memory has
 * no more than these. Draws and results are those of the whole column.
 *
 * @param count - Number of ranks.
 * @param window - The window, at least 1.
 * @param rng - The node that `swapPartners` draws from.
 * @returns The walk.
 */
export function swapWalk(count: number, window: number, rng: Rng): RankWalk {
  const stream = streamsInOrder(rng)
  const reachAtMost = Math.min(window, count)
  /** Ranks `from` to `from + held` with their values, and whether their result is settled, in a ring. */
  const size = ringSize(reachAtMost)
  const values = new Float64Array(size)
  const taken = new Uint8Array(size)
  let from = 0
  let held = 0
  let free = reachAtMost

  /** Settles ranks until so many are held: while others follow, the window of the next one. */
  const settle = (into: Float64Array, kept: number): number => {
    let known = 0
    while (held > kept) {
      const i = from
      const here = i & (size - 1)
      if (i + window < count) free++
      if (taken[here] === 0) {
        free--
        if (free > 0) {
          const reach = Math.min(window, count - 1 - i)
          const own = stream(i)
          let there: number
          do there = (i + 1 + own.int(reach)) & (size - 1)
          while (taken[there] !== 0)
          free--
          taken[there] = 1
          const value = values[here]
          values[here] = values[there]
          values[there] = value
        }
      }
      into[known++] = values[here]
      taken[here] = 0
      from++
      held--
    }
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
  }
}

/** A power of two that has room for the window, the rank itself and as many new ones. */
function ringSize(window: number): number {
  let size = 1024
  while (size < 2 * window + 2) size *= 2
  return size
}
