import { SdcError, type Table } from '@sdc/core'
import { readRows } from '@sdc/files'
import { cellName } from '@sdc/tabular'
import { textOf, type InputFile } from '@sdc/inspect'
import { cellsByName } from './cells-by-name.js'
import { statusAdvice, statusReader, type StatusCodes, type StatusName } from './status-codes.js'

/** Properties of cells from the lines of an a-priori file; without a line there is no entry. */
export interface Apriori {
  readonly statuses: ReadonlyMap<number, readonly StatusName[]>
  readonly levels: ReadonlyMap<number, readonly [lower: number, upper: number]>
  readonly costs: ReadonlyMap<number, number>
  readonly bounds: ReadonlyMap<number, readonly [low: number, high: number]>
  readonly waivers: readonly string[]
}

/** A line: its number, and its trimmed cells. */
interface Line {
  readonly number: number
  readonly texts: readonly string[]
}

const form =
  'Lines are CODE;…;WORD with a code of every dimension, CODE;…;pl;LOWER;UPPER, CODE;…;c;COST, CODE;…;bounds;LOW;HIGH, or waiver;RESPONDENT.'

/** Words of lines with numbers, and how many they need. */
const numbersOf: Readonly<Record<string, number>> = { pl: 2, c: 1, bounds: 2 }

/**
 * Reads prior properties of single cells: lines `codes…;word;numbers` with `;` or `,` as separator. The word is a
 * status; `pl` with the required lower and upper level; `c` with the cost; or `bounds` with the public bounds, empty
 * for none. `waiver;RESPONDENT` is a line without a cell.
 *
 * @param file - The a-priori file.
 * @param table - Dimensions, values and names.
 * @param known - Meanings of status codes.
 * @returns The properties.
 * @throws WRONG_INPUT with the line for a cell that the table lacks, an invalid word or number, or a value outside
 *   its bounds
 */
export function readApriori(
  file: InputFile,
  table: Pick<Table, 'dimensions' | 'values' | 'names'>,
  known: StatusCodes | undefined,
): Apriori {
  const find = cellsByName(table)
  const dimensions = table.dimensions.length
  const lines = linesOf(file)
  const read = statusReader(
    lines.map(({ texts }) => texts[dimensions] ?? ''),
    known,
  )
  const statuses = new Map<number, StatusName[]>()
  const levels = new Map<number, readonly [number, number]>()
  const costs = new Map<number, number>()
  const bounds = new Map<number, readonly [number, number]>()
  const waivers: string[] = []
  for (const { number, texts } of lines) {
    const bad = (message: string, fix = form): SdcError =>
      new SdcError('WRONG_INPUT', message, { file: file.name, line: number }, fix)
    if (texts.length === 2 && texts[0].toLowerCase() === 'waiver') {
      waivers.push(texts[1])
      continue
    }
    const [codes, word, numbers] = [texts.slice(0, dimensions), texts.at(dimensions) ?? '', texts.slice(dimensions + 1)]
    const cell = find(codes)
    if (texts.length <= dimensions) throw bad(`"${texts.join(';')}" has no word behind the codes of a cell`)
    if (cell === undefined) throw bad(`the a-priori file names the cell ${codes.join(', ')}, which the table has not`)
    const kind = word.toLowerCase()
    const wanted = Object.hasOwn(numbersOf, kind) ? numbersOf[kind] : 0
    if (numbers.length !== wanted) throw bad(`"${word}" is followed by ${numbers.length} numbers, not ${wanted}`)
    const value = (i: number, none: number): number => {
      const text = numbers[i]
      if (text === '') return none
      const found = Number(text.replace(',', '.'))
      if (Number.isFinite(found)) return found
      throw bad(`"${text}" is not a number`)
    }
    if (kind === 'pl' || kind === 'c') {
      const all = numbers.map((_, i) => value(i, -1))
      if (all.some((one) => one < 0)) throw bad(`"${word}" needs numbers from 0`)
      if (kind === 'c') costs.set(cell, all[0])
      else levels.set(cell, [all[0], all[1]])
    } else if (kind === 'bounds') {
      const [low, high] = [value(0, -Infinity), value(1, Infinity)]
      const own = table.values[cell]
      if (!(low <= own && own <= high))
        throw bad(`${cellName(table, cell)} is ${own}, outside the bounds ${low} to ${high}`, 'Correct the bounds.')
      bounds.set(cell, [low, high])
    } else {
      const status = read(word)
      if (status === undefined)
        throw bad(`"${word}" is not a status of a cell`, statusAdvice(known, Object.keys(numbersOf)))
      statuses.set(cell, [...(statuses.get(cell) ?? []), status])
    }
  }
  return { statuses, levels, costs, bounds, waivers }
}

/** Lines of any length, so that no row is ragged. */
function linesOf(file: InputFile): Line[] {
  const lines = textOf(file)
    .replace(/^\uFEFF+/, '')
    .split(/\r\n|\n|\r/)
  const separator = lines.some((line) => line.includes(';')) ? ';' : ','
  return lines.flatMap((line, i) =>
    line.trim() === ''
      ? []
      : [{ number: i + 1, texts: readRows(line, { separator, file: file.name })[0].map((text) => text.trim()) }],
  )
}
