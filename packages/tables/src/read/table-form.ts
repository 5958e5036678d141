/** How a table is written that is not in long form with the usual marks, as far as somebody has to say it. */
export interface TableForm {
  /** The dimension across, where the header of a wide table does not name the others. */
  readonly across?: string | undefined
  /** The sheet of a workbook. */
  readonly sheet?: string | undefined
  /** The language of its numbers. */
  readonly locale?: string | undefined
}

/** What offices write where they do not publish a value. */
export const suppressedMarks: readonly string[] = ['x', 'X', ':', '*', 'c', '.']

/** What stands where the cross has no cell: nobody contributes there, or nobody can. */
export const noCell = '-'

/** What the column of values is called, where nobody names it. */
export const usualValue = 'value'
