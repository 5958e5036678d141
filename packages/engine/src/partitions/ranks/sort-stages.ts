/** Stages of a sort: a sample, the division into ranges, and the sort of each range. */
import type { BlockRange } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { countsBelow, sortRecords } from '@sdc/stats/internal'
import type { Keyed } from '../columns/keyed.js'
import { splitBlock, type RangeBounds } from '../columns/split-block.js'
import { blocksOfPart } from '../columns/stored-columns.js'
import { resultsOf, type SortedFile, type Stage } from '../tasks/stage.js'
import { bytesOf, doublesOf, recordsOf } from '../tasks/store.js'

/** Sampling interval of the records that determine where the ranges begin. */
const SAMPLED = 512
/** Numbers before the sampled values: count of zeros, count of negative zeros. */
const COUNTS = 2

/** Reads the keys of a partition, block after block. */
export interface KeyReader {
  /** Returns the keys of a block, valid until the next block is read. */
  keys(block: BlockRange): Keyed | Promise<Keyed>
  /** Called after the last block. */
  end?(): Promise<void>
}

/** A sort, as its stages use it. */
export interface Sorting<A extends SortedFile> {
  readonly base: string
  readonly open: (around: A, part: number) => Promise<KeyReader> | KeyReader
  readonly width: number
  /** Bounds of the ranges, computed once the sample is taken and then kept, since every task needs them. */
  bounds(around: SortedFile): Promise<RangeBounds>
}

export const valuesName = (base: string, range: number): string => `${base}/values/${range}`
export const recordsName = (base: string, range: number): string => `${base}/records/${range}`
const bucketName = (base: string, range: number, part: number): string => `${base}/buckets/${range}/${part}`

export async function rangesOf<A extends SortedFile>({ bounds }: Sorting<A>, around: SortedFile): Promise<number> {
  return (await bounds(around)).values.length + 1
}

/** Samples the keys of every partition, and counts its zeros of both signs. */
export function sampleStage<A extends SortedFile>(base: string, open: Sorting<A>['open']): Stage<A> {
  return {
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
}

/** Bounds of the ranges: quantiles of the sample. */
export async function boundsOf(around: SortedFile, sample: string, valuesOnly: boolean): Promise<RangeBounds> {
  const results = await resultsOf(around, sample, around.parts.length)
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

/** Puts the records of every partition into the buckets of their ranges; returns the size of each bucket. */
export function splitStage<A extends SortedFile>(sorting: Sorting<A>): Stage<A> {
  const { base, open, width } = sorting
  return {
    name: `${base}/split`,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const from = await sorting.bounds(around)
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
      for (const [r, pieces] of held.entries()) await around.store.put(bucketName(base, r, part), pieces.flat())
      return counts
    },
  }
}

/** Sorts every range; returns its edges. */
export function sortStage<A extends SortedFile>(sorting: Sorting<A>, split: string): Stage<A> {
  const { base, width } = sorting
  return {
    name: `${base}/sort`,
    tasks: (around) => rangesOf(sorting, around),
    drops: [`${base}/buckets/`],
    dropsOf: (range) => [`${base}/buckets/${range}/`],
    async run(around, range) {
      const { isBare } = await sorting.bounds(around)
      const counts = (await resultsOf(around, split, around.parts.length)).map((own) => own[range])
      const { values, ties, carried, records } = await bucketsOf(around, sorting, { range, counts, isBare })
      if (isBare) {
        const sorted = sortedValues(values)
        await around.store.put(valuesName(base, range), [bytesOf(sorted)])
        return edgesOf(sorted)
      }
      if (width === 0) {
        const sorted = sortRecords({ values, ties, records })
        await around.store.put(valuesName(base, range), [bytesOf(sorted.values)])
        await around.store.put(recordsName(base, range), [bytesOf(sorted.records)])
        return edgesOf(sorted.values)
      }
      const sorted = sortRecords({ values, ties, records: Uint32Array.from(records, (_, i) => i) })
      const places = sorted.records
      await around.store.put(valuesName(base, range), [bytesOf(carriedInOrder(carried, places, width))])
      await around.store.put(recordsName(base, range), [bytesOf(places.map((place) => records[place]))])
      return edgesOf(sorted.values)
    },
  }
}

/** Reads the buckets of a range from all partitions. */
async function bucketsOf<A extends SortedFile>(
  { store }: SortedFile,
  { base, width }: Sorting<A>,
  { range, counts, isBare }: { readonly range: number; readonly counts: readonly number[]; readonly isBare: boolean },
): Promise<{ values: Float64Array; ties: Float64Array; carried: Float64Array; records: Uint32Array }> {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const values = new Float64Array(total)
  const ties = new Float64Array(isBare ? 0 : total)
  const carried = new Float64Array(width * total)
  const records = new Uint32Array(isBare ? 0 : total)
  let at = 0
  for (const [part, count] of counts.entries()) {
    const bytes = await store.get(bucketName(base, range, part))
    values.set(doublesOf(bytes.subarray(0, 8 * count)), at)
    if (!isBare) {
      ties.set(doublesOf(bytes.subarray(8 * count, 16 * count)), at)
      carried.set(doublesOf(bytes.subarray(16 * count, (16 + 8 * width) * count)), width * at)
      records.set(recordsOf(bytes.subarray((16 + 8 * width) * count)), at)
    }
    at += count
  }
  return { values, ties, carried, records }
}

/** Carried numbers in the order of the sorted records. */
function carriedInOrder(carried: Float64Array, places: Uint32Array, width: number): Float64Array {
  const sorted = new Float64Array(carried.length)
  for (let r = 0; r < places.length; r++)
    for (let j = 0; j < width; j++) sorted[r * width + j] = carried[places[r] * width + j]
  return sorted
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
