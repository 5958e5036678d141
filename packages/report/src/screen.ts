/** What a text is made for: a terminal, a pipe or a file. */
export interface Screen {
  /** The cells of a line; `Infinity` where nothing is to be cut. */
  readonly width: number
  /** Whether it shows colours and bold letters. */
  readonly colour: boolean
  /** Every column of a table, however wide it gets. */
  readonly wide: boolean
  /** Every row, where otherwise the best are shown. */
  readonly all: boolean
  /** Whether sentences are broken into lines of its width: on a terminal, not in a pipe, where a sentence is a line. */
  readonly wraps?: boolean | undefined
}

/** What goes to files, and what functions that make texts take by default: everything, as long as it is, without colour. */
export const fileScreen: Screen = { width: Infinity, colour: false, wide: true, all: true }

/** What can be done with letters where there is colour; it never is the only word on something. */
export type Paint = 'bold' | 'dim' | 'red' | 'yellow'

const codes: { readonly [P in Paint]: readonly [on: number, off: number] } = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
}

/**
 * A text in colour, where the screen has any.
 *
 * @param text - The text; each of its lines is painted by itself, as a pager that begins in the middle needs it.
 * @param paint - What to do with it.
 * @param screen - What it is made for.
 * @returns The text, as it was without colour.
 */
export function painted(text: string, paint: Paint, screen: Pick<Screen, 'colour'>): string {
  if (!screen.colour || text === '') return text
  const [on, off] = codes[paint]
  return text
    .split('\n')
    .map((line) => (line === '' ? line : `\u001B[${on}m${line}\u001B[${off}m`))
    .join('\n')
}
