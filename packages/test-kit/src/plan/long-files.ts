import { BLOCK, dataset, numeric, takeColumn, type Column, type Dataset } from '@sdc/core'
import { artificialFile, withMissing } from '../shared/artificial.js'

/** Partitions of a long file, each of one block; the last is short. */
export const PARTITIONS = 4
const LAST = 77
/** Records of the artificial file, which are repeated. */
const DRAWN = 1000
/** Step to which numbers of a tied file are rounded. */
const STEP = 4

function repeated(names: readonly string[], rows: Int32Array): Dataset {
  const drawn = artificialFile(DRAWN, 'parts')
  return dataset(names.map((name) => [name, takeColumn(drawn.column(name), rows)]))
}

const rowsOf = (partitions: number): number => (partitions - 1) * BLOCK + LAST

function changed(data: Dataset, names: readonly string[], change: (value: number, row: number) => number): Dataset {
  const all = data.names.map((name): [string, Column] => {
    const column = data.column(name)
    return [name, column.kind === 'numeric' && names.includes(name) ? numeric(column.values.map(change)) : column]
  })
  return dataset(all)
}

/**
 * Columns of the artificial file repeated many times, with slightly different numbers.
 *
 * @param names - Columns.
 * @param partitions - Number of blocks.
 * @returns The file.
 */
export function longFile(names: readonly string[], partitions: number): Dataset {
  const rows = new Int32Array(rowsOf(partitions)).map((_, i) => i % DRAWN)
  return changed(repeated(names, rows), names, (value, i) => value + Math.floor(i / DRAWN) / 128)
}

/**
 * A file with few values in some columns.
 *
 * @param file - The file.
 * @param names - Columns whose numbers become multiples of four.
 * @returns The file; categories stay.
 */
export function rounded(file: Dataset, names: readonly string[]): Dataset {
  return changed(file, names, (value) => STEP * Math.round(value / STEP))
}

/**
 * The same with ties, zeros of both signs and missing values in the columns to mask.
 *
 * @param names - Columns.
 * @param masked - Columns to mask.
 * @returns A file of two blocks.
 */
export function tiedFile(names: readonly string[], masked: readonly string[]): Dataset {
  const rows = new Int32Array(rowsOf(2)).map((_, i) => i % DRAWN)
  const tied = changed(repeated(names, rows), masked, (value, i) =>
    i % 5 === 0 ? (i % 2 === 0 ? 0 : -0) : STEP * Math.round(value / STEP),
  )
  return withMissing(tied, masked)
}

/**
 * A file whose second block has the records of the first.
 *
 * @param names - Columns.
 * @returns A file of three blocks.
 */
export function blocksTwice(names: readonly string[]): Dataset {
  return repeated(
    names,
    new Int32Array(rowsOf(3)).map((_, i) => (i % BLOCK) % DRAWN),
  )
}
