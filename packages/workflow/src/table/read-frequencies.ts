import { asNote, isMissing, numericValues, SdcError, unknownColumn, type Message, type Table } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { inFile } from '../files/in-file.js'
import type { InputFile } from '../files/input-file.js'
import { readTable } from '../files/tables.js'
import { longFile } from './long-file.js'
import type { TableFile } from './read-table-cells.js'

/** What the column of the numbers may be called where the file has several besides the dimensions. */
const usualNames = ['count', 'frequency', 'value']

export interface Frequencies {
  /** −1 where the file says nothing of a cell. */
  readonly counts: Int32Array
  readonly messages: readonly Message[]
}

/**
 * Reads what everybody knows of the number of contributors of each cell: a file in long form with the dimensions of the table
 * and one column of numbers. Cells that it lacks, or where it is empty, are those of which nobody knows.
 *
 * @param given - The public frequencies.
 * @param of - The table.
 * @returns A number for each cell of the table.
 * @throws UNKNOWN_COLUMN, WRONG_INPUT for a cell that the table has not or what is no number of contributors, BAD_TABLE for a
 * cell that is there twice
 */
export function readFrequencies(given: InputFile, { table, columns }: TableFile): Frequencies {
  const { by, header, form } = columns
  const file = longFile(given, { by, header, form, marks: [] })
  const dimensions = by.map((name): [string, FileSchema['columns'][string]] => [
    name,
    { kind: 'categorical', missing: [''] },
  ])
  const schema = (names: readonly string[]): FileSchema => ({
    columns: Object.fromEntries(dimensions.filter(([name]) => names.includes(name))),
    ...(header !== undefined && { header }),
  })
  const { names } = readTable(file, schema([])).dataset
  const lacking = by.find((name) => !names.includes(name))
  if (lacking !== undefined) {
    const message = `the public frequencies have no column "${lacking}", a dimension of the table`
    const advice = `They are given cell by cell. ${unknownColumn(lacking, names).advice}`
    throw new SdcError('UNKNOWN_COLUMN', message, { file: file.name, column: lacking }, advice)
  }
  const name = numberColumn(names, by, file.name)
  const { dataset } = readTable(file, schema(names))
  const numbers = inFile(file.name, name, () => numericValues(dataset, name))
  const find = cellByLevels(table)
  const counts = new Int32Array(table.values.length).fill(-1)
  const levels = by.map((one) => {
    const column = dataset.column(one)
    if (column.kind === 'numeric') throw new TypeError('dimensions are read as categories')
    return (row: number): string => (column.codes[row] < 0 ? '' : column.levels[column.codes[row]])
  })
  for (let row = 0; row < dataset.rows; row++) {
    const own = levels.map((of) => of(row))
    const cell = find(own)
    const text = own.map((level, d) => `${by[d]}=${level}`).join(', ')
    const place = { file: file.name, column: name, row: row + 1 }
    if (cell === undefined) {
      const message = `the public frequencies have the cell ${text}, which the table has not`
      throw new SdcError('WRONG_INPUT', message, place, 'They are to be of the cells of this table.')
    }
    if (isMissing(dataset.column(name), row)) continue
    const count = numbers[row]
    if (!Number.isInteger(count) || count < 0 || count > 2 ** 31 - 1) {
      const message = `"${name}" of ${text} is ${count}, and no number of contributors`
      throw new SdcError('WRONG_INPUT', message, place, 'Give a whole number from 0, or nothing.')
    }
    if (counts[cell] >= 0) throw new SdcError('BAD_TABLE', `the cell ${text} is there twice`, place, 'Leave one out.')
    counts[cell] = count
  }
  const unknown = counts.filter((count) => count < 0).length
  const note = asNote(
    `the public frequencies say nothing of ${unknown} cell(s): nobody is taken to know how many contribute to them`,
  )
  return { counts, messages: unknown > 0 ? [note] : [] }
}

function numberColumn(names: readonly string[], by: readonly string[], file: string): string {
  const others = names.filter((name) => !by.includes(name))
  const usual = usualNames.find((name) => others.includes(name))
  if (usual !== undefined) return usual
  if (others.length === 1) return others[0]
  const message = `nothing says which column of the public frequencies holds the numbers: ${others.length === 0 ? 'there is none besides the dimensions' : others.join(', ')}`
  throw new SdcError('UNKNOWN_COLUMN', message, { file }, `Call it ${usualNames.join(', or ')}.`)
}

function cellByLevels({ dimensions, values }: Table): (levels: readonly string[]) => number | undefined {
  const at = new Map<string, number>()
  for (let c = 0; c < values.length; c++)
    at.set(JSON.stringify(dimensions.map(({ codes, levels }) => levels[codes[c]])), c)
  return (levels) => at.get(JSON.stringify(levels))
}
