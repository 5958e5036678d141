import { isMissing, type Column, type Dataset } from '@sdc/core'
import { sameValues } from './refuse-shuffled.js'

/** Numbers that differ by less than this share of their size are one number, written with fewer digits. */
const DIGITS = 1e-12

/**
 * The columns of both files whose values differ, record by record as they were matched; where no record is matched, those
 * that do not hold the same values in whatever order.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param origin - The original's record of every masked one, −1 where it has none; undefined where nothing is matched.
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
 * Whether some masked record has another value than the record it came from.
 *
 * @param before - The original's column.
 * @param after - The masked one.
 * @param origin - The original's record of every masked one, −1 where it has none.
 * @returns Whether it does; digits that another program left out are no other value.
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
