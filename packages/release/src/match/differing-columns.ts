import { isMissing, type Column, type Dataset } from '@sdc/core'
import { sameValues } from './refuse-shuffled.js'

/** Largest relative difference of numbers that count as equal: one was written with fewer digits. */
const DIGITS = 1e-12

/**
 * Returns the columns of both files whose values differ between matched records. If no record is matched, columns
 * differ if they do not have the same values in any order.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param origin - Original record of each masked one, −1 if unknown; undefined if nothing is matched.
 * @returns Their names, in the order of the original.
 */
export function differingColumns(original: Dataset, masked: Dataset, origin: Int32Array | undefined): string[] {
  const matched = origin?.some((row) => row >= 0) === true ? origin : undefined
  return original.names.filter((name) => {
    if (!masked.names.includes(name)) return false
    const [before, after] = [original.column(name), masked.column(name)]
    return matched ? differs(before, after, matched) : !sameValues(before, after)
  })
}

/**
 * Returns true if a masked record has another value than its original record.
 *
 * @param before - The original column.
 * @param after - The masked column.
 * @param origin - Original record of each masked one, −1 if unknown.
 * @returns True if values differ by more than digits that another program left out.
 */
export function differs(before: Column, after: Column, origin: Int32Array): boolean {
  if (before.kind === 'numeric' && after.kind === 'numeric')
    return origin.some((row, i) => row >= 0 && !isSameNumber(before.values[row], after.values[i]))
  if (before.kind === 'numeric' || after.kind === 'numeric') return true
  const text = ({ codes, levels }: typeof before, i: number): string | undefined => levels[codes[i]]
  return origin.some((row, i) => {
    if (row < 0) return false
    if (isMissing(before, row) || isMissing(after, i)) return isMissing(before, row) !== isMissing(after, i)
    return text(before, row) !== text(after, i)
  })
}

function isSameNumber(a: number, b: number): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true
  return Math.abs(a - b) <= DIGITS * Math.max(Math.abs(a), Math.abs(b))
}
