import { availableParallelism } from 'node:os'
import { BLOCK, SdcError, type FileSource } from '@sdc/core'
import { machineMemory } from './memory.js'

/** How a file is worked on: by how many processes, in parts of how many blocks, ranks in how many ranges. */
export interface Cut {
  readonly workers: number
  readonly partBlocks: number
  readonly ranges: number
  /** Bytes that a task may use. */
  readonly memory: number
}

/** The memory that is used where nobody says, in bytes: 2 GB, or what the machine has where that is less. */
export const usualMemory = (): number => Math.min(2e9, machineMemory())
/** Bytes of a process before it has read a record: Node, what is loaded, DuckDB's own. */
export const PROCESS = 1.8e8
/** Bytes that a record of one column takes while ranks are sorted: value, tie, number, twice, and what sorts them. */
const SORTED = 64
/** How many records of a range are sorted fastest, and up to how many ranges that is worth their files. */
const NEAR = 1 << 19
const MOST_FOR_NEAR = 32
/** Bytes of a cell while a part is written: the column, what is made of it, and DuckDB's. */
const WRITTEN = 36
/** What of it DuckDB takes: it holds a group of records, which is a block, its pages, and what it looks values up by. */
const WRITER = 3 / 4

/** So many blocks for each worker are worth the start of its process, where nobody says how many there are to be. */
const WORTH_WORKERS = 16

/** Bytes of a process for every category of a file, and for each of its letters, as they were measured. */
const CATEGORY = 450
const LETTER = 11
/** What of them is DuckDB's, at most. */
const OF_READER = 1 / 4

/** How much DuckDB may have to write, as it is told. */
export const writerMemory = (memory: number): string => megabytes(memory * WRITER)

/** The same to read one of so many files, whose categories take so many bytes of a process. */
export const readerMemory = (memory: number, readers: number, categories = 0): string =>
  megabytes(memory / 2 / readers + categories * OF_READER)

/** Bytes that every process takes for the categories of a file. */
export function categoriesOf({ names, levels }: Pick<FileSource, 'names' | 'levels'>): number {
  let bytes = 0
  for (const name of names) for (const level of levels(name)) bytes += CATEGORY + LETTER * level.length
  return bytes
}

const megabytes = (bytes: number): string => `${Math.max(64, Math.floor(bytes / 1e6))}MB`

/**
 * How a file is cut so that every worker keeps to its share of the memory.
 *
 * @param file - How many records and columns it has, and the bytes that a process takes for its categories.
 * @param asked - The memory of all workers in bytes, and how many they are.
 * @throws BAD_OPTION where the memory does not hold so many workers with a block each, with the least that would do.
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
  // Some tasks more than workers, so that none waits long for the last; small files are one part.
  const partBlocks = Math.min(fits, Math.max(1, Math.ceil(blocks / (4 * workers))))
  // Fewer records are sorted faster each: they are nearer to each other.
  const near = Math.min(Math.ceil(rows / NEAR), MOST_FOR_NEAR)
  const ranges = Math.max(1, Math.ceil((rows * SORTED) / own), Math.min(workers, blocks), near)
  return { workers, partBlocks, ranges, memory: own }
}

/** Bytes in megabytes, rounded up: what is said to be enough is. */
export function sizeText(bytes: number, to: 'up' | 'down' = 'up'): string {
  const whole = to === 'up' ? Math.ceil(bytes / 1e6) : Math.floor(bytes / 1e6)
  return `${whole} MB`
}
