import { SdcError } from '@sdc/core'
import { isGzip, type FormatId } from '@sdc/files'
import { formatOfContent } from '@sdc/files/formats'
import type { DataSource } from './data-source.js'

/** A file of this size fits on no page: what holds its columns would be beyond what a browser gives one. */
const MOST = 2 ** 32

/** So many bytes the work on a cell takes at its most: its values before, masked, drawn again and written. */
const BYTES_A_CELL = 36

/** Usual numbers of bytes of a cell in files that are not plain text: codes take one or two, numbers up to eight. */
const BYTES_OF_CELL: Partial<Record<FormatId | 'gzip', number>> = {
  gzip: 1.5,
  sav: 3,
  zsav: 1,
  dta: 3,
  sas7bdat: 8,
  xpt: 8,
  por: 4,
  xlsx: 5,
}

/** From this size on a file is held once. */
const LARGE = 2 ** 25

/**
 * Whether a file is so large that the page holds its columns once, though work then waits for other work: jobs run where the file is,
 * one candidate after the other.
 *
 * @param bytes - The size of the file.
 */
export function isLarge(bytes: number): boolean {
  return bytes >= LARGE
}

/** What a browser tells of the memory that there is. */
interface Memory {
  readonly deviceMemory?: number | undefined
}

/**
 * Says before a file is read whether there is room for it.
 *
 * @param source - The file: the cells of text are counted in its first megabyte, those of other formats by their usual size.
 * @param memory - What the browser tells of the memory of the device, in GB; 4 where it tells nothing.
 * @throws FILE where it is beyond what memory holds.
 */
export function refuseTooLarge(source: DataSource, memory: Memory = navigatorMemory()): void {
  const { bytes, pieces } = source
  if (bytes < 1 << 26) return
  const [first] = pieces
  refuseCells(source, bytes >= MOST ? Infinity : bytes * cellsAByte(first), memory)
}

/** The same of a file that says how many cells it has. */
export function refuseCells(
  { name, bytes }: Pick<DataSource, 'name' | 'bytes'>,
  cells: number,
  memory: Memory = navigatorMemory(),
): void {
  const needed = cells * BYTES_A_CELL
  const room = ((memory.deviceMemory ?? 4) * 2 ** 30) / 2
  if (needed <= room) return
  const size = `${(bytes / 1e9).toLocaleString('en-US', { maximumFractionDigits: 1 })} GB`
  const message = `${name} has ${size}: masking it needs more memory than a page may use`
  const fix = 'Remove columns that you do not need, split the file, or use the command line: sdc.'
  throw new SdcError('FILE', message, { file: name }, fix)
}

function navigatorMemory(): Memory {
  return (globalThis as { readonly navigator?: Memory }).navigator ?? {}
}

/** Cells per byte: in text by the separators and lines of the beginning, the most frequent of the usual ones. */
function cellsAByte(piece: Uint8Array | undefined): number {
  if (piece === undefined || piece.length === 0) return 0
  const size = BYTES_OF_CELL[isGzip(piece) ? 'gzip' : (formatOfContent(piece) ?? 'csv')]
  if (size !== undefined) return 1 / size
  const counts = new Map([...',;\t|\n'].map((sign) => [sign.charCodeAt(0), 0]))
  for (const byte of piece) {
    const count = counts.get(byte)
    if (count !== undefined) counts.set(byte, count + 1)
  }
  const lines = counts.get(10) ?? 0
  counts.delete(10)
  return (Math.max(...counts.values()) + lines) / piece.length
}
