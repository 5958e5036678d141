import { SdcError } from '@sdc/core'
import { noCell } from './table-form.js'

/** A cell of a sheet: text, or a number of a workbook. */
export type FormCell = string | number

/** A line of a file, or a row of a sheet, with its number. */
export interface FormLine {
  readonly cells: readonly FormCell[]
  readonly line: number
}

/** A cell of a wide table. */
export interface WideCell {
  /** Codes in the order of the dimensions `by`. */
  readonly codes: readonly string[]
  readonly value: FormCell
  readonly line: number
}

export interface WideOptions {
  readonly by: readonly string[]
  /** Dimension across, if given. */
  readonly across?: string | undefined
  /** Names of columns that only a table in long form has. */
  readonly columns: readonly string[]
  readonly file: string
}

/** Names and codes of the columns of a block. */
interface Header {
  /** Dimensions of the first columns. */
  readonly rows: readonly string[]
  readonly across: string
  /** Code of each further column. */
  readonly codes: readonly string[]
  /** A second dimension across, above `across`. */
  readonly outer: { readonly name: string; readonly codes: readonly string[] } | undefined
}

const dashes = [noCell, '–', '—']

/**
 * Reads the cells of a table whose header has the codes of one dimension across. Its first columns have the codes of
 * one or more others, under their names. A further dimension has its code in a separate line above each block
 * (`year,2020`, `year: 2020`, or the code alone). Alternatively its codes are above those of the header, where an empty
 * one repeats the code before it, like merged cells. Titles may precede a block; notes may follow after an empty line.
 * `-` means that there is no such cell.
 *
 * @param lines - The lines.
 * @param options - The dimensions.
 * @returns The cells in the order of the file; undefined if no line is the header of such a table.
 * @throws RAGGED_ROW, MISSING_VALUES for a line or column without a code
 */
export function wideCells(lines: readonly FormLine[], options: WideOptions): WideCell[] | undefined {
  const named = cellsBy(lines, options, namedHeader)
  if (named !== undefined || options.across === undefined) return named
  return cellsBy(lines, options, unnamedHeader)
}

type HeaderOf = (cells: readonly string[], state: State, options: WideOptions) => Header | undefined

/** State from the lines before. */
interface State {
  header: Header | undefined
  /** Codes of dimensions for a whole block. */
  readonly fixed: Map<string, string>
  /** The line before, if it is outside the table: a code, or codes above the header. */
  before: readonly string[]
  labels: string[]
}

function cellsBy(lines: readonly FormLine[], options: WideOptions, headerOf: HeaderOf): WideCell[] | undefined {
  const { by } = options
  const cells: WideCell[] = []
  const state: State = { header: undefined, fixed: new Map(), before: [], labels: [] }
  let isBetween = true
  for (const line of lines) {
    const texts = line.cells.map((cell) => String(cell).trim())
    const filled = texts.filter((text) => text !== '')
    if (filled.length === 0) {
      isBetween = true
      continue
    }
    const block = blockOf(texts, filled, by, state)
    const header = headerOf(texts, state, options)
    if (header !== undefined) {
      checkCodes(header, line, options)
      state.header = header
      state.labels = []
      state.before = []
      isBetween = false
    } else if (block !== undefined) {
      for (const [name, code] of block) state.fixed.set(name, code)
      state.before = []
      isBetween = true
    } else if (state.header === undefined || (isBetween && (filled.length === 1 || codesAbove(texts, state))))
      state.before = texts
    else {
      cells.push(...cellsOf(line, texts, state, options))
      isBetween = false
    }
  }
  return state.header === undefined || cells.length === 0 ? undefined : cells
}

/** Reads `year,2020`, several such pairs, or `year: 2020` and `year = 2020` in one cell. */
function blockOf(
  texts: readonly string[],
  filled: readonly string[],
  by: readonly string[],
  { header }: State,
): (readonly [name: string, code: string])[] | undefined {
  const isFree = (name: string): boolean => by.includes(name) && !(header?.rows.includes(name) ?? false)
  if (filled.length === 1) {
    const name = by.find((one) => isFree(one) && filled[0].startsWith(one))
    const code = name === undefined ? undefined : /^\s*[:=]\s*(.+)$/.exec(filled[0].slice(name.length))?.[1]
    return name === undefined || code === undefined ? undefined : [[name, code]]
  }
  if (filled.length % 2 > 0 || texts.slice(0, filled.length).includes('')) return undefined
  const pairs = Array.from({ length: filled.length / 2 }, (_, p) => [filled[2 * p], filled[2 * p + 1]] as const)
  return pairs.every(([name]) => isFree(name)) ? pairs : undefined
}

