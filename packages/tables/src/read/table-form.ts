/** Form of a table that is not in long form with the usual marks, as far as the file does not show it. */
export interface TableForm {
  /** Dimension across, if the header of a wide table does not name the others. */
  readonly across?: string | undefined
  /** Sheet of a workbook. */
  readonly sheet?: string | undefined
  /** Language of its numbers. */
  readonly locale?: string | undefined
}

/** Marks that offices write for suppressed values. */
export const suppressedMarks: readonly string[] = ['x', 'X', ':', '*', 'c', '.']

/** Mark of a combination without a cell: nobody contributes there, or nobody can. */
export const noCell = '-'

/** Default name of the column of values. */
export const usualValue = 'value'
