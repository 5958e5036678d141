/** Free and taken ranks among 0…count − 1, with queries for the nearest free one. */
export interface FreeRanks {
  /** Returns the lowest free rank that is not below `rank`; `count` if there is none. */
  atOrAbove(rank: number): number
  /** Returns the highest free rank that is not above `rank`; −1 if there is none. */
  atOrBelow(rank: number): number
  take(rank: number): void
}

/**
 * Makes two forests of pointers to the free neighbour, halved on each walk. Cost: nearly O(1) per call, O(count)
 * memory.
 */
export function freeRanks(count: number): FreeRanks {
  // Shifted by one, so that −1 and `count` have a place, which is always free.
  const above = Int32Array.from({ length: count + 2 }, (_, i) => i)
  const below = above.slice()
  return {
    atOrAbove: (rank) => root(above, Math.min(count, Math.max(0, rank)) + 1) - 1,
    atOrBelow: (rank) => root(below, Math.min(count - 1, Math.max(-1, rank)) + 1) - 1,
    take(rank) {
      above[rank + 1] = rank + 2
      below[rank + 1] = rank
    },
  }
}

function root(next: Int32Array, start: number): number {
  let at = start
  while (next[at] !== at) {
    next[at] = next[next[at]]
    at = next[at]
  }
  return at
}
