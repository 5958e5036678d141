/** The orders of a metric: the columns of both files sorted by ranges, and the ranks that their records have. */
import { BLOCK, type PairBlock, type PairContext, type PairOrder, type Totals } from '@sdc/core'
import { drawnTies, recordTies } from '../columns/keyed.js'
import { midRanksOf } from '../ranks/mid-ranks.js'
import { placesIn } from '../ranks/places-in.js'
import { partOf, startsByPart } from '../columns/records-of-parts.js'
import { partsOf, withRows } from '../files/source.js'
import { sortedRanks, type SortedRanks } from '../ranks/sorted-ranks.js'
import { resultOf, type Stage, type StageContext } from '../work/stage.js'
import { bytesOf, doublesOf, recordsOf } from '../work/store.js'
import { blocksOfPart } from '../columns/stored-columns.js'
import { blockOfPair } from './pair-block.js'
import type { StagePairContext } from './stage-pair-context.js'

/** An order of a metric of these files. */
export interface OrderOfPair {
  /** What sorting it works with. */
  readonly sorted: StageContext
  readonly ranks: SortedRanks
  /** Ranks of a range on their way back to the records of the parts, and then their ranks by part: two stages. */
  readonly placing: readonly Stage<StagePairContext>[]
  /** Removes what sorting a range left over, once that is done. */
  swept(stage: number, task: number): Promise<void>
}

/**
 * An order of a metric.
 *
 * @param around - The files.
 * @param base - How the names in the store begin that are the metric's orders'.
 * @param context - What is known of the files.
 * @param order - What the metric says of it.
 * @returns Its stages, and what they leave.
 */
export function orderOfPair(
  around: StagePairContext,
  base: string,
  context: PairContext<unknown>,
  order: PairOrder<unknown>,
): OrderOfPair {
  const own = orderName(base, order)
  const ranks = sortedRanks(own, () => ({
    keys: async (block) => {
      const both = await blockOfPair(around, context, order.columns, block)
      const values = order.of(both)
      if (order.ties === undefined) return { values, ties: recordTies(block), unlinked: 0 }
      if ('random' in order.ties) return { values, ties: drawnTies(order.ties.random, block), unlinked: 0 }
      const others = await ranksOfBlock(around, base, order.ties.ranks, both)
      return { values, ties: { all: () => others, like: (i) => others[i] }, unlinked: 0 }
    },
  }))
  const sorted = sortingOf(around, context.rows[order.reads])
  const countsOf = (range: number): Promise<Totals> => resultOf(around, `${own}/back`, range)
  const width = widthOf(order)
  const others = order.among && orderOfPair(around, base, context, order.among)
  const foundIn = async (range: number): Promise<Float64Array> => {
    const edges = await ranks.edges(sorted)
    if (others === undefined && order.ties !== undefined)
      return numbersFrom(1 + edges.slice(0, range).reduce((sum, { count }) => sum + count, 0), edges[range].count)
    const values = await ranks.values(sorted, range, 0, edges[range].count)
    return others ? placesIn({ file: others.sorted, ranks: others.ranks }, values) : midRanksOf(values, edges, range)
  }
  const back: Stage<StagePairContext> = {
    name: `${own}/back`,
    tasks: async () => (await ranks.ranges(sorted)).length,
    async run(_, range) {
      const found = await foundIn(range)
      const records = await ranks.records(sorted, range)
      const starts = startsByPart(records, sorted)
      const at = starts.slice()
      const byPart = { ranks: new Float64Array(width * records.length), records: new Uint32Array(records.length) }
      for (let i = 0; i < records.length; i++) {
        const to = at[partOf(records[i], sorted)]++
        for (let k = 0; k < width; k++) byPart.ranks[width * to + k] = found[width * i + k]
        byPart.records[to] = records[i]
      }
      await around.store.put(`${own}/back-ranks/${range}`, [bytesOf(byPart.ranks)])
      await around.store.put(`${own}/back-records/${range}`, [bytesOf(byPart.records)])
      return starts
    },
  }
  const place: Stage<StagePairContext> = {
    name: `${own}/place`,
    tasks: () => Promise.resolve(sorted.parts.length),
    async run(_, part) {
      const blocks = blocksOfPart(sorted, part)
      const { first } = blocks[0]
      const placed = new Float64Array(width * (blocks[blocks.length - 1].end - first)).fill(Number.NaN)
      const ranges = (await ranks.ranges(sorted)).length
      for (let range = 0; range < ranges; range++) {
        const [from, end] = (await countsOf(range)).subarray(part, part + 2)
        const found = doublesOf(await around.store.get(`${own}/back-ranks/${range}`, 8 * width * from, 8 * width * end))
        const records = recordsOf(await around.store.get(`${own}/back-records/${range}`, 4 * from, 4 * end))
        for (let i = 0; i < records.length; i++)
          for (let k = 0; k < width; k++) placed[width * (records[i] - first) + k] = found[width * i + k]
      }
      await around.store.put(placedName(base, order, part), [bytesOf(placed)])
      return new Float64Array(0)
    },
  }
  return {
    sorted,
    ranks,
    placing: [back, place],
    async swept(stage, task) {
      if (stage === SORT) await around.store.remove(`${own}/buckets/${task}/`)
    },
  }
}

/** Which of the stages of a sort puts its ranges in order. */
const SORT = 2

/** How many numbers a record has. */
const widthOf = ({ among }: PairOrder<unknown>): number => (among ? 2 : 1)

const orderName = (base: string, { name }: PairOrder<unknown>): string => `${base}/${name}`
const placedName = (base: string, order: PairOrder<unknown>, part: number): string =>
  `${orderName(base, order)}/placed/${part}`

/** The ranks of the records of a block in an order whose stages have ended: of those that are put in order. */
export async function ranksOfBlock(
  { store, masked: { partBlocks } }: StagePairContext,
  base: string,
  order: PairOrder<unknown>,
  { block: { index, first, end: last }, rows }: Pick<PairBlock<unknown>, 'block' | 'rows'>,
): Promise<Float64Array> {
  const end = Math.min(last, rows[order.reads])
  if (end <= first) return new Float64Array(0)
  const part = Math.floor(index / partBlocks)
  const at = (index - part * partBlocks) * BLOCK
  const bytes = 8 * widthOf(order)
  return doublesOf(await store.get(placedName(base, order, part), bytes * at, bytes * (at + end - first)))
}

function numbersFrom(first: number, count: number): Float64Array {
  const numbers = new Float64Array(count)
  for (let i = 0; i < count; i++) numbers[i] = first + i
  return numbers
}

/** What a sort is told of so many records: it reads no column by itself, and there is no plan that masks. */
function sortingOf(around: StagePairContext, rows: number): StageContext {
  const none = (): never => {
    throw new Error('a measurement masks nothing')
  }
  return {
    source: withRows(around.masked.source, rows),
    store: around.store,
    parts: partsOf(rows, around.masked.partBlocks),
    partBlocks: around.masked.partBlocks,
    ranges: around.ranges,
    rng: around.rng,
    taskBytes: around.taskBytes,
    facts: none,
    asRead: none,
    get plan() {
      return none()
    },
  }
}
