/** Line numbers of messages by part, for parts that are read as one file. */
import { basename } from 'node:path'
import type { CsvScan } from '../csv/blocks/csv-scan.js'
import { piecesBetween, type CsvPiece } from './csv-files.js'

const LINE = /^line (\d+): /

/**
 * Names the part and its own line in the messages of a scan: `line 2 of b.csv: "x" is not a number`.
 *
 * @param scan - Result of the scan.
 * @param pieces - The parts; a single file is left unchanged.
 * @returns The scan. The parts are read up to the last named line.
 */
export function withLinesOfParts(scan: CsvScan, pieces: readonly CsvPiece[]): CsvScan {
  if (pieces.length < 2) return scan
  const wanted = scan.columns.flatMap(({ notNumeric = '' }) => LINE.exec(notNumeric)?.slice(1).map(Number) ?? [])
  const found = linesOfParts(pieces, wanted)
  const columns = scan.columns.map((column) => {
    const [named, line] = LINE.exec(column.notNumeric ?? '') ?? []
    const at = found.get(Number(line))
    if (at === undefined || named === undefined) return column
    const notNumeric = `line ${at.line} of ${basename(at.path)}: ${column.notNumeric?.slice(named.length)}`
    return { ...column, notNumeric }
  })
  return { ...scan, columns }
}

function linesOfParts(
  pieces: readonly CsvPiece[],
  wanted: readonly number[],
): ReadonlyMap<number, { readonly path: string; readonly line: number }> {
  const found = new Map<number, { path: string; line: number }>()
  let before = 0
  for (const piece of pieces) {
    if (wanted.every((line) => found.has(line))) break
    const above = lineEnds({ ...piece, from: 0, to: piece.from, then: '' })
    const own = lineEnds(piece)
    for (const line of wanted)
      if (line > before && line <= before + own) found.set(line, { path: piece.path, line: above + line - before })
    before += own
  }
  return found
}

/** Number of line ends in a piece. */
function lineEnds(piece: CsvPiece): number {
  let count = piece.to > piece.from && piece.then !== '' ? 1 : 0
  for (const bytes of piecesBetween([{ ...piece, then: '' }], 0, piece.to - piece.from))
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  return count
}
