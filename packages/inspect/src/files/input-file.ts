import { decodeText } from '@sdc/files'
import type { ReadStat, TableOptions } from '@sdc/files/formats'

export { bytesOf } from '@sdc/files'

/**
 * Content of a file: a text in UTF-8 including the byte order mark, its bytes, or its bytes in pieces. Pieces may be
 * longer than one string in total, and may be made on demand. Every iteration restarts at the beginning, and a piece is
 * valid until the next one.
 */
export type Content = string | Uint8Array | Iterable<Uint8Array>

/** A file that a front end has read. */
export interface InputFile {
  /** Name for messages; the path on the command line. */
  readonly name: string
  readonly content: Content
  /** Its table, if it was read by a program that reads files only (Parquet). */
  readonly table?: ReadStat | undefined
  /** Reads the catalog with the labels of its values, if it is a SAS file. */
  readonly catalog?: TableOptions['catalog']
  /** Its encoding, for text in neither UTF-8 nor UTF-16, from an option of the front end. */
  readonly encoding?: string | undefined
  /** Widths of its columns, from an option of the front end. */
  readonly widths?: readonly number[] | undefined
}

/**
 * Returns the text of a document including the byte order mark. Throws FILE if its bytes are not UTF-8 or exceed the
 * length of one string.
 */
export function textOf({ name, content, encoding }: InputFile): string {
  return typeof content === 'string' ? content : decodeText(content, name, encoding)
}

/** Returns the bytes of a file in pieces, without a copy in memory. */
export function piecesOf(content: Content): Iterable<Uint8Array> {
  if (typeof content === 'string') return [new TextEncoder().encode(content)]
  return content instanceof Uint8Array ? [content] : content
}

/** Returns the name of a file without its folders, in the notation of any system. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}
