import { availableParallelism } from 'node:os'
import { BLOCK, SdcError, type FileSource } from '@sdc/core'
import { machineMemory } from './memory.js'

/** Division of the work on a file: number of processes, blocks of a partition, and ranges of ranks. */
export interface Cut {
  readonly workers: number
  readonly partBlocks: number
  readonly ranges: number
  /** Bytes that a task may use. */
  readonly memory: number
}

/** Memory by default, in bytes: 2 GB, or the memory of the machine if it is less. */
export const usualMemory = (): number => Math.min(2e9, machineMemory())
/** Bytes of a process before it has read a record: Node, loaded modules, DuckDB. */
export const PROCESS = 1.8e8
/** Bytes of a record of one column while ranks are sorted: value, tie and number, twice, and the sorter's own. */
const SORTED = 64
/** Number of records of a range that are sorted fastest, and largest number of ranges that is worth their files. */
const NEAR = 1 << 19
const MOST_FOR_NEAR = 32
/** Bytes of a value while a partition is written: the column, its masked copy, and DuckDB's. */
const WRITTEN = 36
/** Share of DuckDB: it keeps a group of records (one block), its pages, and its dictionary. */
const WRITER = 3 / 4

/** Blocks per worker that are worth the start of its process, if the number of workers is not given. */
const WORTH_WORKERS = 16

/** Measured bytes of a process for each category of a file, and for each of its letters. */
const CATEGORY = 450
const LETTER = 11
/** Largest share of them that DuckDB takes. */
const OF_READER = 1 / 4

/** Memory for DuckDB to write, as its option expects it. */
export const writerMemory = (memory: number): string => megabytes(memory * WRITER)

/** Memory for DuckDB to read one of several files, whose categories take the given bytes of a process. */
export const readerMemory = (memory: number, readers: number, categories = 0): string =>
  megabytes(memory / 2 / readers + categories * OF_READER)

/** Returns the bytes that every process takes for the categories of a file. */
export function categoriesOf({ names, levels }: Pick<FileSource, 'names' | 'levels'>): number {
  let bytes = 0
  for (const name of names) for (const level of levels(name)) bytes += CATEGORY + LETTER * level.length
  return bytes
}

const megabytes = (bytes: number): string => `${Math.max(64, Math.floor(bytes / 1e6))}MB`

/**
 * Divides the work on a file so that every worker stays within its share of the memory.
 *
 * @param file - Number of records and columns, and the bytes that a process takes for its categories.
 * @param asked - Memory of all workers in bytes, and number of workers.
 * @returns The division.
 * @throws BAD_OPTION if the memory does not suffice for so many workers with a block each; its advice has the least
 *   memory that does.
 */
export function cutOf(
  { rows, columns, categories = 0 }: { readonly rows: number; readonly columns: number; readonly categories?: number },
  asked: { readonly memory?: number | undefined; readonly workers?: number | undefined },
): Cut {
  const { memory = usualMemory() } = asked
  const blocks = Math.ceil(rows / BLOCK)
  const block = Math.min(rows, BLOCK) * columns * WRITTEN
  const least = PROCESS + categories + block
  const most = Math.floor(memory / least)
  const workers =
    asked.workers ?? Math.max(1, Math.min(2, availableParallelism(), Math.floor(blocks / WORTH_WORKERS), most))
  if (workers > most) {
    const whose = workers === 1 ? 'a worker' : `${workers} workers`
    const message = `${sizeText(memory, 'down')} of memory cannot hold ${whose} with a block of ${Math.min(rows, BLOCK)} records of ${columns} ${columns === 1 ? 'column' : 'columns'} each${categories < 1e6 ? '' : `, in addition to ${sizeText(categories)} each for the categories of the file`}: ${sizeText(workers * least)} are needed`
    const fix = `Give --memory ${sizeText(workers * least).replace(' ', '')}${most > 0 ? `, or --workers ${most}` : ''}.`
    throw new SdcError('BAD_OPTION', message, {}, fix)
  }
  const own = memory / workers - PROCESS - categories
  const fits = Math.max(1, Math.floor(own / block))
  // Some more tasks than workers, so that none waits long for the last one; small files are one partition.
  const partBlocks = Math.min(fits, Math.max(1, Math.ceil(blocks / (4 * workers))))
  // Fewer records are sorted faster, because they are closer in memory.
  const near = Math.min(Math.ceil(rows / NEAR), MOST_FOR_NEAR)
  const ranges = Math.max(1, Math.ceil((rows * SORTED) / own), Math.min(workers, blocks), near)
  return { workers, partBlocks, ranges, memory: own }
}

/** Returns bytes as megabytes, rounded up by default, so that the stated memory suffices. */
export function sizeText(bytes: number, to: 'up' | 'down' = 'up'): string {
  const whole = to === 'up' ? Math.ceil(bytes / 1e6) : Math.floor(bytes / 1e6)
  return `${whole} MB`
}
