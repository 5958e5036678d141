export type Align = 'left' | 'right'

export interface TextColumn {
  /** Stands above the column; columns that follow each other with the same group share it. */
  readonly group?: string
  readonly name: string
  readonly align: Align
  /** How soon it is left out where not all fit, the greatest first; one of 0 stays. By default 1. */
  readonly rank?: number | undefined
  /** Of words: cells that a column of words may not be cut below; by default 16. */
  readonly least?: number | undefined
  /** Of words: whether what does not fit goes on below, in place of being cut. */
  readonly wraps?: boolean | undefined
  /** Of the last column: that it holds sentences, each of which stays on its line where no terminal breaks it. */
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
