/**
 * Sorts one column by (value, tie, record). A sample determines where the ranges begin, every partition puts its
 * records into ranges, and every range is sorted separately. The number of ranges does not depend on the values, and
 * ties distinguish equal values. So even a column of zeros has ranges of equal size.
 */
import type { BlockRange } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { countsBelow, sortRecords } from '@sdc/stats/internal'
import type { Keyed } from '../columns/keyed.js'
import { splitBlock, type RangeBounds } from '../columns/split-block.js'
import { resultsOf, type SortedFile, type Stage } from '../tasks/stage.js'
import { bytesOf, doublesOf, recordsOf } from '../tasks/store.js'
import { blocksOfPart } from '../columns/stored-columns.js'

/** Sampling interval of the records that determine where the ranges begin. */
const SAMPLED = 512
/** Numbers before the sampled values: count of zeros, count of negative zeros. */
const COUNTS = 2

/** A range of ranks: its first and last value, and the number of its ranks with each. */
export interface RangeEdges {
  readonly count: number
  readonly first: number
  readonly atFirst: number
  readonly last: number
  readonly atLast: number
}

/** Ranks of a column: the stages that sort it, and readers of their results. */
export interface SortedRanks<A extends SortedFile = SortedFile> {
  readonly stages: readonly Stage<A>[]
  /** Returns the number of ranks of every range. */
  ranges(around: SortedFile): Promise<readonly number[]>
  /** Returns the edges of every range. */
  edges(around: SortedFile): Promise<readonly RangeEdges[]>
  /** Returns the values of the ranks from `from` to `end` of a range, or the numbers carried in their place. */
  values(around: SortedFile, range: number, from: number, end: number): Promise<Float64Array>
  /** Returns the records of all ranks of a range. */
  records(around: SortedFile, range: number): Promise<Uint32Array>
}

/** Options of a sort. */
export interface SortOptions {
  /** Number of carried numbers per record; 0 to keep its value. */
  readonly width?: number
  /** True if only the sorted values are needed, and no records; then equal values differ by their signs only. */
  readonly valuesOnly?: boolean
}

/** Reads the keys of a partition, block after block. */
export interface KeyReader {
  /** Returns the keys of a block, valid until the next block is read. */
  keys(block: BlockRange): Keyed | Promise<Keyed>
  /** Called after the last block. */
  end?(): Promise<void>
}

/**
 * Makes the stages that sort a column.
 *
 * @param base - Beginning of their names.
 * @param open - Opens a partition of it.
 * @param options - Options of the sort.
 * @returns The stages, and readers of their results.
 */
