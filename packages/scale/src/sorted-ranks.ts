/**
 * One column in the order of (value, tie, record): a sample says where its ranges begin, every part puts its records into
 * ranges, and every range is sorted by itself. No value decides how many ranges there are, and equal values are told apart by
 * their ties, so that a column of zeros has ranges as others have.
 */
import type { BlockRange } from '@sdc/core'
import { orderTied, tieRuns } from '@sdc/stats'
import { resultsOf, type Stage, type Surroundings } from './stage.js'
import { bytesOf, doublesOf, recordsOf } from './store.js'
import { blocksOfPart } from './stored-columns.js'

/** One record in so many says where the ranges begin. */
const SAMPLED = 512

/** The numbers by which the records of a block are ordered, what orders equal ones, and how many more have a value but no rank. */
export interface Keyed {
  readonly values: Float64Array
  readonly ties: Float64Array
  readonly unlinked: number
  /** What is kept of the records in place of these numbers, side by side. */
  readonly carried?: Float64Array
}

/** A range of ranks: its first value and its last, and how many of its ranks have each. */
export interface RangeEdges {
  readonly count: number
  readonly first: number
  readonly atFirst: number
  readonly last: number
  readonly atLast: number
}

/** The ranks of a column: the stages that sort it, and what they leave. */
export interface SortedRanks {
  readonly stages: readonly Stage[]
  /** How many values have a rank, and how many have none although they are there. */
  counts(around: Surroundings): Promise<{ readonly count: number; readonly unlinked: number }>
  /** How many ranks every range has. */
  ranges(around: Surroundings): Promise<readonly number[]>
  /** What every range begins and ends with: how many of its ranks have its first value, and its last. */
  edges(around: Surroundings): Promise<readonly RangeEdges[]>
  /** The values of the ranks from `from` to `end` of a range, or what is carried in their place. */
  values(around: Surroundings, range: number, from: number, end: number): Promise<Float64Array>
  /** The records of all ranks of a range. */
  records(around: Surroundings, range: number): Promise<Uint32Array>
}

/**
 * The stages that put a column in order; `base` begins their names, `keysOf` reads a block of it. Of a record `width` numbers
 * are carried; none where it is ordered by its value.
 */
