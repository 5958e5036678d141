import { byteReader, trimmedEnd, type ByteReader } from '../bytes/byte-reader.js'
import type { SasFormat } from './sas-format.js'

/** Bytes of a line; every part of a transport file begins with a line. */
export const LINE = 80

/** Version of a transport file. */
export type XptVersion = 5 | 8

/** Column in the header of a transport file. */
export interface XptColumn {
  readonly numeric: boolean
  /** Bytes of a cell. */
  readonly length: number
  readonly name: Uint8Array
  readonly label: Uint8Array
  readonly format: { readonly name: Uint8Array } & Pick<SasFormat, 'width' | 'decimals'>
}

/** Header of a transport file. */
export interface XptHead {
  readonly label: Uint8Array
  readonly columns: readonly XptColumn[]
  /** Position of the first record. */
  readonly at: number
  /** Number of records according to the file; undefined if it has none. */
  readonly records: number | undefined
}

/**
 * Reads the header of a transport file, of version 5 or 8.
 *
 * @param bytes - The file.
 * @param file - Name of the file, for messages.
 * @returns The columns and the position of the records.
 * @throws FILE for another file, and if the file ends early
 */
export function readXptHead(bytes: Uint8Array, file?: string): XptHead {
  const reader = byteReader(bytes, file)
  reader.little = false
  header(reader, ['LIBRARY', 'LIBV8'])
  reader.skip(2 * LINE)
  const { rest: sizes } = header(reader, ['MEMBER', 'MEMBV8'])
  const size = Number(sizes.slice(26, 30)) || 140
  if (size !== 140 && size !== 136) throw reader.broken(`a description of a column has ${size} bytes`)
  header(reader, ['DSCRPTR', 'DSCPTV8'])
  reader.skip(LINE + 32)
  const label = trimmedEnd(reader.take(40))
  reader.skip(8)
  const { name, rest } = header(reader, ['NAMESTR', 'NAMSTV8'])
  const count = number(reader, rest.slice(0, 10))
  reader.checkLeft(count, size, 'columns')
  const columns = Array.from({ length: count }, () => readColumn(reader, size, name === 'NAMSTV8'))
  toLine(reader)
  let part = header(reader, ['LABELV8', 'LABELV9', 'OBS', 'OBSV8'])
  while (part.name.startsWith('LABEL')) {
    readLabels(reader, columns, part)
    toLine(reader)
    part = header(reader, ['LABELV8', 'LABELV9', 'OBS', 'OBSV8'])
  }
  const said = part.name === 'OBSV8' ? number(reader, part.rest.slice(0, 15)) : 0
  return { label, columns, at: reader.at, records: said > 0 ? said : undefined }
}

interface Header {
  readonly name: string
  /** 30 letters with numbers. */
  readonly rest: string
}

const PATTERN = /^HEADER RECORD\*{7}(\w+) *HEADER RECORD!{7}(.{30})/

/** Reads the first line of a part. */
function header(reader: ByteReader, names: readonly string[]): Header {
  const { at } = reader
  const line = latin(reader.take(LINE))
  const [, name = '', rest = ''] = PATTERN.exec(line) ?? []
  if (!names.includes(name)) throw reader.broken(`the head of the part ${names.join(' or ')} is missing`, at)
  return { name, rest }
}

function number(reader: ByteReader, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) throw reader.broken(`${JSON.stringify(text)} is not a number of parts`)
  return value
}

function toLine(reader: ByteReader): void {
  reader.skip((LINE - (reader.at % LINE)) % LINE)
}

function readColumn(reader: ByteReader, size: number, long: boolean): XptColumn {
  const { at } = reader
  const type = reader.i16()
  reader.skip(2)
  const length = reader.u16()
  reader.skip(2)
  const short = trimmedEnd(reader.take(8))
  const label = trimmedEnd(reader.take(40))
  const format = { name: trimmedEnd(reader.take(8)), width: reader.u16(), decimals: reader.u16() }
  reader.skip(20)
  const name = long ? trimmedEnd(reader.take(32)) : short
  const numeric = type === 1
  if (type !== 1 && type !== 2) throw reader.broken(`a column has the unknown type ${type}`, at)
  if (numeric ? length < 2 || length > 8 : length < 1)
    throw reader.broken(`a column has cells of ${length} bytes`, at + 4)
  reader.at = at + size
  return { numeric, length, name: name.length > 0 ? name : short, label, format }
}

/** Reads labels of more than 40 bytes, and names of formats of more than 8. */
function readLabels(reader: ByteReader, columns: XptColumn[], { name: part, rest }: Header): void {
  // Some programs write the number as in the column header: ten digits, then zeros.
  const count = number(reader, rest.trim().length > 15 ? rest.slice(0, 10) : rest)
  reader.checkLeft(count, 6, 'labels')
  for (let i = 0; i < count; i++) {
    const { at } = reader
    const place = reader.u16()
    const lengths = [reader.u16(), reader.u16(), ...(part === 'LABELV9' ? [reader.u16(), reader.u16()] : [])]
    const [name, label, format] = lengths.map((length) => trimmedEnd(reader.take(length)))
    // Some programs count the columns from 0: the name decides.
    const named = columns.findIndex((column) => latin(column.name) === latin(name))
    const j = named >= 0 ? named : place - 1
    const column = columns.at(j)
    if (j < 0 || column === undefined) throw reader.broken(`a label names column ${place} of ${columns.length}`, at)
    columns[j] = { ...column, ...(name.length > 0 && { name }), label, format: longFormat(column, format) }
  }
}

/** Format with a name of more than eight letters: it is written as a text, with its width. */
function longFormat({ format }: XptColumn, text: Uint8Array | undefined): XptColumn['format'] {
  if (text === undefined || text.length === 0) return format
  const [, name, width, decimals] = /^(.*?)(\d*)(?:\.(\d*))?$/s.exec(latin(text)) ?? []
  return { name: text.subarray(0, name.length), width: Number(width), decimals: Number(decimals ?? 0) }
}

/** Decodes bytes as Latin-1. */
export function latin(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