/** A header whose first cells are names of dimensions, and that omits one of them, or two if a line above gives one. */
function namedHeader(texts: readonly string[], state: State, { by, across, columns }: WideOptions): Header | undefined {
  const end = texts.findIndex((text) => !by.includes(text))
  const rows = texts.slice(0, Math.max(0, end))
  if (rows.length === 0 || new Set(rows).size < rows.length) return undefined
  const codes = texts.slice(rows.length)
  if (codes.some((code) => columns.includes(code) || by.includes(code))) return undefined
  return headerWith(rows, codes, state, by, across)
}

/** The first line of several cells, if the dimension across is given: its corner names nothing. */
function unnamedHeader(texts: readonly string[], state: State, { by, across }: WideOptions): Header | undefined {
  if (state.header !== undefined || texts.filter((text) => text !== '').length < 2) return undefined
  const rows = by.filter((name) => name !== across && !state.fixed.has(name))
  return rows.length === 0 ? undefined : headerWith(rows, texts.slice(rows.length), state, by, across)
}

function headerWith(
  rows: readonly string[],
  codes: readonly string[],
  { fixed, before }: State,
  by: readonly string[],
  told: string | undefined,
): Header | undefined {
  // The line of a block with a code that an earlier one had.
  if (rows.some((name) => fixed.has(name))) return undefined
  const left = by.filter((name) => !rows.includes(name) && !fixed.has(name))
  const across = told !== undefined && left.includes(told) ? told : left.at(-1)
  if (across === undefined || (told !== undefined && across !== told)) return undefined
  const others = left.filter((name) => name !== across)
  if (others.length === 0) return { rows, across, codes, outer: undefined }
  const above = before.slice(rows.length)
  const said = before.filter((text) => text !== '')
  if (others.length > 1 || said.length === 0) return undefined
  const [name] = others
  if (said.length === 1) return { rows, across, codes, outer: { name, codes: codes.map(() => said[0]) } }
  let last = ''
  return { rows, across, codes, outer: { name, codes: codes.map((_, c) => (last = above[c] || last)) } }
}

/** True for codes above those of a header that follows: there is nothing above its names. */
function codesAbove(texts: readonly string[], { header }: State): boolean {
  return header?.outer !== undefined && texts.slice(0, header.rows.length).every((text) => text === '')
}

function checkCodes({ rows, codes, outer }: Header, { line }: FormLine, { file }: WideOptions): void {
  const last = codes.findLastIndex((code) => code !== '')
  const hole = codes.findIndex((code, c) => c <= last && (code === '' || outer?.codes[c] === ''))
  if (hole < 0) return
  const message = `column ${rows.length + hole + 1} of the header in line ${line} has no code`
  throw new SdcError('MISSING_VALUES', message, { file, line }, 'Every column of a wide table names its code.')
}

function cellsOf(
  { cells, line }: FormLine,
  texts: readonly string[],
  state: State,
  { by, file }: WideOptions,
): WideCell[] {
  const { header, fixed } = state
  if (header === undefined) return []
  const { rows, across, outer } = header
  const width = header.codes.findLastIndex((code) => code !== '') + 1
  if (texts.findLastIndex((text) => text !== '') >= rows.length + width) {
    const message = `line ${line} has ${texts.length} cells, its header ${rows.length + width}`
    throw new SdcError(
      'RAGGED_ROW',
      message,
      { file, line },
      'Every column of a wide table names its code in the header.',
    )
  }
  // An empty code repeats the one above, as in merged cells; the last column has its own in each line.
  state.labels = rows.map((_, r) => texts[r] || (r < rows.length - 1 ? (state.labels[r] ?? '') : ''))
  const empty = state.labels.indexOf('')
  if (empty >= 0) {
    const message = `line ${line} names no ${rows[empty]}`
    throw new SdcError('MISSING_VALUES', message, { file, line, column: rows[empty] }, 'Every line names its code.')
  }
  const code = (name: string, c: number): string => {
    const row = rows.indexOf(name)
    if (row >= 0) return state.labels[row]
    return name === across ? header.codes[c] : name === outer?.name ? outer.codes[c] : (fixed.get(name) ?? '')
  }
  return Array.from({ length: width }, (_, c) => c)
    .filter((c) => !dashes.includes(texts[rows.length + c]))
    .map((c) => ({ codes: by.map((name) => code(name, c)), value: cells[rows.length + c] ?? '', line }))
}
