import { SdcError } from '@sdc/core'
import { isGzip, type FormatId } from '@sdc/files'
import { formatOfContent } from '@sdc/files/formats'
import type { DataSource } from './data-source.js'

/** Size above which a file fits in no browser: its columns would exceed the memory of a page. */
const MOST = 2 ** 32

/** Most bytes in use per cell: its value before, masked, drawn again and written. */
const BYTES_A_CELL = 36

/** Typical numbers of bytes per cell in files other than plain text: codes take one or two, numbers up to eight. */
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

/** Size from which a file is in memory once. */
const LARGE = 2 ** 25

/**
 * Returns true for a file so large that its columns are in memory once. Its jobs then wait for each other in one
 * worker, one candidate after the other.
 *
 * @param bytes - Size of the file.
 * @returns True for a large file.
 */
export function isLarge(bytes: number): boolean {
  return bytes >= LARGE
}

/** Memory that a browser reports. */
interface Memory {
  readonly deviceMemory?: number | undefined
}

/**
 * Refuses a file without room in memory, before it is read.
 *
 * @param source - The file. The cells of text are counted in its first megabyte, those of other formats by their
 *   typical size.
 * @param memory - Memory of the device in GB as reported by the browser; 4 if it is unknown.
 * @throws FILE if it exceeds the memory.
 */
export function refuseTooLarge(source: DataSource, memory: Memory = navigatorMemory()): void {
  const { bytes, pieces } = source
  if (bytes < 1 << 26) return
  const [first] = pieces
  refuseCells(source, bytes >= MOST ? Infinity : bytes * cellsAByte(first), memory)
}

/** Refuses a file without room in memory, by its declared number of cells. */
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

/** Returns cells per byte: in text by the lines and the most frequent separator at the beginning. */
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
