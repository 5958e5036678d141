import type { Column, Dataset } from '@sdc/core'
import { minimalUniques, MOST_KEYS, setsUpTo } from '@sdc/stats/internal'
import { keyCodes } from '@sdc/toolkit'
import { valueText } from '@sdc/toolkit/internal'

/** A value of a record that an intruder may know. */
export interface ExposingFact {
  readonly column: string
  /** Value as text: the category, the parsed number or the date; null if it is missing. */
  readonly value: string | null
}

/** A record that is unique by few quasi-identifiers. */
export interface ExposedRecord {
  /** Its number in the file, from 1. */
  readonly record: number
  /** The smallest set of quasi-identifiers by which it is unique. */
  readonly facts: readonly ExposingFact[]
  /** Number of minimal sets by which it is unique. */
  readonly sets: number
}

/** Records that are unique by few quasi-identifiers: minimal sample uniques. */
export interface FewKeysRisk {
  /** Largest number of quasi-identifiers of a set; larger sets were not searched. */
  readonly maxSize: number
  /** Number of records, or persons, that are unique by at most 1, 2, …, maxSize quasi-identifiers. */
  readonly atMost: readonly number[]
  /** The most exposed records, the most exposed first. */
  readonly exposed: readonly ExposedRecord[]
}

/** Most records times sets of quasi-identifiers in the search: about half a second. */
const MOST_WORK = 30_000_000

/** Options of the search. */
export interface FewKeysOptions {
  /** Largest set to search; reduced if records × sets would be too many. */
  readonly maxSize: number
  /** Most records to list. */
  readonly exposed: number
  /** Person of each record, if a person may have several records. */
  readonly persons?: Int32Array | undefined
}

/**
 * Searches the minimal sample uniques of a file.
 *
 * The most exposed record is unique by the most single quasi-identifiers; among equals by the most pairs, and so on;
 * then the first of the file.
 *
 * @param data - The file, with at least one record.
 * @param keys - Its quasi-identifiers.
 * @param options - Largest set, number of records to list, and persons.
 * @returns The records found; undefined for more than 30 quasi-identifiers, or if the file is too large even for sets
 *   of one.
 */
export function fewKeysRisk(
  data: Dataset,
  keys: readonly string[],
  { maxSize: most, exposed: shown, persons }: FewKeysOptions,
): FewKeysRisk | undefined {
  let maxSize = Math.min(most, keys.length)
  while (maxSize > 0 && setsUpTo(keys.length, maxSize) * data.rows > MOST_WORK) maxSize--
  if (keys.length > MOST_KEYS || maxSize === 0) return undefined
  const codes = keys.map((name) => keyCodes(data.column(name)))
  const n = data.rows
  const counts = Array.from({ length: maxSize }, () => new Int32Array(n))
  const smallest = new Int32Array(n)
  const ofSize = new Int32Array(n)
  minimalUniques(codes, { maxSize, missing: 'own-level', persons }, (row, set, size) => {
    counts[size - 1][row]++
    // Among equally small sets, keep the one with the earliest quasi-identifiers, for any order of the search.
    if (ofSize[row] !== 0 && (size > ofSize[row] || (size === ofSize[row] && !isEarlier(set, smallest[row])))) return
    smallest[row] = set
    ofSize[row] = size
  })
  const moreExposed = (a: number, b: number): number => {
    const at = counts.find((of) => of[a] !== of[b])
    return at === undefined ? a - b : at[b] - at[a]
  }
  const atMost = new Array<number>(maxSize).fill(0)
  const first: number[] = []
  for (let i = 0; i < n; i++) {
    if (ofSize[i] === 0) continue
    if (first.length === shown && moreExposed(i, first[shown - 1]) > 0) continue
    first.push(i)
    first.sort(moreExposed).splice(shown)
  }
  for (const least of persons ? leastOfEach(ofSize, persons) : ofSize)
    if (least > 0) for (let size = least; size <= maxSize; size++) atMost[size - 1]++
  const exposed = first.map((i): ExposedRecord => {
    const own = keys.filter((_, j) => (smallest[i] >> j) & 1)
    return {
      record: i + 1,
      facts: own.map((column) => ({ column, value: textOf(data.column(column), i) })),
      sets: counts.reduce((sum, of) => sum + of[i], 0),
    }
  })
  return { maxSize, atMost, exposed }
}

/** Smallest size of a set over the records of each person; 0 if none of them has one. */
function leastOfEach(sizes: Int32Array, persons: Int32Array): Iterable<number> {
  const least = new Map<number, number>()
  sizes.forEach((size, i) => {
    if (size > 0) least.set(persons[i], Math.min(size, least.get(persons[i]) ?? size))
  })
  return least.values()
}

/** Tests whether the first key that is in only one of two sets is in `a`: the lowest bit in which they differ. */
function isEarlier(a: number, b: number): boolean {
  const differ = a ^ b
  return (a & (differ & -differ)) !== 0
}

function textOf(column: Column, i: number): string | null {
  if (column.kind === 'numeric') return Number.isNaN(column.values[i]) ? null : valueText(column.time, column.values[i])
  return column.codes[i] < 0 ? null : column.levels[column.codes[i]]
}
