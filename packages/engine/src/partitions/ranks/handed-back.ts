/**
 * Results of ranges of ranks on their way back to the records: every range passes them to the partitions, and every
 * partition puts them in place.
 */
import { BLOCK } from '@sdc/core'
import type { SortedFile } from '../tasks/stage.js'
import { bytesOf, doublesOf, recordsOf } from '../tasks/store.js'
import { blocksOfPart } from '../columns/stored-columns.js'

/** 65,536 is 2^16. */
const BLOCK_BITS = 16

/** Beginning of the names of the stored results. */
export const handedName = (base: string): string => `${base}/back/`

const pieceName = (base: string, part: number, range: number): string => `${handedName(base)}${part}/${range}`

/** Results of the records of one range, with `width` numbers per record. */
export interface RangeResults {
  readonly results: Float64Array
  readonly records: Uint32Array
}

/**
 * Passes the results of a range to the partitions.
 *
 * @param around - The file.
 * @param base - Beginning of the names in the work folder.
 * @param range - Number of the range.
 * @param made - Its results.
 * @param width - Number of numbers per record.
 */
export async function handBack(
  around: SortedFile,
  base: string,
  range: number,
  { results, records }: RangeResults,
  width = 1,
): Promise<void> {
  // Sorted by block, so that consecutive writes are near each other.
  const places = new Uint32Array(Math.ceil(around.source.rows / BLOCK) + 1)
  countBlocks(records, places)
  for (let b = 1; b < places.length; b++) places[b] += places[b - 1]
  const from = around.parts.map((part) => places[part.from])
  const handed = { results: new Float64Array(width * records.length), records: new Uint32Array(records.length) }
  putByBlock({ results, records }, width, places, handed)
  for (const [part, start] of from.entries()) {
    const end = from.at(part + 1) ?? records.length
    const pieces = [handed.results.subarray(width * start, width * end), handed.records.subarray(start, end)]
    await around.store.put(pieceName(base, part, range), pieces.map(bytesOf))
  }
}

// Loops over many records are separate functions, with nothing behind them, so that they are compiled as a whole.

/** Counts the records of each block, at the index after the block. */
function countBlocks(records: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < records.length; i++) counts[(records[i] >>> BLOCK_BITS) + 1]++
}

/** Moves results and records to the next places of their blocks. */
function putByBlock({ results, records }: RangeResults, width: number, next: Uint32Array, to: RangeResults): void {
  const { results: toResults, records: toRecords } = to
  for (let i = 0; i < records.length; i++) {
    const at = next[records[i] >>> BLOCK_BITS]++
    toRecords[at] = records[i]
    if (width === 1) toResults[at] = results[i]
    else for (let j = 0; j < width; j++) toResults[at * width + j] = results[i * width + j]
  }
}

/** Writes column j of results at the places of their records. */
function putColumn(
  results: Float64Array,
  records: Uint32Array,
  width: number,
  j: number,
  first: number,
  to: Float64Array,
): void {
  for (let i = 0; i < records.length; i++) to[records[i] - first] = results[i * width + j]
}

/**
 * Results of the records of a partition.
 *
 * @param around - The file.
 * @param base - Beginning of the names in the work folder.
 * @param part - Number of the partition.
 * @param ranges - Number of ranges that passed results to it.
 * @param width - Number of numbers per record.
 * @returns `width` columns, in the order of the records; NaN if a record has no rank.
 */
export async function placedResults(
  around: SortedFile,
  base: string,
  part: number,
  ranges: number,
  width = 1,
): Promise<Float64Array[]> {
  const blocks = blocksOfPart(around, part)
  const first = blocks[0].first
  const rows = blocks[blocks.length - 1].end - first
  const values = Array.from({ length: width }, () => new Float64Array(rows).fill(Number.NaN))
  for (let range = 0; range < ranges; range++) {
    const bytes = await around.store.get(pieceName(base, part, range))
    const count = bytes.length / (8 * width + 4)
    const results = doublesOf(bytes.subarray(0, 8 * width * count))
    const records = recordsOf(bytes.subarray(8 * width * count))
    for (let j = 0; j < width; j++) putColumn(results, records, width, j, first, values[j])
  }
  return values
}
