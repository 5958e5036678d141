/** A stretch of a sorted order: from the first to before the last. */
export type Stretch = readonly [from: number, to: number]

/** Up to so many values are looked at all; of more, stretches of their order. */
const WHOLE = 10_000
/** The same where every pair of columns is looked at. */
export const WHOLE_OF_PAIRS = 5_000
const STRETCH = 200

/**
 * The parts of a sorted order that a search looks at: all of it, or stretches of 200 neighbours, evenly spread.
 * Neighbours and most records with equal values stay together, so that shares in them estimate those of the file.
 * @param count - the length of the order
 * @param whole - how many are looked at in all; Infinity for the whole order
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