export function sortedRanks<A extends SortedFile>(
  base: string,
  open: (around: A, part: number) => Promise<KeyReader> | KeyReader,
  { width = 0, valuesOnly = false }: SortOptions = {},
): SortedRanks<A> {
  const kept = Math.max(1, width)
  const sample: Stage<A> = {
    name: `${base}/sample`,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const found: number[] = []
      let zeros = 0
      let negativeZeros = 0
      const reader = await open(around, part)
      for (const block of blocksOfPart(around, part)) {
        const { values, ties } = await reader.keys(block)
        for (let i = 0; i < values.length; i++) {
          if (values[i] !== values[i]) continue
          if (values[i] === 0) {
            if (1 / values[i] < 0) negativeZeros++
            else zeros++
          }
          if ((block.first + i) % SAMPLED === 0) found.push(values[i], ties.like(i))
        }
      }
      await reader.end?.()
      return Float64Array.from([zeros, negativeZeros, ...found])
    },
  }
  const boundsOf = async (around: SortedFile): Promise<RangeBounds> => {
    const results = await resultsOf(around, sample.name, around.parts.length)
    const total = (at: number): number => results.reduce((sum, own) => sum + own[at], 0)
    const pairs = results.flatMap((own) =>
      Array.from({ length: (own.length - COUNTS) / 2 }, (_, k) => [own[2 * k + COUNTS], own[2 * k + COUNTS + 1]]),
    )
    pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1])
    const from = Array.from(
      { length: around.ranges - 1 },
      (_, r) => pairs.at(Math.floor(((r + 1) * pairs.length) / around.ranges)) ?? [],
    ).filter((pair) => pair.length > 0)
    const values = Float64Array.from(from, ([value]) => value)
    return {
      values,
      below: countsBelow(values),
      ties: Float64Array.from(from, ([, tie]) => tie),
      // Zeros of both signs are equal but not identical: their order is that of their ties.
      isBare: valuesOnly && !(total(0) > 0 && total(1) > 0),
    }
  }
  let known: Promise<RangeBounds> | undefined
  /** Bounds of the ranges, computed once the sample is taken and then kept, since every task needs them. */
  const bounds = (around: SortedFile): Promise<RangeBounds> =>
    (known ??= boundsOf(around).catch((error: unknown) => {
      known = undefined
      throw error
    }))
  const rangesOf = async (around: SortedFile): Promise<number> => (await bounds(around)).values.length + 1
  const valuesName = (range: number): string => `${base}/values/${range}`
  const recordsName = (range: number): string => `${base}/records/${range}`
  const bucket = (range: number, part: number): string => `${base}/buckets/${range}/${part}`

  const split: Stage<A> = {
    name: `${base}/split`,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const from = await bounds(around)
      const ranges = from.values.length + 1
      const held = Array.from({ length: ranges }, (): Uint8Array[][] => [[], [], [], []])
      const counts = new Float64Array(ranges)
      const reader = await open(around, part)
      for (const block of blocksOfPart(around, part)) {
        const pieces = splitBlock(await reader.keys(block), block, from, width)
        for (const [r, own] of pieces.entries()) {
          counts[r] += own[0].length
          own.forEach((piece, k) => held[r][k].push(bytesOf(piece)))
        }
      }
      await reader.end?.()
      for (const [r, pieces] of held.entries()) await around.store.put(bucket(r, part), pieces.flat())
      return counts
    },
  }
  const sort: Stage<A> = {
    name: `${base}/sort`,
    tasks: rangesOf,
    drops: [`${base}/buckets/`],
    dropsOf: (range) => [`${base}/buckets/${range}/`],
    async run(around, range) {
      const { isBare } = await bounds(around)
      const counts = (await resultsOf(around, split.name, around.parts.length)).map((own) => own[range])
      const total = counts.reduce((sum, count) => sum + count, 0)
      const values = new Float64Array(total)
      const ties = new Float64Array(isBare ? 0 : total)
      const carried = new Float64Array(width * total)
      const records = new Uint32Array(isBare ? 0 : total)
      let at = 0
      for (const [part, count] of counts.entries()) {
        const bytes = await around.store.get(bucket(range, part))
        values.set(doublesOf(bytes.subarray(0, 8 * count)), at)
        if (!isBare) {
          ties.set(doublesOf(bytes.subarray(8 * count, 16 * count)), at)
          carried.set(doublesOf(bytes.subarray(16 * count, (16 + 8 * width) * count)), width * at)
          records.set(recordsOf(bytes.subarray((16 + 8 * width) * count)), at)
        }
        at += count
      }
      if (isBare) {
        const sorted = sortedValues(values)
        await around.store.put(valuesName(range), [bytesOf(sorted)])
        return edgesOf(sorted)
      }
      if (width === 0) {
        const sorted = sortRecords({ values, ties, records })
        await around.store.put(valuesName(range), [bytesOf(sorted.values)])
        await around.store.put(recordsName(range), [bytesOf(sorted.records)])
        return edgesOf(sorted.values)
      }
      const sorted = sortRecords({ values, ties, records: Uint32Array.from(records, (_, i) => i) })
      const places = sorted.records
      const beside = new Float64Array(width * total)
      for (let r = 0; r < total; r++)
        for (let j = 0; j < width; j++) beside[r * width + j] = carried[places[r] * width + j]
      await around.store.put(valuesName(range), [bytesOf(beside)])
      await around.store.put(recordsName(range), [bytesOf(places.map((place) => records[place]))])
      return edgesOf(sorted.values)
    },
  }
  const edges = async (around: SortedFile): Promise<readonly RangeEdges[]> =>
    (await resultsOf(around, sort.name, await rangesOf(around))).map(([count, first, atFirst, last, atLast]) => ({
      count,
      first,
      atFirst,
      last,
      atLast,
    }))
  return {
    stages: [sample, split, sort],
    ranges: async (around) => (await edges(around)).map(({ count }) => count),
    edges,
    values: async (around, range, from, end) =>
      doublesOf(await around.store.get(valuesName(range), 8 * kept * from, 8 * kept * end)),
    records: async (around, range) => recordsOf(await around.store.get(recordsName(range))),
  }
}

/** Edges of a range of sorted values, as numbers that a task returns. */
function edgesOf(values: Float64Array): Float64Array {
  const count = values.length
  if (count === 0) return Float64Array.of(0, Number.NaN, 0, Number.NaN, 0)
  const [first, last] = [values[0], values[count - 1]]
  let atFirst = 0
  while (values[atFirst] === first) atFirst++
  let atLast = 0
  while (values[count - 1 - atLast] === last) atLast++
  return Float64Array.of(count, first, atFirst, last, atLast)
}
