import { SdcError } from '@sdc/core'
import { byteReader, trimmedEnd, type ByteReader } from '../bytes/byte-reader.js'

/** Header of data sets and catalogs of SAS. */
export interface SasFile {
  readonly reader: ByteReader
  /** True if positions and lengths have 8 bytes, not 4. */
  readonly isWide: boolean
  /** Code of the encoding of the texts. */
  readonly encoding: number
  readonly headerSize: number
  readonly pageSize: number
  readonly pages: number
  /** Version of SAS that wrote it: `9.0401M3`. */
  readonly release: string
  /** Reader at a position. */
  readonly at: (place: number) => ByteReader
  /** Reads a position or a length, of 8 or 4 bytes. */
  readonly word: (place: number) => number
}

/**
 * Reads the header of a data set or a catalog.
 *
 * @param bytes - The file.
 * @param type - Expected type: `DATA` or `CATALOG`.
 * @param file - Name of the file, for messages.
 * @returns The header.
 * @throws FILE for another file, and one that is too short for its pages
 */
export function sasFile(bytes: Uint8Array, type: 'DATA' | 'CATALOG', file: string | undefined): SasFile {
  const reader = byteReader(bytes, file)
  const at = (place: number): ByteReader => {
    reader.at = place
    return reader
  }
  const text = (place: number, length: number): string => String.fromCharCode(...trimmedEnd(at(place).take(length)))
  const [wide, padded] = [at(32).u8() === 0x33, at(35).u8() === 0x33]
  reader.little = at(37).u8() === 1
  const is = text(84, 8) === 'SAS FILE' ? text(156, 8) : ''
  if (is !== type) {
    const what = type === 'DATA' ? 'a SAS data set (.sas7bdat)' : 'a catalog of SAS formats (.sas7bcat)'
    const found = is === '' ? 'another file' : `a SAS file of type ${is}`
    throw new SdcError('FILE', `${file ?? 'the file'} is not ${what} but ${found}`, { file }, 'Name another file.')
  }
  const shift = padded ? 4 : 0
  const word = (place: number): number => (wide ? at(place).u64() : at(place).u32())
  const [headerSize, pageSize, pages] = [at(196 + shift).u32(), at(200 + shift).u32(), word(204 + shift)]
  if (pageSize < 64 || headerSize < 256) throw reader.broken(`its pages have ${pageSize} bytes`, 196 + shift)
  at(headerSize).checkLeft(pages, pageSize, 'pages')
  const release = text(216 + shift + (wide ? 4 : 0), 8)
  return { reader, isWide: wide, encoding: at(70).u8(), headerSize, pageSize, pages, release, at, word }
}
