import type { Dataset } from '@sdc/core'
import type { FileState } from '@sdc/engine'
import { kdTree, standardDeviation } from '@sdc/stats'
import { groupedNumber } from '@sdc/inspect'

/** Files whose records are searched by numbers. */
export interface LinkInput {
  readonly original: Dataset
  readonly files: readonly FileState[]
  /** Columns that are numeric in both files and vary in the original. */
  readonly names: readonly string[]
}

/** An original record whose nearest released one is its own. */
export interface LinkedRecord {
  /** Its row in the original. */
  readonly row: number
  /** First of the files in which it is found, and its place there. */
  readonly file: number
  readonly at: number
  readonly kind: LinkKind
  readonly why: string
}

/** Reasons why an intruder finds a record by its numbers. */
export const linkKinds = {
  unchanged: 'Unchanged in all masked numbers',
  extreme: 'The greatest or least value of a column',
  far: 'Nearest to their own record, the next at least twice as far',
  near: 'Nearest to their own record, others almost as near',
} as const

export type LinkKind = keyof typeof linkKinds

/** Linked records, and the number of records that could not be searched. */
export interface LinkedRecords {
  /** Linked records, the most conspicuous first. */
  readonly records: readonly LinkedRecord[]
  /** Number of them with another released record at the same distance. */
  readonly tied: number
  /** Records of the original with a missing value. */
  readonly incomplete: number
}

interface Found {
  readonly row: number
  readonly file: number
  readonly at: number
  readonly inFiles: number
  /** Largest ratio over the files: distance of the second nearest released record, divided by that of the nearest. */
  readonly ratio: number
}

/**
 * Finds the original records whose nearest released record is their own.
 *
 * @param input - The files.
 * @returns The records: those found in the most files first, then by the distance of the second nearest record.
 */
export function linkedRecords(input: LinkInput): LinkedRecords {
  const { original, files, names } = input
  const x = standardised(original, original, names)
  const known = completeRows(x, original.rows)
  const found = new Map<number, Found>()
  files.forEach(({ data, origin }, file) => {
    const y = standardised(data, original, names)
    const rows = completeRows(y, data.rows)
    if (rows.length < 2) return
    const tree = kdTree(y.map((column) => Float64Array.from(rows, (i) => column[i])))
    for (const row of known) {
      const near = tree.nearestK(
        Float64Array.from(x, (column) => column[row]),
        2,
      )
      const [first, second] = [...near.index].map((at) => rows[at])
      const isTie = near.distance2[0] === near.distance2[1]
      const at = origin[first] === row ? first : isTie && origin[second] === row ? second : -1
      if (at < 0) continue
      const ratio = isTie ? 1 : Math.sqrt(near.distance2[1] / near.distance2[0])
      const before = found.get(row)
      found.set(row, {
        row,
        file: before?.file ?? file,
        at: before?.at ?? at,
        inFiles: (before?.inFiles ?? 0) + 1,
        ratio: Math.max(ratio, before?.ratio ?? 0),
      })
    }
  })
  const extremes = extremesOf(original, names)
  const records = [...found.values()]
    .sort((a, b) => b.inFiles - a.inFiles || byRatio(a, b) || a.row - b.row)
    .map((one) => ({
      row: one.row,
      file: one.file,
      at: one.at,
      kind: kindOf(one, extremes),
      why: whyText(one, files.length, extremes),
    }))
  const tied = records.length - [...found.values()].filter(({ ratio }) => ratio > 1).length
  return { records, tied, incomplete: original.rows - known.length }
}

/** Returns the columns in standard deviations of the original; a column without deviation stays unchanged. */
export function standardised(data: Dataset, original: Dataset, names: readonly string[]): Float64Array[] {
  return names.map((name) => {
    const [column, own] = [data.column(name), original.column(name)]
    if (column.kind !== 'numeric' || own.kind !== 'numeric') return new Float64Array(data.rows).fill(Number.NaN)
    const sd = standardDeviation(own.values)
    return column.values.map((value) => value / sd)
  })
}

function completeRows(columns: readonly Float64Array[], rows: number): number[] {
  return Array.from({ length: rows }, (_, i) => i).filter((i) => columns.every((column) => Number.isFinite(column[i])))
}

/** Compares ratios; two infinities are equal. */
function byRatio(a: Found, b: Found): number {
  return a.ratio === b.ratio ? 0 : b.ratio - a.ratio
}

/** Returns for each record the columns in which it alone has the largest or the smallest value. */
function extremesOf(original: Dataset, names: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>()
  for (const name of names) {
    const column = original.column(name)
    if (column.kind !== 'numeric') continue
    for (const [word, sign] of [
      ['greatest', 1],
      ['least', -1],
    ] as const) {
      const row = onlyMost(column.values, sign)
      if (row === undefined) continue
      found.set(row, [...(found.get(row) ?? []), `its ${name} ${groupedNumber(column.values[row])} is the ${word}`])
    }
  }
  return found
}

/** Returns the only record with the largest value, or with −1 the smallest. */
function onlyMost(values: Float64Array, sign: 1 | -1): number | undefined {
  let [most, row, count] = [-Infinity, -1, 0]
  for (let i = 0; i < values.length; i++) {
    const value = sign * values[i]
    if (value > most) [most, row, count] = [value, i, 1]
    else if (value === most) count++
  }
  return count === 1 ? row : undefined
}

function kindOf({ row, ratio }: Found, extremes: ReadonlyMap<number, readonly string[]>): LinkKind {
  if (ratio === Infinity) return 'unchanged'
  if (extremes.has(row)) return 'extreme'
  return ratio >= 2 ? 'far' : 'near'
}

/** Largest number of columns that a reason names. */
const NAMED = 3

function whyText(
  { row, ratio, inFiles }: Found,
  files: number,
  extremes: ReadonlyMap<number, readonly string[]>,
): string {
  const where = files === 1 ? '' : ` in ${inFiles} of ${files} files`
  const next =
    ratio === Infinity
      ? 'and it is unchanged'
      : ratio === 1
        ? 'another is as near'
        : ratio < 1.05
          ? 'the next is almost as near'
          : `the next is ${groupedNumber(Number(ratio.toPrecision(2)))} times as far`
  const all = extremes.get(row) ?? []
  const more = all.length > NAMED ? [`and ${all.length - NAMED} more of its values are the greatest or least`] : []
  return [`the nearest released record is its own${where}, ${next}`, ...all.slice(0, NAMED), ...more].join('; ')
}
