/** Pairs of an original record and its masked one; −1 for a missing one. */
export interface LinkedRows {
  readonly original: Int32Array
  readonly masked: Int32Array
}

/**
 * Lists the records of both files in pairs: the original's in their order, each with its masked ones, then the masked
 * records without an original one. If no record is linked, it lists the masked ones alone.
 *
 * @param rows - Number of records of the original.
 * @param origin - Original record of each masked one; −1 if unknown.
 * @returns A pair for each row. O(records).
 */
export function linkedRows(rows: number, origin: Int32Array): LinkedRows {
  const first = new Int32Array(rows).fill(-1)
  const next = new Int32Array(origin.length).fill(-1)
  // Backwards, so that the masked records of one original record keep their order.
  for (let j = origin.length - 1; j >= 0; j--) {
    const i = origin[j]
    if (i < 0) continue
    next[j] = first[i]
    first[i] = j
  }
  const isLinked = origin.some((row) => row >= 0)
  const original: number[] = []
  const masked: number[] = []
  const add = (i: number, j: number): void => {
    original.push(i)
    masked.push(j)
  }
  for (let i = 0; i < (isLinked ? rows : 0); i++) {
    if (first[i] < 0) add(i, -1)
    for (let j = first[i]; j >= 0; j = next[j]) add(i, j)
  }
  origin.forEach((row, j) => row < 0 && add(-1, j))
  return { original: Int32Array.from(original), masked: Int32Array.from(masked) }
}
