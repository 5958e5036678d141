/** Ranks from 1 of the values of a column that is in order, equal values sharing the mean of theirs. */
import { dataset, numericValues, type BlockRange, type RunWalk, type Totals } from '@sdc/core'
import { handBack, handedName, placedResults } from '../ranks/handed-back.js'
import { recordTies } from '../columns/keyed.js'
import { midRanksOf } from '../ranks/mid-ranks.js'
import { sortedRanks, type SortedRanks } from '../ranks/sorted-ranks.js'
import type { Stage, StageContext } from '../work/stage.js'
import { columnFor, type StepOnParts } from './step-on-parts.js'
import { blocksOfPart, putColumn } from '../columns/stored-columns.js'

const NONE = new Float64Array(0)
/** How many ranks are read at a time. */
const PIECE = 1 << 20

/** A column of numbers of a step, by its values; equal ones in the order of the records. */
export function sortedColumn(on: StepOnParts, base: string, name: string): SortedRanks<StageContext> {
  return sortedRanks(base, (around: StageContext) => ({
    async keys(block) {
      const values = numericValues(dataset([[name, await columnFor(on, around, name, block)]]), name)
      return { values, ties: recordTies(block), unlinked: 0 }
    },
  }))
}

/**
 * The stages that put the mid-rank of every record of a column in its place.
 *
 * @param base - How the names in the store begin.
 * @param name - The column.
 * @param ranks - Its order.
 * @param version - Under which the ranks are kept as columns.
 * @param kept - Whether the sorted values are needed afterwards.
 * @returns Two stages.
 */
export function midRankStages(
  base: string,
  name: string,
  ranks: SortedRanks,
  { version, kept }: { readonly version: string; readonly kept: boolean },
): readonly Stage[] {
  return [
    {
      name: `${base}/ranks`,
      tasks: async (around) => (await ranks.ranges(around)).length,
      drops: [`${base}/records/`, ...(kept ? [] : [`${base}/values/`])],
      async run(around, range) {
        const edges = await ranks.edges(around)
        const values = await ranks.values(around, range, 0, edges[range].count)
        const results = midRanksOf(values, edges, range)
        await handBack(around, base, range, { results, records: await ranks.records(around, range) })
        return NONE
      },
    },
    {
      name: `${base}/place-ranks`,
      tasks: ({ parts }) => Promise.resolve(parts.length),
      drops: [handedName(base)],
      async run(around, part) {
        const [values] = await placedResults(around, base, part, (await ranks.ranges(around)).length)
        await putColumn(around, version, name, part, inBlocks(around, part, values))
        return NONE
      },
    },
  ]
}

/** The blocks of a part of a column. */
export function inBlocks(
  around: StageContext,
  part: number,
  values: Float64Array,
): { readonly kind: 'numeric'; readonly values: Float64Array }[] {
  const blocks = blocksOfPart(around, part)
  const from = blocks[0].first
  return blocks.map(({ first, end }: BlockRange) => ({
    kind: 'numeric',
    values: values.subarray(first - from, end - from),
  }))
}

/**
 * A stage of one task that goes through the runs of equal values of a column.
 *
 * @param name - Of the stage.
 * @param ranks - The order of the column.
 * @param walk - What is kept of the runs: the stage returns it.
 * @returns The stage.
 */
export function runsStage(
  name: string,
  ranks: SortedRanks,
  walk: (around: StageContext) => RunWalk | Promise<RunWalk>,
): Stage {
  return {
    name,
    tasks: () => Promise.resolve(1),
    async run(around): Promise<Totals> {
      const way = await walk(around)
      let count = 0
      let last = Number.NaN
      for (const [range, own] of (await ranks.ranges(around)).entries()) {
        for (let from = 0; from < own; from += PIECE) {
          const values = await ranks.values(around, range, from, Math.min(own, from + PIECE))
          const ends = new Float64Array(values.length)
          let runs = 0
          // A run ends where another value is: NaN, before the first, is none.
          for (let i = 0; i < values.length; i++) {
            if (values[i] !== last && count + i > 0) ends[runs++] = count + i
            last = values[i]
          }
          way.push(ends.subarray(0, runs))
          count += values.length
        }
      }
      way.push(Float64Array.of(count))
      return way.end()
    },
  }
}
