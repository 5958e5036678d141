import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, statSync, type BigIntStats } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { canonicalJson, SdcError } from '@sdc/core'
import { csvHead } from '../csv/blocks/csv-head.js'
import type { CsvOptions } from '../csv/csv-file.js'
import type { Pieces } from '../csv/bytes/pieces.js'
import { fileError } from '../node/file-error.js'

/** A file, or what of a part is below its header, as a piece of one file: plain JSON, so that other processes read the same. */
export interface CsvPiece {
  readonly path: string
  /** Its length and the time of its last change when the run began. */
  readonly size: string
  readonly changed: string
  readonly from: number
  readonly to: number
  /** What is put behind it: the line end that its last record lacks. */
  readonly then: string
}

/**
 * A CSV file, or the files of a folder that end in `.csv` as one, in the order of their names: the records of each below the header
 * of the first. Hidden ones and those that begin with `_` are other programs' notes.
 *
 * @param path - A file or a folder.
 * @param options - What is known of the files.
 * @returns Their pieces.
 * @throws FILE where there is none, one is empty or no CSV, or has other columns than the first.
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
    // Blank lines between two parts are no records; those at the end of the last one stay.
    return isLast ? below : { ...below, to: endOfRecords(below), then: first.newline }
  })
}

function wholeOf(path: string): CsvPiece {
  const { size, mtimeNs } = statOf(path)
  // Whole: who reads the plan may be in another folder.
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

/** Where the last record of a part ends, without its line end. */
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

/** How many bytes the pieces have together. */
export const bytesOfPieces = (pieces: readonly CsvPiece[]): number =>
  pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)

const lengthOf = ({ from, to, then }: CsvPiece): number => (to > from ? to - from + then.length : 0)

const AT_A_TIME = 1 << 18

/**
 * The bytes of files from one place to another, as if they were one.
 *
 * @param pieces - The files.
 * @param from - The first byte.
 * @param to - The byte behind the last.
 * @returns The bytes, read anew at each iteration. Iterating throws FILE where a file is not what it was.
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
 * Of the files' names, lengths and times of their last change, and of what is said of them.
 *
 * @param pieces - The files.
 * @param options - What is said of them.
 * @returns SHA-256 in hexadecimal digits.
 */
export function fingerprintOfCsv(pieces: readonly CsvPiece[], options: CsvOptions): string {
  const facts = pieces.map(({ path, size, changed }) => [basename(path), size, changed])
  // Its name says nothing of it: the same file is read by another name elsewhere.
  const { columns, separator, quote, decimal, header, missing } = options
  // Nor does the order in which columns are said, which is another in a plan that was written, nor a column of which only a role is.
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
