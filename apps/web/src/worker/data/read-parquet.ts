import { isSdcError, SdcError } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { Pieces } from '@sdc/files'
import type { TableFile } from '@sdc/files/formats'
import { readTable } from '@sdc/inspect'
import { parquetMetadataAsync, parquetRead, type AsyncBuffer, type FileMetaData } from 'hyparquet'
import type { DataSource } from './data-source.js'
import { columnText, isBeyond, parsers } from './parquet-text.js'
import { refuseCells } from './room.js'

const encoder = new TextEncoder()

/** Returns true for a Parquet file, by its first four bytes. */
export function isParquet({ pieces }: Pick<DataSource, 'pieces'>): boolean {
  const [first] = pieces
  return first !== undefined && String.fromCharCode(...first.subarray(0, 4)) === 'PAR1'
}

/**
 * Reads a Parquet file, one row group at a time, as the CSV file with the same values, since outputs are CSV.
 *
 * @param source - The file.
 * @param schema - Schema for reading it; separators and encoding are ignored.
 * @returns Its table. Numbers are exact, and integers beyond 2^53 are text; dates and instants are ISO text; null is
 *   missing.
 * @throws FILE for a damaged file, an unsupported compression, and columns that are not plain, with their names.
 */
export async function readParquet(source: DataSource, schema: FileSchema): Promise<TableFile> {
  const { name: file, bytes: byteLength } = source
  try {
    const buffer: AsyncBuffer = { byteLength, slice: (from, to = byteLength) => source.slice(from, to) }
    const metadata = await parquetMetadataAsync(buffer, { parsers })
    const elements = elementsOf(metadata, file)
    refuseCells(source, Number(metadata.num_rows) * elements.length)
    const texts = elements.map((element) => columnText(element, file))
    const isText = texts.map((one) => one.isText)
    const pieces: Uint8Array[] = [encoder.encode(`${elements.map(({ name }) => quoted(name)).join(',')}\n`)]
    let rowStart = 0
    for (const { num_rows: count } of metadata.row_groups) {
      const rowEnd = rowStart + Number(count)
      let rows: readonly unknown[][] = []
      await parquetRead({
        file: buffer,
        metadata,
        parsers,
        rowStart,
        rowEnd,
        onComplete: (some: unknown[][]) => {
          rows = some
        },
      })
      const lines = rows.map((row) =>
        texts.map(({ cell }, j) => {
          const value = row[j]
          if (value === null || value === undefined || Number.isNaN(value)) return ''
          if (isBeyond(value)) isText[j] = true
          return quoted(cell(value))
        }),
      )
      pieces.push(encoder.encode(lines.map((line) => `${line.join(',')}\n`).join('')))
      rowStart = rowEnd
    }
    const known = new Map(Object.entries(schema.columns))
    const asTexts = elements.filter((_, j) => isText[j])
    for (const { name } of asTexts) known.set(name, { kind: 'categorical', ...known.get(name) })
    const columns = Object.fromEntries(known)
    // In such a file NA is a word, since missing cells are null.
    const { missing = [''] } = schema
    const said = { separator: ',', decimal: '.', header: true, missing, columns } as const
    return { ...readTable({ name: file, content: held(pieces) }, said), format: 'parquet', notes: [] }
  } catch (error) {
    if (isSdcError(error)) throw error
    const why = error instanceof Error ? error.message : String(error)
    const fix = 'Save the file as CSV, or as Parquet without compression or with Snappy.'
    throw new SdcError('FILE', `the Parquet file ${file} cannot be read: ${why}`, { file }, fix)
  }
}

/** Returns the columns of a file, which must be plain. */
function elementsOf({ schema }: FileMetaData, file: string): FileMetaData['schema'] {
  const [root, ...elements] = schema
  const nested = elements.find((one) => (one.num_children ?? 0) > 0 || one.repetition_type === 'REPEATED')
  if (nested === undefined && elements.length === root.num_children) return elements
  const message = `the column ${nested?.name ?? ''} of ${file} is nested: it contains lists or groups of values`
  const fix = 'Remove the column, or split it into simple columns, and open the file again.'
  throw new SdcError('FILE', message, { file, column: nested?.name }, fix)
}

function quoted(text: string): string {
  return /[",\r\n;\t|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function held(pieces: readonly Uint8Array[]): Pieces {
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  return { size, [Symbol.iterator]: () => pieces[Symbol.iterator]() }
}
