import type { Findings, RankMasking, RankWalk, Totals } from '@sdc/core'
import { columnOrder } from '@sdc/toolkit/internal'
import { groupingReport } from '../shared/cell-totals.js'
import { runMeans } from './run-means.js'

/** Groups of neighbouring ranks. */
export interface RankGroups {
  /**
   * Returns the starts of the groups of the next ranks, and the end of the last group; ranks after it wait.
   *
   * @param sorted - Values of the ranks that are in no group yet, those of each rank adjacent.
   * @param following - Number of the ranks after them.
   */
  cut(sorted: Float64Array, following: number): Uint32Array
  /** Largest number of ranks that wait, given the number of all. */
  waiting(count: number): number
}

/**
 * Masks every column by its own groups: y_i is the mean of the group of ranks that x_i is in.
 *
 * @param columns - Columns.
 * @param groups - Groups of a column.
 * @returns The masking; it reports the groups, and the loss.
 */
export function groupedColumns(columns: readonly string[], groups: RankGroups): RankMasking {
  return {
    form: 'ranks',
    walks: columns.map((name, j) => ({
      columns: [name],
      order: columnOrder(name, j, 'record'),
      records: true,
      window: ({ count }) => groups.waiting(count),
      walk: ({ count }) => groupWalk(count, 1, groups),
    })),
    end: lossOf,
  }
}

/**
 * Replaces the values of groups of ranks by their means.
 *
 * @param count - Number of ranks.
 * @param width - Number of columns.
 * @param groups - Groups.
 * @returns The walk; it reports the group of each rank, from 1.
 */
export function groupWalk(count: number, width: number, { cut }: RankGroups): RankWalk {
  const means = runMeans(width)
  const waiting = waitingRanks(count, width)
  let seen = 0
  let groups = 0
  let starts: Uint32Array = new Uint32Array(1)
  return {
    push(values, _, records) {
      seen += records.length
      const held = waiting.add(values, records)
      groups += starts.length - 1
      starts = cut(held.values, count - seen)
      const masked = means.of(held.values, held.records, starts)
      waiting.take(starts[starts.length - 1])
      return masked
    },
    // The last ranks end the last group.
    end() {
      groups += starts.length - 1
      starts = new Uint32Array(1)
      return new Float64Array(0)
    },
    report: () => new Map([['group', numbersOfRuns(starts, groups + 1)]]),
    totals: () => Float64Array.of(groups, ...means.totals()),
  }
}

/** Returns the group of each rank of some runs, from `first`. */
function numbersOfRuns(starts: Uint32Array, first: number): Float64Array {
  const numbers = new Float64Array(starts[starts.length - 1])
  for (let run = 0; run + 1 < starts.length; run++) numbers.fill(first + run, starts[run], starts[run + 1])
  return numbers
}

interface HeldRanks {
  readonly values: Float64Array
  readonly records: Uint32Array
}

/** Stores ranks that wait for others; those of one call are not copied if none waits. */
function waitingRanks(
  count: number,
  width: number,
): { add(values: Float64Array, records: Uint32Array): HeldRanks; take(many: number): void } {
  let buffer: HeldRanks = { values: new Float64Array(0), records: new Uint32Array(0) }
  let held: HeldRanks = buffer
  const hold = ({ values, records }: HeldRanks, from: number, before: number): void => {
    const size = before + records.length - from
    if (size > buffer.records.length) {
      const room = Math.min(count, Math.max(size, 2 * buffer.records.length))
      const wider = { values: new Float64Array(width * room), records: new Uint32Array(room) }
      wider.values.set(buffer.values.subarray(0, width * before))
      wider.records.set(buffer.records.subarray(0, before))
      buffer = wider
    }
    buffer.values.set(values.subarray(width * from), width * before)
    buffer.records.set(records.subarray(from), before)
    held = { values: buffer.values.subarray(0, width * size), records: buffer.records.subarray(0, size) }
  }
  return {
    add(values, records) {
      if (held.records.length === 0) held = { values, records }
      else hold({ values, records }, 0, held.records.length)
      return held
    },
    take(many) {
      hold(held, many, 0)
    },
  }
}

/** Computes SSE, SST, IL (%) and the number of groups, that of the column with the most, from the totals of walks. */
export function lossOf(totals: readonly Totals[]): Findings {
  let [sse, sst] = [0, 0]
  for (const [, count, ...columns] of totals)
    for (let j = 0; j < columns.length; j += 2) {
      const variance = columns[j + 1] / (count - 1)
      if (!(variance > 0)) continue
      sse += columns[j] / variance
      sst += count - 1
    }
  return { report: groupingReport(Math.max(0, ...totals.map(([groups]) => groups)), sse, sst) }
}
