export type Align = 'left' | 'right'

export interface TextColumn {
  /** Group name above the column; adjacent columns of the same group share it. */
  readonly group?: string
  readonly name: string
  readonly align: Align
  /** Order in which columns that do not fit are left out, the greatest first; 0 is never left out. Default 1. */
  readonly rank?: number | undefined
  /** Least width of a column of words, in terminal cells; default 16. */
  readonly least?: number | undefined
  /** True for a column of words that continues on the next line instead of being cut. */
  readonly wraps?: boolean | undefined
  /** True for a last column of sentences: each stays on one line unless a terminal breaks it. */
  readonly sentence?: boolean | undefined
}

/**
 * Returns a column of words, aligned to the left.
 *
 * @param name - Its name.
 * @param more - Rank, width and wrapping.
 * @returns The column.
 */
export function left(name: string, more: Pick<TextColumn, 'rank' | 'least' | 'wraps' | 'sentence'> = {}): TextColumn {
  return { name, align: 'left', ...more }
}

/**
 * Returns a column of numbers, aligned to the right.
 *
 * @param name - Its name.
 * @param more - Rank, and group above the name.
 * @returns The column.
 */
export function right(name: string, more: Pick<TextColumn, 'group' | 'rank'> = {}): TextColumn {
  return { name, align: 'right', ...more }
}
