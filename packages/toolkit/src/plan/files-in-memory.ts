import { numeric, option, SdcError, takeRows, type Block, type Column, type Dataset, type Side } from '@sdc/core'
import type { Correspondence } from '../pairs/correspondence.js'

/** Files in memory, by the records that are read. */
export type FilesInMemory = Readonly<Record<Side, Pick<Block, 'original' | 'masked' | 'numbers'>>>

/** Placeholder for a file that is not read. */
export const NOTHING: Dataset = {
  rows: 0,
  names: [],
  column: (name) => {
    throw new Error(`an aggregate of one file asks for "${name}" of the other`)
  },
}

/**
 * Two files, and the pairs of their records.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param pairs - Records that belong together; without it there are no pairs.
 * @returns The files by the records that are read.
 */
export function filesInMemory(original: Dataset, masked: Dataset, pairs?: Correspondence): FilesInMemory {
  return {
    original: { original, masked: NOTHING },
    masked: { original: NOTHING, masked },
    pairs: pairs
      ? {
          original: recordsOf(original, pairs.original),
          masked: recordsOf(masked, pairs.masked),
          ...(!areInPlace(pairs) && { numbers: pairs }),
        }
      : { original: NOTHING, masked: NOTHING },
  }
}

/** True if every pair has the number of both its records. */
const areInPlace = ({ original, masked }: Correspondence): boolean =>
  original.every((row, i) => row === i) && masked.every((row, i) => row === i)

/** Returns the file itself if these are all of its records in their order; otherwise columns are taken on demand. */
function recordsOf(data: Dataset, rows: Int32Array): Dataset {
  return rows.length === data.rows && rows.every((row, i) => row === i) ? data : takeRows(data, rows)
}

/**
 * A file that a method masks, and its original: every record is a pair, and the original values of a record are missing
 * if its original is unknown.
 *
 * @param original - The original.
 * @param masked - The file to mask.
 * @param origin - Original record of each of its records, −1 if unknown.
 * @returns The files by the records that are read.
 */
export function filesToMask(original: Dataset, masked: Dataset, origin: Int32Array): FilesInMemory {
  const beside = isIdentity(origin, original.rows) ? original : originalsOf(original, origin)
  return { ...filesInMemory(original, masked), pairs: { original: beside, masked } }
}

function isIdentity(origin: Int32Array, rows: number): boolean {
  if (origin.length !== rows) return false
  for (let i = 0; i < origin.length; i++) if (origin[i] !== i) return false
  return true
}

/** Original values of the records, each column once. */
function originalsOf(original: Dataset, origin: Int32Array): Dataset {
  const made = new Map<string, Column>()
  return {
    rows: origin.length,
    names: original.names,
    column(name): Column {
      if (original.rows === 0 && origin.some((row) => row >= 0)) throw withoutOriginals(name)
      const column = made.get(name) ?? originalColumn(original.column(name), origin)
      made.set(name, column)
      return column
    },
  }
}

function withoutOriginals(name: string): SdcError {
  const message = `the original values of column "${name}" are not at hand within groups out of core`
  return new SdcError(
    'BAD_OPTION',
    message,
    { column: name },
    `Mask without groups, or in memory (${option('memory')}).`,
  )
}

function originalColumn(column: Column, origin: Int32Array): Column {
  if (column.kind === 'numeric') {
    const values = new Float64Array(origin.length)
    for (let i = 0; i < values.length; i++) values[i] = origin[i] < 0 ? Number.NaN : column.values[origin[i]]
    return numeric(values)
  }
  return { ...column, codes: origin.map((row) => (row < 0 ? -1 : column.codes[row])) }
}

/**
 * Records of a file as views.
 *
 * @param data - The file.
 * @param first - First record, from 0.
 * @param end - First record after them.
 * @returns End − first records.
 */
export function cut(data: Dataset, first: number, end: number): Dataset {
  if (data === NOTHING || (first === 0 && end === data.rows)) return data
  return {
    rows: end - first,
    names: data.names,
    column(name) {
      const column = data.column(name)
      if (column.kind === 'numeric') return { ...column, values: column.values.subarray(first, end) }
      return { ...column, codes: column.codes.subarray(first, end) }
    },
  }
}