export function sortedRanks(
  base: string,
  keysOf: (around: Surroundings, block: BlockRange) => Promise<Keyed>,
  width = 0,
): SortedRanks {
  const kept = Math.max(1, width)
  const sample: Stage = {
    name: `${base}/sample`,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const found: number[] = []
      let count = 0
      let left = 0
      for (const block of blocksOfPart(around, part)) {
        const { values, ties, unlinked } = await keysOf(around, block)
        left += unlinked
        for (let i = 0; i < values.length; i++) {
          if (values[i] !== values[i]) continue
          count++
          if ((block.first + i) % SAMPLED === 0) found.push(values[i], ties[i])
        }
      }
      return Float64Array.from([count, left, ...found])
    },
  }
  /** Where the ranges but the first begin, as value and tie; and how many values have a rank. */
  const bounds = async (
    around: Surroundings,
  ): Promise<{
    readonly count: number
    readonly unlinked: number
    readonly from: readonly (readonly [number, number])[]
  }> => {
    const results = await resultsOf(around, sample.name, around.parts.length)
    const count = results.reduce((sum, own) => sum + own[0], 0)
    const unlinked = results.reduce((sum, own) => sum + own[1], 0)
    const pairs: (readonly [number, number])[] = results.flatMap((own) =>
      Array.from({ length: (own.length - 2) / 2 }, (_, k) => [own[2 * k + 2], own[2 * k + 3]] as const),
    )
    pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1])
    const from = Array.from(
      { length: around.ranges - 1 },
      (_, r) => pairs[Math.floor(((r + 1) * pairs.length) / around.ranges)],
    )
    return { count, unlinked, from: from.filter((pair) => pair !== undefined) }
  }
  const rangesOf = async (around: Surroundings): Promise<number> => (await bounds(around)).from.length + 1
  const valuesName = (range: number): string => `${base}/values/${range}`
  const recordsName = (range: number): string => `${base}/records/${range}`
  const bucket = (range: number, part: number): string => `${base}/buckets/${range}/${part}`

  const split: Stage = {
    name: `${base}/split`,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const { from } = await bounds(around)
      const held = Array.from({ length: from.length + 1 }, () => ({
        values: [] as Float64Array[],
        ties: [] as Float64Array[],
        carried: [] as Float64Array[],
        records: [] as Uint32Array[],
      }))
      for (const block of blocksOfPart(around, part)) {
        const { values, ties, carried } = await keysOf(around, block)
        const places = new Int32Array(values.length)
        const counts = new Int32Array(held.length)
        for (let i = 0; i < values.length; i++) {
          places[i] = values[i] === values[i] ? rangeOf(from, values[i], ties[i]) : -1
          if (places[i] >= 0) counts[places[i]]++
        }
        const own = held.map((_, r) => ({
          values: new Float64Array(counts[r]),
          ties: new Float64Array(counts[r]),
          carried: new Float64Array(width * counts[r]),
          records: new Uint32Array(counts[r]),
        }))
        counts.fill(0)
        for (let i = 0; i < values.length; i++) {
          const r = places[i]
          if (r < 0) continue
          const at = counts[r]++
          own[r].values[at] = values[i]
          own[r].ties[at] = ties[i]
          own[r].records[at] = block.first + i
          if (carried !== undefined)
            for (let j = 0; j < width; j++) own[r].carried[at * width + j] = carried[i * width + j]
        }
        held.forEach((one, r) => {
          one.values.push(own[r].values)
          one.ties.push(own[r].ties)
          one.carried.push(own[r].carried)
          one.records.push(own[r].records)
        })
      }
      const counts: number[] = []
      for (const [r, one] of held.entries()) {
        counts.push(one.values.reduce((sum, values) => sum + values.length, 0))
        await around.store.put(
          bucket(r, part),
          [...one.values, ...one.ties, ...one.carried, ...one.records].map(bytesOf),
        )
      }
      return Float64Array.from(counts)
    },
  }
  const sort: Stage = {
    name: `${base}/sort`,
    tasks: rangesOf,
    drops: [`${base}/buckets/`],
    async run(around, range) {
      const counts = (await resultsOf(around, split.name, around.parts.length)).map((own) => own[range])
      const total = counts.reduce((sum, count) => sum + count, 0)
      const values = new Float64Array(total)
      const ties = new Float64Array(total)
      const carried = new Float64Array(width * total)
      const records = new Uint32Array(total)
      let at = 0
      for (const [part, count] of counts.entries()) {
        const bytes = await around.store.get(bucket(range, part))
        values.set(doublesOf(bytes.subarray(0, 8 * count)), at)
        ties.set(doublesOf(bytes.subarray(8 * count, 16 * count)), at)
        carried.set(doublesOf(bytes.subarray(16 * count, (16 + 8 * width) * count)), width * at)
        records.set(recordsOf(bytes.subarray((16 + 8 * width) * count)), at)
        at += count
      }
      const { order, starts } = tieRuns(values)
      orderTied(order, starts, ties)
      const inOrder = (numbers: Float64Array, many: number): Float64Array => {
        const sorted = new Float64Array(many * total)
        for (let r = 0; r < total; r++)
          for (let j = 0; j < many; j++) sorted[r * many + j] = numbers[order[r] * many + j]
        return sorted
      }
      await around.store.put(valuesName(range), [bytesOf(width === 0 ? inOrder(values, 1) : inOrder(carried, width))])
      const ranked = new Uint32Array(total)
      for (let rank = 0; rank < total; rank++) ranked[rank] = records[order[rank]]
      await around.store.put(recordsName(range), [bytesOf(ranked)])
      const runs = starts.length - 1
      if (runs === 0) return Float64Array.of(0, Number.NaN, 0, Number.NaN, 0)
      const [first, last] = [values[order[0]], values[order[total - 1]]]
      return Float64Array.of(total, first, starts[1], last, total - starts[runs - 1])
    },
  }
  const edges = async (around: Surroundings): Promise<readonly RangeEdges[]> =>
    (await resultsOf(around, sort.name, await rangesOf(around))).map(([count, first, atFirst, last, atLast]) => ({
      count,
      first,
      atFirst,
      last,
      atLast,
    }))
  return {
    stages: [sample, split, sort],
    counts: bounds,
    ranges: async (around) => (await edges(around)).map(({ count }) => count),
    edges,
    values: async (around, range, from, end) =>
      doublesOf(await around.store.get(valuesName(range), 8 * kept * from, 8 * kept * end)),
    records: async (around, range) => recordsOf(await around.store.get(recordsName(range))),
  }
}

/** The range of a value with its tie: as many of the bounds are not above it. */
function rangeOf(from: readonly (readonly [number, number])[], value: number, tie: number): number {
  let low = 0
  let high = from.length
  while (low < high) {
    const middle = (low + high) >> 1
    const [v, t] = from[middle]
    if (v < value || (v === value && t <= tie)) low = middle + 1
    else high = middle
  }
  return low
}
