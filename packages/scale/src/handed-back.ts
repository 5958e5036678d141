/** Results of ranges of ranks on their way back to the records: every range hands them to the parts, and every part puts them in place. */
import { BLOCK } from '@sdc/core'
import type { Surroundings } from './stage.js'
import { bytesOf, doublesOf, recordsOf } from './store.js'
import { blocksOfPart } from './stored-columns.js'

/** The beginning of the names under which they lie meanwhile. */
export const handedName = (base: string): string => `${base}/back/`

const pieceName = (base: string, part: number, range: number): string => `${handedName(base)}${part}/${range}`

/** Results of the records of one range, `width` numbers each, side by side. */
export interface RangeResults {
  readonly results: Float64Array
  readonly records: Uint32Array
}

/**
 * Hands the results of a range to the parts.
 *
 * @param around - The file.
 * @param base - How the names in the store begin.
 * @param range - The number of the range.
 * @param made - Its results.
 * @param width - How many numbers a record has.
 */
export async function handBack(
  around: Surroundings,
  base: string,
  range: number,
  { results, records }: RangeResults,
  width = 1,
): Promise<void> {
  // By blocks, one behind the other: who puts them in place then writes near to where the one before went.
  const places = new Uint32Array(Math.ceil(around.source.rows / BLOCK) + 1)
  for (let i = 0; i < records.length; i++) places[Math.floor(records[i] / BLOCK) + 1]++
  for (let b = 1; b < places.length; b++) places[b] += places[b - 1]
  const from = around.parts.map((part) => places[part.from])
  const handed = { results: new Float64Array(width * records.length), records: new Uint32Array(records.length) }
  for (let i = 0; i < records.length; i++) {
    const at = places[Math.floor(records[i] / BLOCK)]++
    handed.records[at] = records[i]
    if (width === 1) handed.results[at] = results[i]
    else for (let j = 0; j < width; j++) handed.results[at * width + j] = results[i * width + j]
  }
  for (const [part, start] of from.entries()) {
    const end = from.at(part + 1) ?? records.length
    const pieces = [handed.results.subarray(width * start, width * end), handed.records.subarray(start, end)]
    await around.store.put(pieceName(base, part, range), pieces.map(bytesOf))
  }
}

/**
 * The results of the records of a part.
 *
 * @param around - The file.
 * @param base - How the names in the store begin.
 * @param part - The number of the part.
 * @param ranges - How many ranges handed it some.
 * @param width - How many numbers a record has.
 * @returns As many columns, in the order of the records; NaN where a record had no rank.
 */
export async function placedResults(
  around: Surroundings,
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
    for (let j = 0; j < width; j++) {
      const own = values[j]
      for (let i = 0; i < count; i++) own[records[i] - first] = results[i * width + j]
    }
  }
  return values
}
