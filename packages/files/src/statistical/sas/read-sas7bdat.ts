import type { Decoder } from '../../encodings/decoder.js'
import { missingKinds } from '../../dictionary/missing-kinds.js'
import type { NumberCells, ReadStat, ReadStatOptions, StatColumn, TextCells } from '../../dictionary/stat-table.js'
import { textColumn } from '../bytes/text-column.js'
import { decoderOfFile } from '../spss/encoding.js'
import type { DataColumn } from './data-columns.js'
import { readPages } from './data-records.js'
import { kindOfByte } from './missing-letters.js'
import type { ReadCatalogOptions, SasCatalog } from './read-sas-catalog.js'
import { sasEncoding } from './sas-encoding.js'
import { sasFile, type SasFile } from './sas-file.js'
import { firstOf, textOfFormat, timeOf, type SasFormat } from './sas-format.js'

/** Options of reading a SAS data set. */
export interface ReadSasOptions extends ReadStatOptions {
  /** Reads the catalog (.sas7bcat) with the labels of its formats by `readSasCatalog`, if there is one. */
  readonly catalog?: ((how: ReadCatalogOptions) => SasCatalog) | undefined
}

/**
 * Reads a SAS data set (.sas7bdat), of 32 or 64 bits, compressed or not. Deleted records, which remain in the file, are
 * left out.
 *
 * @param bytes - The file.
 * @param options - Its name, its encoding instead of that in the file, and its catalog of formats.
 * @returns The table.
 * @throws FILE for another file, a damaged or truncated one, and one that is encrypted or does not name the encoding
 *   of its letters
 */
export function readSas7bdat(bytes: Uint8Array, options: ReadSasOptions = {}): ReadStat {
  const file = sasFile(bytes, 'DATA', options.file)
  const encoding = sasEncoding(file.encoding)
  const decoder = decoderOfFile(options.encoding, encoding, undefined, options.file)
  const catalog = catalogOf(options, encoding)
  const { described, records } = readPages(file)
  const { fileLabel, columns } = described.finish()
  checkPlaces(file, columns, described.counts().length)
  const cells = columns.map((column) => {
    const format = { ...column.format, name: decoder.decode(column.format.name) }
    return {
      format,
      ...(column.isNumber ? numbers(file, column, format, records.count) : texts(column, records.count, decoder)),
    }
  })
  records.each((record, at, i) => {
    for (const { put } of cells) put(record, at, i)
  })
  const read = columns.map((column, j): StatColumn => {
    const { format, finish } = cells[j]
    const stored = column.isNumber
      ? ({ stored: 'number', time: timeOf(format) } as const)
      : ({ stored: 'text', width: column.length } as const)
    return {
      name: decoder.decode(column.name),
      description: {
        label: decoder.decode(column.label) || undefined,
        labels: catalog?.formats.get(format.name.toUpperCase()),
        format: textOfFormat(format),
        ...stored,
      },
      cells: finish(),
    }
  })
  return {
    table: { rows: records.count, fileLabel: decoder.decode(fileLabel) || undefined, columns: read },
    notes: cells
      .map(({ format }, j) => ({ format: format.name.toUpperCase(), name: read[j].name }))
      .filter(({ format }) => catalog?.withRanges.has(format))
      .map(({ format, name }) => `Labels of ranges of values are left out: format ${format} of ${name}.`),
  }
}

function catalogOf({ catalog, file, encoding }: ReadSasOptions, usual: string | undefined): SasCatalog | undefined {
  const name = file === undefined ? 'the catalog' : `the catalog of ${file}`
  return catalog?.({ file: name, encoding, usualEncoding: usual })
}

/** Refuses columns that are outside a record, or together longer than it. */
function checkPlaces({ reader }: SasFile, columns: readonly DataColumn[], size: number): void {
  let sum = 0
  for (const { isNumber, offset, length } of columns) {
    sum += length
    if (offset + length > size || sum > size || (isNumber && (length < 2 || length > 8)))
      throw reader.broken(`a column has ${length} bytes at ${offset} of a record of ${size}`)
  }
}

/** Cells of a column, record by record. */
interface Collected {
  /** Reads the cell of a record at a position. */
  readonly put: (bytes: Uint8Array, at: number, record: number) => void
  readonly finish: () => NumberCells | TextCells
}

function texts({ offset, length }: DataColumn, rows: number, decoder: Decoder): Collected {
  const column = textColumn(rows, decoder)
  return {
    put(bytes, at, record) {
      const from = at + offset
      let to = from + length
      while (to > from && (bytes[to - 1] === 0x20 || bytes[to - 1] === 0)) to--
      column.put(record, bytes, from, to)
    },
    finish: () => ({ kind: 'texts', ...column.finish(), missing: null }),
  }
}

/** Numbers of 2 to 8 bytes: the first ones of a double, in the byte order of the file. */
function numbers({ reader }: SasFile, column: DataColumn, format: SasFormat, rows: number): Collected {
  const { offset, length } = column
  const { little } = reader
  const first = firstOf(timeOf(format))
  const values = new Float64Array(rows)
  const missing = missingKinds(rows)
  const double = new Uint8Array(8)
  const view = new DataView(double.buffer)
  return {
    put(bytes, at, record) {
      const from = at + offset
      if (little) for (let k = 0; k < length; k++) double[7 - k] = bytes[from + length - 1 - k]
      else for (let k = 0; k < length; k++) double[k] = bytes[from + k]
      const value = view.getFloat64(0, little) - first
      values[record] = value
      // The third byte from the sign, inverted, is the kind of missing value.
      if (Number.isNaN(value)) missing.note(record, length > 2 ? kindOfByte(0xff - double[little ? 5 : 2]) : '')
    },
    finish: () => ({ kind: 'numbers', values, missing: missing.finish() }),
  }
}
