import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, statSync, type BigIntStats } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { canonicalJson, SdcError } from '@sdc/core'
import { csvHead } from '../csv/blocks/csv-head.js'
import type { CsvOptions } from '../csv/csv-file.js'
import type { Pieces } from '../csv/bytes/pieces.js'
import { fileError } from '../node/file-error.js'

/**
 * A file, or a part of a folder below its header, as a piece of one file. It is plain JSON, so that other processes
 * read the same.
 */
export interface CsvPiece {
  readonly path: string
  /** Size and time of the last change at the start of the run. */
  readonly size: string
  readonly changed: string
  readonly from: number
  readonly to: number
  /** Appended text: the line end that its last record lacks. */
  readonly then: string
}

/**
 * Lists the pieces of a CSV file. A folder is read as one file: its files that end in `.csv`, by name, the records of
 * each below the header of the first. Hidden files and those that begin with `_` are metadata of other programs and are
 * skipped.
 *
 * @param path - A file or a folder.
 * @param options - Known properties of the files.
 * @returns The pieces.
 * @throws FILE if there is no file, one is empty or not CSV, or has other columns than the first
 */
export function csvPieces(path: string, options: CsvOptions): readonly CsvPiece[] {
  if (!statOf(path).isDirectory()) return [wholeOf(path)]
  const names = readdirSync(path)
    .filter((name) => /\.csv$/i.test(name) && !/^[._]/.test(name))
    .sort()
  if (names.length === 0) {
    const message = `${path} cannot be read: it is a folder without a file whose name ends in .csv`
    throw new SdcError('FILE', message, { file: path }, 'Name a folder with partitions, or a file.')
  }
  const wholes = names.map((name) => wholeOf(join(path, name)))
  const first = headOf(wholes[0], options)
  return wholes.map((whole, p) => {
    const own = p === 0 ? first : headOf(whole, { ...options, separator: first.separator })
    refuseOtherColumns(own.names, first.names, whole.path, wholes[0].path)
    const isLast = p === wholes.length - 1
    const below = { ...whole, from: p === 0 ? 0 : own.below }
    // Blank lines between two parts are not records; those at the end of the last part are kept.
    return isLast ? below : { ...below, to: endOfRecords(below), then: first.newline }
  })
}

function wholeOf(path: string): CsvPiece {
  const { size, mtimeNs } = statOf(path)
  // Absolute path: the process that reads the plan may run in another folder.
  return { path: resolve(path), size: String(size), changed: String(mtimeNs), from: 0, to: Number(size), then: '' }
}

function headOf(whole: CsvPiece, options: CsvOptions): ReturnType<typeof csvHead> {
  return csvHead(piecesBetween([whole], 0, whole.to), { ...options, file: whole.path })
}

function refuseOtherColumns(names: readonly string[], first: readonly string[], file: string, firstFile: string): void {
  if (names.length === first.length && names.every((name, c) => name === first[c])) return
  const absent = first.find((name) => !names.includes(name))
  const more = names.find((name) => !first.includes(name))
  const how =
    absent !== undefined
      ? `it has no column "${absent}"`
      : more !== undefined
        ? `it has a column "${more}" that the others lack`
        : 'its columns are in another order'
  const message = `${file} and ${firstFile} are not partitions of one file: ${how}`
  throw new SdcError('WRONG_INPUT', message, { file }, 'All partitions need the same columns in the same order.')
}

/** End of the last record of a part, without its line end. */
function endOfRecords(piece: CsvPiece): number {
  const tail = 1 << 12
  for (let to = piece.to; to > piece.from;) {
    const from = Math.max(piece.from, to - tail)
    const part = piecesBetween([{ ...piece, then: '' }], from - piece.from, to - piece.from)
    const bytes = Buffer.concat(Array.from(part, (one) => one.slice()))
    let at = bytes.length
    while (at > 0 && (bytes[at - 1] === 10 || bytes[at - 1] === 13)) at--
    if (at > 0) return from + at
    to = from
  }
  return piece.from
}

/** Total number of bytes of the pieces. */
export const bytesOfPieces = (pieces: readonly CsvPiece[]): number =>
  pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)

const lengthOf = ({ from, to, then }: CsvPiece): number => (to > from ? to - from + then.length : 0)

const AT_A_TIME = 1 << 18

/**
 * Returns a byte range of files that are read as one.
 *
 * @param pieces - The files.
 * @param from - First byte.
 * @param to - End of the range, exclusive.
 * @returns The bytes, read anew at each iteration. Iterating throws FILE if a file has changed.
 */
export function piecesBetween(pieces: readonly CsvPiece[], from: number, to: number): Pieces {
  return { size: to - from, [Symbol.iterator]: () => read(pieces, from, to) }
}

function* read(pieces: readonly CsvPiece[], from: number, to: number): Generator<Uint8Array, void> {
  let before = 0
  for (const piece of pieces) {
    const length = lengthOf(piece)
    const begin = Math.max(0, from - before)
    const end = Math.min(length, to - before)
    before += length
    if (begin >= end) continue
    const own = piece.to - piece.from
    if (begin < own) yield* bytesBetween(piece, piece.from + begin, piece.from + Math.min(end, own))
    if (end > own) yield new TextEncoder().encode(piece.then).subarray(Math.max(0, begin - own), end - own)
  }
}

function* bytesBetween(piece: CsvPiece, from: number, to: number): Generator<Uint8Array, void> {
  const { path } = piece
  let file: number | undefined
  try {
    checkUnchanged(piece)
    file = openSync(path, 'r')
    const bytes = new Uint8Array(Math.min(AT_A_TIME, to - from))
    for (let at = from; at < to;) {
      const length = readSync(file, bytes, 0, Math.min(bytes.length, to - at), at)
      if (length === 0) throw changedError(path)
      at += length
      if (at >= to) checkUnchanged(piece)
      yield bytes.subarray(0, length)
    }
  } catch (error) {
    throw fileError(error, 'read', path)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function checkUnchanged({ path, size, changed }: CsvPiece): void {
  const now = statOf(path)
  if (String(now.size) !== size || String(now.mtimeNs) !== changed) throw changedError(path)
}

function changedError(path: string): SdcError {
  const message = `${path} changed after the run began: another program wrote to it`
  return new SdcError(
    'FILE',
    message,
    { file: path },
    'Run again after other programs have stopped writing to it, or use a copy.',
  )
}

/**
 * Computes the fingerprint of files from their names, sizes, times of last change, and options.
 *
 * @param pieces - The files.
 * @param options - Known properties of the files.
 * @returns SHA-256 in hexadecimal digits.
 */
export function fingerprintOfCsv(pieces: readonly CsvPiece[], options: CsvOptions): string {
  const facts = pieces.map(({ path, size, changed }) => [basename(path), size, changed])
  // The name for messages is left out: the same file may have another name elsewhere.
  const { columns, separator, quote, decimal, header, missing } = options
  // The order of columns is left out, since it differs in a saved plan, as are columns with only a role.
  const said = Object.fromEntries(
    [...(columns ?? [])]
      .map(
        ([name, { taxonomy, ...own }]) =>
          [name, { ...own, taxonomy: taxonomy && Object.fromEntries(taxonomy) }] as const,
      )
      .filter(([, own]) => Object.values(own).some((value) => value !== undefined)),
  )
  return createHash('sha256')
    .update(canonicalJson([facts, [separator, quote, decimal, header, missing], said]))
    .digest('hex')
}

function statOf(path: string): BigIntStats {
  try {
    return statSync(path, { bigint: true })
  } catch (error) {
    throw fileError(error, 'read', path)
  }
}
