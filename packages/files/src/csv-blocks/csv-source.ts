import { BLOCK, blocksOf, dataset, type Column, type ColumnKind, type FileSource } from '@sdc/core'
import { readCsvBlock, type CsvBlock } from '../csv/blocks/read-block.js'
import { scanCsv } from '../csv/blocks/scan-csv.js'
import type { CsvOptions } from '../csv/csv-file.js'
import type { CsvScan } from '../csv/blocks/csv-scan.js'
import type { Pieces } from '../csv/bytes/pieces.js'
import { timeOfSchema } from '../csv/times/time-columns.js'
import { withLinesOfParts } from './lines-of-parts.js'
import { bytesOfPieces, csvPieces, fingerprintOfCsv, piecesBetween, type CsvPiece } from './csv-files.js'

/** Facts about scanned CSV files: plain JSON, with which another process reads the files without a scan. */
export interface CsvFacts {
  readonly pieces: readonly CsvPiece[]
  readonly scan: CsvScan
  readonly fingerprint: string
}

/** CSV files as a source, with all that a sink needs to write unmasked records byte for byte. */
export interface CsvSource extends FileSource {
  readonly facts: CsvFacts
  /** Columns with too many categories to keep: they can be passed on, but no step can use them. */
  readonly unheld: ReadonlySet<string>
  /** The last block read, and its columns as returned. */
  lastRead(block: number): { readonly read: CsvBlock; readonly given: ReadonlyMap<string, Column> }
}

/**
 * Returns fingerprint and bytes of CSV files without reading their records.
 *
 * @param path - A file, or a folder of parts.
 * @param options - Known properties of the files, as for `readCsv`.
 * @returns The fingerprint of the source, and all bytes of the files as one.
 * @throws as `csvSource`, except for errors in the records
 */
export function csvFilesAt(
  path: string,
  options: CsvOptions = {},
): { readonly fingerprint: string; readonly content: Pieces } {
  const pieces = csvPieces(path, options)
  const content = piecesBetween(pieces, 0, bytesOfPieces(pieces))
  return { fingerprint: fingerprintOfCsv(pieces, options), content }
}

/**
 * Opens a CSV file, or the parts of a folder by name as one file, to read it block by block. A scan reads it once
 * first, and twice if a numeric column turns out to be categorical; kinds and categories are those of the whole file.
 *
 * @param path - A file, or a folder of files that end in `.csv`.
 * @param options - Known properties of the files, as for `readCsv`.
 * @param known - Facts of an earlier scan, which is not repeated.
 * @returns The source. Reading throws FILE if a file has changed.
 * @throws The errors of `readCsv` and `scanCsv`; FILE for a missing file; WRONG_INPUT for parts that do not fit
 *   together
 */
export function csvSource(path: string, options: CsvOptions = {}, known?: CsvFacts): CsvSource {
  const said: CsvOptions = { file: path, ...options }
  const facts = known ?? scanned(path, said)
  const { pieces, scan, fingerprint } = facts
  const columns = new Map(scan.columns.map((column) => [column.name, column]))
  const codes = new Map(
    scan.columns.map(({ name, levels }) => [name, levels && new Map(levels.map((level, code) => [level, code]))]),
  )
  let last: (ReturnType<CsvSource['lastRead']> & { readonly block: number }) | undefined

  /** A column of a block with the categories of the file. */
  function ofFile(name: string, column: Column): Column {
    const levels = columns.get(name)?.levels
    const own = codes.get(name)
    if (column.kind === 'numeric' || !levels || !own) return column
    const codeOf = Int32Array.from(column.levels, (level) => own.get(level) ?? -1)
    const ordered = columns.get(name)?.kind === 'ordered'
    return { kind: 'categorical', codes: column.codes.map((code) => (code < 0 ? -1 : codeOf[code])), levels, ordered }
  }

  return {
    names: [...columns.keys()],
    rows: scan.records,
    fingerprint,
    facts,
    unheld: new Set(scan.columns.filter(({ levels }) => levels === null).map(({ name }) => name)),
    kind: (name): ColumnKind => columns.get(name)?.kind ?? 'nominal',
    levels: (name) => columns.get(name)?.levels ?? [],
    time: (name) => timeOfSchema(said.columns?.get(name) ?? {})?.kind,
    taxonomy: (name) => said.columns?.get(name)?.taxonomy,
    notNumeric: (name) => columns.get(name)?.notNumeric,
    lastRead(block) {
      if (last?.block !== block) throw new Error(`block ${block} was not the last to be read`)
      return last
    },
    // Yields after every block, so that other work of this process continues.
    async *read({ from, to }, wanted) {
      for (const block of blocksOf(scan.records).slice(from, to)) {
        const bytes = piecesBetween(pieces, scan.starts[block.index], scan.starts[block.index + 1])
        const read = readCsvBlock(scan, block.index, bytes, said)
        const given = new Map(
          wanted.map((name) => [name, ofFile(name, (read.columns.get(name) as { readonly column: Column }).column)]),
        )
        last = { block: block.index, read, given }
        yield { block, data: dataset([...given]) }
        await Promise.resolve()
      }
    },
  }
}

function scanned(path: string, options: CsvOptions): CsvFacts {
  const pieces = csvPieces(path, options)
  const between = (from: number, to: number): Pieces => piecesBetween(pieces, from, to)
  const scan = withLinesOfParts(scanCsv(between(0, bytesOfPieces(pieces)), options, BLOCK, between), pieces)
  return { pieces, scan, fingerprint: fingerprintOfCsv(pieces, options) }
}
