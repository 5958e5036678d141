import type { RecordGroups } from './record-groups.js'

/** Values of the records of each class with their counts: the rows of a sparse table, class by value. */
export interface ClassValues {
  /** First entry of each class; one more at the end. */
  readonly starts: Int32Array
  /** Value of each entry, ascending within a class. */
  readonly values: Int32Array
  /** Number of records of the class with the value, by entry. */
  readonly counts: Float64Array
  /** Entry of each record. */
  readonly entryOf: Int32Array
}

/**
 * Counts the values of every class.
 *
 * @param classes - Records in classes.
 * @param codes - Value of each record, from 0 to `levels` − 1.
 * @param levels - Number of different values.
 * @param records - Number of records that each row stands for; default 1.
 * @returns An entry for every value of a class; at most as many as there are records.
 *
 * Cost: O(n + levels), by two counting sorts.
 */
export function classValues(
  { ids, sizes }: RecordGroups,
  codes: Int32Array,
  levels: number,
  records?: Float64Array,
): ClassValues {
  const byValue = countingOrder(codes, levels)
  const starts = new Int32Array(sizes.length + 1)
  for (let c = 0; c < sizes.length; c++) starts[c + 1] = starts[c] + sizes[c]
  const next = starts.slice(0, sizes.length)
  const order = new Int32Array(ids.length)
  for (const i of byValue) order[next[ids[i]]++] = i
  const values = new Int32Array(ids.length)
  const counts = new Float64Array(ids.length)
  const entryOf = new Int32Array(ids.length)
  let entries = 0
  for (let c = 0; c < sizes.length; c++) {
    const [from, to] = [starts[c], starts[c + 1]]
    // The next class among the records has to stay in place until its turn.
    starts[c] = entries
    for (let at = from; at < to; at++) {
      const i = order[at]
      if (at === from || codes[i] !== values[entries - 1]) values[entries++] = codes[i]
      counts[entries - 1] += records ? records[i] : 1
      entryOf[i] = entries - 1
    }
  }
  starts[sizes.length] = entries
  return { starts, values: values.slice(0, entries), counts: counts.slice(0, entries), entryOf }
}

/** Returns the records by ascending code; equal ones keep their order. */
function countingOrder(codes: Int32Array, levels: number): Int32Array {
  const next = new Int32Array(levels + 1)
  for (const code of codes) next[code + 1]++
  for (let code = 0; code < levels; code++) next[code + 1] += next[code]
  const order = new Int32Array(codes.length)
  for (let i = 0; i < codes.length; i++) order[next[codes[i]]++] = i
  return order
}
