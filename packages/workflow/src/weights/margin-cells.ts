import {
  decimalNumber,
  isMissing,
  unknownColumn,
  type Column,
  type Dataset,
  type ErrorPlace,
  SdcError,
} from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { keyCodes } from '@sdc/toolkit'

/** Category of missing values. */
export const MISSING = '(missing)'

/** Separator of the columns, and of the categories, of a crossed margin. */
const CROSS = ':'

/** Categories of a column, or of crossed columns. */
export interface MarginCells {
  /** Index of the category of each record. */
  readonly ofRecord: Int32Array
  /** Categories; those of crossed columns are joined by colons. */
  readonly labels: readonly string[]
  /** Number of records of each. */
  readonly counts: Int32Array
  /** Returns a category in the notation of the data: `01` of a numeric column is `1`. */
  readonly asInData: (label: string) => string
}

/**
 * Returns the categories of the records in a column, or in crossed columns such as `sex:region`.
 *
 * @param data - The file.
 * @param margin - Name of the column, or names joined by colons.
 * @param place - Place for errors.
 * @returns The categories. Cost: a sort for each numeric column.
 * @throws UNKNOWN_COLUMN if the file lacks a column.
 */
export function marginCells(data: Dataset, margin: string, place: ErrorPlace = {}): MarginCells {
  const columns = (data.names.includes(margin) ? [margin] : margin.split(CROSS)).map((name) => {
    if (data.names.includes(name)) return data.column(name)
    const { code, message, place: own, fix } = unknownColumn(name, data.names)
    throw new SdcError(code, message, { ...own, ...place }, fix)
  })
  const { ids, firsts } = keyClasses(columns.map(keyCodes))
  const counts = new Int32Array(firsts.length)
  for (const id of ids) counts[id]++
  const asInData = (label: string): string => {
    const parts = columns.length === 1 ? [label] : label.split(CROSS)
    if (parts.length !== columns.length) return label
    return parts.map((part, c) => (columns[c].kind === 'numeric' ? plainNumber(part) : part)).join(CROSS)
  }
  const labels = Array.from(firsts, (i) => columns.map((column) => textOf(column, i)).join(CROSS))
  return { ofRecord: ids, labels, counts, asInData }
}

function textOf(column: Column, i: number): string {
  if (isMissing(column, i)) return MISSING
  return column.kind === 'numeric' ? String(column.values[i] + 0) : column.levels[column.codes[i]]
}

function plainNumber(text: string): string {
  const number = decimalNumber(text)
  return number === undefined ? text : String(number + 0)
}
