/**
 * Sorts one column by (value, tie, record). A sample determines where the ranges begin, every partition puts its
 * records into ranges, and every range is sorted separately. The number of ranges does not depend on the values, and
 * ties distinguish equal values. So even a column of zeros has ranges of equal size.
 */
import type { RangeBounds } from '../columns/split-block.js'
import { resultsOf, type SortedFile, type Stage } from '../tasks/stage.js'
import { doublesOf, recordsOf } from '../tasks/store.js'
import {
  boundsOf,
  rangesOf,
  recordsName,
  sampleStage,
  sortStage,
  splitStage,
  valuesName,
  type KeyReader,
  type Sorting,
} from './sort-stages.js'

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
  const sample = sampleStage(base, open)
  let known: Promise<RangeBounds> | undefined
  const bounds = (around: SortedFile): Promise<RangeBounds> =>
    (known ??= boundsOf(around, sample.name, valuesOnly).catch((error: unknown) => {
      known = undefined
      throw error
    }))
  const sorting: Sorting<A> = { base, open, width, bounds }
  const split = splitStage(sorting)
  const sort = sortStage(sorting, split.name)
  const edges = async (around: SortedFile): Promise<readonly RangeEdges[]> =>
    (await resultsOf(around, sort.name, await rangesOf(sorting, around))).map(
      ([count, first, atFirst, last, atLast]) => ({ count, first, atFirst, last, atLast }),
    )
  const kept = Math.max(1, width)
  return {
    stages: [sample, split, sort],
    ranges: async (around) => (await edges(around)).map(({ count }) => count),
    edges,
    values: async (around, range, from, end) =>
      doublesOf(await around.store.get(valuesName(base, range), 8 * kept * from, 8 * kept * end)),
    records: async (around, range) => recordsOf(await around.store.get(recordsName(base, range))),
  }
}
