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

/** A column of words. */
export function left(name: string, more: Pick<TextColumn, 'rank' | 'least' | 'wraps' | 'sentence'> = {}): TextColumn {
  return { name, align: 'left', ...more }
}

/** A column of numbers. */
export function right(name: string, more: Pick<TextColumn, 'group' | 'rank'> = {}): TextColumn {
  return { name, align: 'right', ...more }
}
