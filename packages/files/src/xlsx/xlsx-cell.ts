/** A cell with the number format of a date: an ISO text without zone, `2024-02-29T00:00:00`. */
export interface XlsxDate {
  readonly date: string
}

/** A cell without a usable value: `#N/A`, `#DIV/0!`, or the text `formula without a value`. */
export interface XlsxError {
  readonly error: string
}

/** Value of a cell; null if it is empty. Text stays text, even if it resembles a number. */
export type XlsxCell = string | number | boolean | XlsxDate | XlsxError | null

/** Returns true for a cell that holds an error. */
export function isXlsxError(cell: XlsxCell): cell is XlsxError {
  return typeof cell === 'object' && cell !== null && 'error' in cell
}
