import type { SwapWalk } from './swapped-ranks.js'

/**
 * Exchanges every rank with its partner, on a walk through the ranks: a pair is exchanged at the later of its two
 * ranks. All ranks at once are exchanged directly. Besides the partners, memory contains the ranks that wait for their
 * partner, and those after them.
 *
 * @param partners - Partner of every rank (from 0), an involution.
 * @returns The walk.
 */
export function partnerWalk(partners: Int32Array): SwapWalk {
  /** Values of ranks `from` to `seen`, in a ring that grows. */
  let ring = new Float64Array(1024)
  let from = 0
  let seen = 0
  let unchanged = 0

  const grow = (): void => {
    const wider = new Float64Array(2 * ring.length)
    for (let rank = from; rank < seen; rank++) wider[rank & (wider.length - 1)] = ring[rank & (ring.length - 1)]
    ring = wider
  }

  const exchanged = (sorted: Float64Array): Float64Array => {
    const into = new Float64Array(sorted.length)
    for (let k = 0; k < into.length; k++) {
      into[k] = sorted[partners[k]]
      if (into[k] === sorted[k]) unchanged++
    }
    return into
  }

  return {
    push(sorted) {
      if (sorted.length === partners.length) return exchanged(sorted)
      const into = new Float64Array(sorted.length + seen - from)
      let known = 0
      for (let k = 0; k < sorted.length; k++) {
        if (seen - from === ring.length) grow()
        const last = ring.length - 1
        const partner = partners[seen]
        ring[seen & last] = sorted[k]
        if (partner === seen) unchanged++
        else if (partner < seen) {
          if (ring[partner & last] === sorted[k]) unchanged += 2
          ring[seen & last] = ring[partner & last]
          ring[partner & last] = sorted[k]
        }
        seen++
        while (from < seen && partners[from] < seen) {
          into[known++] = ring[from & last]
          from++
        }
      }
      return into.subarray(0, known)
    },
    // All partners have been seen, so no rank is left.
    end: () => new Float64Array(0),
    unchanged: () => unchanged,
  }
}
