/** Nodes of a lattice as numbers: node 0 has every key at level 0, the last node has all keys at their highest. */
export interface Lattice {
  /** Number of levels of each key. */
  readonly heights: readonly number[]
  /** Difference of node numbers for one level more of each key. */
  readonly strides: readonly number[]
  readonly size: number
}

/**
 * Returns the lattice of keys with these numbers of levels.
 *
 * @param heights - Number of levels of each key.
 * @returns The lattice; the last key's levels follow each other.
 */
export function latticeOf(heights: readonly number[]): Lattice {
  const strides = heights.map(() => 1)
  for (let j = heights.length - 2; j >= 0; j--) strides[j] = strides[j + 1] * heights[j + 1]
  return { heights, strides, size: heights.reduce((product, levels) => product * levels, 1) }
}

/**
 * The levels of a node.
 *
 * @param lattice - The lattice.
 * @param index - The number of the node.
 * @returns The level of each key.
 */
export function levelsOf({ heights, strides }: Lattice, index: number): number[] {
  return strides.map((stride, j) => ((index / stride) | 0) % heights[j])
}
