/** Target of a text: a terminal, a pipe or a file. */
export interface Screen {
  /** Number of cells in a line; `Infinity` if nothing is cut. */
  readonly width: number
  /** True for a screen with colours and bold letters. */
  readonly colour: boolean
  /** True to show every row and column, however wide a table gets; false for the most important ones. */
  readonly all: boolean
  /** True for a terminal, which breaks sentences into lines of its width; in a pipe a sentence is one line. */
  readonly wraps?: boolean | undefined
}

/** Screen of files, the default of functions that make texts: all rows, no line breaks, no colour. */
export const fileScreen: Screen = { width: Infinity, colour: false, all: true }

/** Emphasis on a screen with colour; it never carries information of its own. */
export type Paint = 'bold' | 'dim' | 'red' | 'yellow'

const codes: { readonly [P in Paint]: readonly [on: number, off: number] } = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
}

/**
 * Returns a text in colour, if the screen has any.
 *
 * @param text - The text; each line is painted separately, so that a pager can start anywhere.
 * @param paint - Emphasis.
 * @param screen - Target of the text.
 * @returns The text with escape sequences; unchanged on a screen without colour.
 */
export function painted(text: string, paint: Paint, screen: Pick<Screen, 'colour'>): string {
  if (!screen.colour || text === '') return text
  const [on, off] = codes[paint]
  return text
    .split('\n')
    .map((line) => (line === '' ? line : `\u001B[${on}m${line}\u001B[${off}m`))
    .join('\n')
}
