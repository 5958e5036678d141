import { asNote, isMissing, numericValues, SdcError, unknownColumn, type Message } from '@sdc/core'
import { cellName } from '@sdc/tabular'
import { inFile, type InputFile } from '@sdc/inspect'
import { cellsOfRecords } from '../read/cells-by-name.js'
import { longFile } from '../read/long-file.js'
import type { TableFile } from './read-table-cells.js'
import { columnNames, openSource } from '../read/table-source.js'

/** Default names of the column of counts if the file has several besides the dimensions. */
const usualNames = ['count', 'frequency', 'value']

export interface Frequencies {
  /** −1 if the file has no number for a cell. */
  readonly counts: Int32Array
  readonly messages: readonly Message[]
}

/**
 * Reads public numbers of contributors: a file in long form with the dimensions of the table and one column of numbers.
 * They are unknown for missing and empty cells.
 *
 * @param given - The public frequencies.
 * @param of - The table.
 * @returns A number for each cell of the table.
 * @throws UNKNOWN_COLUMN; WRONG_INPUT for a cell that the table lacks or an invalid number; BAD_TABLE for a repeated
 *   cell
 */
export function readFrequencies(given: InputFile, { table, columns }: TableFile): Frequencies {
  const { by, header, form } = columns
  const file = longFile(given, { by, header, form, marks: [] })
  const names = columnNames(file, header)
  const lacking = by.find((name) => !names.includes(name))
  if (lacking !== undefined) {
    const message = `the public frequencies have no column "${lacking}", a dimension of the table`
    const fix = `They are given cell by cell. ${unknownColumn(lacking, names).fix}`
    throw new SdcError('UNKNOWN_COLUMN', message, { file: file.name, column: lacking }, fix)
  }
  const name = numberColumn(names, by, file.name)
  const source = openSource(file, by, { header })
  const { dataset } = source.csv
  const numbers = inFile(file.name, name, () => numericValues(dataset, name))
  const counts = new Int32Array(table.values.length).fill(-1)
  cellsOfRecords(source, by, table, 'the file of public frequencies').forEach((cell, row) => {
    if (isMissing(dataset.column(name), row)) return
    const count = numbers[row]
    const place = source.place(row, name)
    if (!Number.isInteger(count) || count < 0 || count > 2 ** 31 - 1) {
      const message = `"${name}" of ${cellName(table, cell)} is ${count}, and no number of contributors`
      throw new SdcError('WRONG_INPUT', message, place, 'Give a whole number from 0, or nothing.')
    }
    if (counts[cell] >= 0)
      throw new SdcError('BAD_TABLE', `the cell ${cellName(table, cell)} is there twice`, place, 'Leave one out.')
    counts[cell] = count
  })
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
