/** A stretch of a sorted order: first place, and the place after the last. */
export type Stretch = readonly [from: number, to: number]

/** Up to this number all values are used; otherwise stretches of their order. */
const WHOLE = 10_000
/** The same if every pair of columns is tested. */
export const WHOLE_OF_PAIRS = 5_000
const STRETCH = 200

/**
 * Returns the parts of a sorted order that a search uses: all of it, or stretches of 200 neighbours at even distances.
 * Neighbours and most records with equal values stay together, so that shares in them estimate those of the file.
 *
 * @param count - The length of the order.
 * @param whole - Total number of places to use; Infinity for the whole order.
 * @returns The stretches, ascending.
 */
export function stretchesOf(count: number, whole = WHOLE): readonly Stretch[] {
  if (count <= whole) return [[0, count]]
  const number = whole / STRETCH
  return Array.from({ length: number }, (_, s): Stretch => {
    const from = Math.floor((s * (count - STRETCH)) / (number - 1))
    return [from, from + STRETCH]
  })
}
