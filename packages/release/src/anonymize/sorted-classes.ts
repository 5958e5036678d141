import type { Column } from '@sdc/core'
import type { Units } from '@sdc/toolkit/internal'

/** Codes of a column: equal ones for equal values, 0 for missing ones. */
export interface Codes {
  readonly codes: Int32Array
  readonly size: number
}

/** Returns the codes of a column. */
export function codesOf(column: Column): Codes {
  if (column.kind === 'categorical')
    return { codes: column.codes.map((code) => code + 1), size: column.levels.length + 1 }
  const places = new Map<number, number>()
  const codes = Int32Array.from(column.values, (value) => {
    if (Number.isNaN(value)) return 0
    const known = places.get(value) ?? places.size + 1
    places.set(value, known)
    return known
  })
  return { codes, size: places.size + 1 }
}

/** Records of a file by classes of equal keys. */
interface Runs {
  /** The records, sorted by class. */
  readonly order: Int32Array
  /** Index of the first record of each class, and the number of records at the end. */
  readonly starts: Int32Array
}

/** Classes in which each person counts once. */
export interface Weighed extends Runs {
  /** Weight of each record in its class: 1/m if its person has m records there. */
  readonly weights: Float64Array
  /** Sum of the weights of each class. */
  readonly sizes: Int32Array
}

/**
 * Sorts records by some keys: by each in turn, the last one first, each time stably.
 *
 * @param keys - Codes of each key.
 * @param rows - Number of records.
 * @returns The classes of equal records. Cost: O(n) a key.
 */
export function sortedRuns(keys: readonly Codes[], rows: number): Runs {
  let order = Int32Array.from({ length: rows }, (_, i) => i)
  for (const { codes, size } of [...keys].reverse()) {
    const at = new Int32Array(size + 1)
    for (const code of codes) at[code + 1]++
    for (let code = 0; code < size; code++) at[code + 1] += at[code]
    const next = new Int32Array(rows)
    for (const i of order) next[at[codes[i]]++] = i
    order = next
  }
  const starts: number[] = []
  for (let r = 0; r < rows; r++) {
    const differs = r === 0 || keys.some(({ codes }) => codes[order[r]] !== codes[order[r - 1]])
    if (differs) starts.push(r)
  }
  return { order, starts: Int32Array.from([...starts, rows]) }
}

/**
 * Returns the weights of records in classes, so that each person counts once; without persons, each record counts once.
 *
 * @param runs - The classes.
 * @param persons - Person of each record.
 * @returns The classes with weights and sizes.
 */
export function weighed(runs: Runs, persons: Units | undefined): Weighed {
  const { order, starts } = runs
  const weights = new Float64Array(order.length).fill(1)
  const sizes = starts.slice(0, -1).map((start, c) => {
    const records = order.subarray(start, starts[c + 1])
    if (persons === undefined) return records.length
    const counts = new Map<number, number>()
    for (const i of records) counts.set(persons.ofRecord[i], (counts.get(persons.ofRecord[i]) ?? 0) + 1)
    for (const i of records) weights[i] = 1 / (counts.get(persons.ofRecord[i]) ?? 1)
    return counts.size
  })
  return { ...runs, weights, sizes }
}
