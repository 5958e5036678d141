import type { LookedAt } from './looked-at.js'

/** Values that agree by chance in fewer records than this are rare. */
const RARE = 0.01

/** Number of records with the same rare value in an open and a masked column, and its expectation by chance. */
export interface Agreement {
  readonly hits: number
  readonly expected: number
}

/**
 * Counts the records in which two columns have exactly the same value. Only rare values count, n_open(v)·n_masked(v)/n
 * < 0.01: unrelated columns would share them in fewer than 0.01 records. So common values such as zeros hide nothing.
 *
 * @param open - The open column.
 * @param masked - The masked column, with its original values.
 * @returns The records, and Σ n_open(v)·n_masked(v)/n over the rare values; 0 and 0 for numbers against categories.
 *   Cost: O(n).
 */
export function agreementOf(open: LookedAt, masked: LookedAt): Agreement {
  const none = { hits: 0, expected: 0 }
  if (open.isNumeric !== masked.isNumeric) return none
  const records = masked.classes.length
  const chance = (run: number, other: number): number => (sizeOf(open, run) * sizeOf(masked, other)) / records
  const isEqual = equality(open, masked)
  let hits = 0
  for (let i = 0; i < records; i++) if (isEqual(i) && chance(open.classes[i], masked.classes[i]) < RARE) hits++
  // Most pairs of columns agree in no record: their values are not compared.
  if (hits === 0) return none
  const runOf = new Map(keysOf(masked).map((key, run) => [key, run]))
  let expected = 0
  keysOf(open).forEach((key, run) => {
    const other = runOf.get(key)
    const one = other === undefined ? 0 : chance(run, other)
    if (one < RARE) expected += one
  })
  return { hits, expected }
}

/** Returns a function that compares both columns in a record; a missing value equals none. */
function equality(open: LookedAt, masked: LookedAt): (record: number) => boolean {
  const { column, values } = open
  if (column.kind === 'numeric' || masked.column.kind === 'numeric') return (i) => values[i] === masked.values[i]
  const codeOf = new Map(masked.column.levels.map((level, code) => [level, code]))
  const codes = column.levels.map((level) => codeOf.get(level) ?? -1)
  return (i) => codes[values[i]] === masked.values[i]
}

/** The different values of a column, in the order of its classes: numbers, or texts of categories. */
function keysOf({ column, values, runs: { order, starts } }: LookedAt): (number | string)[] {
  return Array.from(starts.subarray(0, -1), (start) => {
    const value = values[order[start]]
    return column.kind === 'numeric' ? value : column.levels[value]
  })
}

function sizeOf({ runs: { starts } }: LookedAt, run: number): number {
  return starts[run + 1] - starts[run]
}
