/** Stages that read the files, or walk through their sorted keys, for the totals of aggregates. */
import type { Aggregate, OrderWalk, Totals } from '@sdc/core'
import type { HasStore, Stage } from '../tasks/stage.js'
import { bytesOf } from '../tasks/store.js'
import { tableCounter } from './bounded-tables.js'
import { joined } from './joined-totals.js'
import { blocksOfSide, partCount } from './plan-files.js'
import { planReader, type PlanReader } from './plan-reader.js'
import { numbersName, orderId, type PlanState, type SortedOrder } from './plan-state.js'

/** An aggregate of a pass. */
export interface Asked {
  readonly scope: string
  readonly aggregate: Aggregate
  /** True if it writes numbers by record that are kept. */
  readonly isNumbered: boolean
}

/** Aggregates that a stage reads together. */
export interface Batch {
  /** Name of the stage. */
  readonly name: string
  readonly reads: readonly Asked[]
}

/** Reads the blocks of a partition for several aggregates. */
export function readStage(state: PlanState, { name, reads }: Batch): Stage<HasStore> {
  const { files } = state
  const ready = { files, orders: new Map(state.orders) }
  const sides = [...new Set(reads.map(({ aggregate }) => aggregate.reads))]
  return {
    name,
    tasks: () => Promise.resolve(Math.max(...sides.map((side) => partCount(files, side)))),
    async run(_, part) {
      const reader = planReader(ready, part)
      const made = reads.map(({ aggregate }) => partTotals(state, aggregate, reader))
      const blocks = new Map(sides.map((side) => [side, blocksOfSide(files, side, part)]))
      const numbers = reads.map((): Float64Array[] => [])
      for (let b = 0; b < files.partBlocks; b++)
        for (const [a, { scope, aggregate, isNumbered }] of reads.entries()) {
          const range = blocks.get(aggregate.reads)?.at(b)
          if (range === undefined) continue
          const block = await reader.block(scope, aggregate, range)
          if (isNumbered) {
            const records = new Float64Array(range.end - range.first).fill(Number.NaN)
            numbers[a].push(records)
            made[a].add({ ...block, records })
          } else made[a].add(block)
        }
      for (const [a, { scope, aggregate, isNumbered }] of reads.entries())
        if (isNumbered && part < partCount(files, aggregate.reads))
          await files.store.put(numbersName(files, scope, part), numbers[a].map(bytesOf))
      await reader.end()
      return joined(made.map((own) => own.end()))
    },
  }
}

/** Collects the totals of a partition: those of a table as one, those of others block by block. */
function partTotals(
  { files }: PlanState,
  aggregate: Aggregate,
  { shared }: PlanReader,
): { add(block: Parameters<Aggregate['of']>[0]): void; end(): Totals } {
  if (aggregate.isTable && files.rows[aggregate.reads] > 0) {
    let counter: ReturnType<typeof tableCounter> | undefined
    return {
      add: (block) => (counter ??= tableCounter(aggregate, files.taskBytes)).add(block),
      end: () => joined(counter ? [counter.end()] : []),
    }
  }
  const blocks: Totals[] = []
  return { add: (block) => void blocks.push(shared.kept(aggregate.of(block))), end: () => joined(blocks) }
}

/** Walks through sorted keys, with one task per walk. */
export function walkStage(state: PlanState, name: string, walks: readonly Asked[]): Stage<HasStore> {
  const orders = new Map(state.orders)
  return {
    name,
    tasks: () => Promise.resolve(walks.length),
    async run(_, task) {
      const { scope, aggregate } = walks[task]
      const keys = (aggregate.orders ?? []).map((order) => keysOf(orders.get(orderId(scope, order)) as SortedOrder))
      return walkedThrough(aggregate.walk?.() as OrderWalk, keys)
    },
  }
}

async function walkedThrough(walk: OrderWalk, keys: readonly AsyncIterator<Float64Array>[]): Promise<Totals> {
  let step = walk.next()
  while (step.done !== true) {
    const { value, done } = await keys[step.value].next()
    step = walk.next(done === true ? new Float64Array(0) : value)
  }
  return step.value
}

/** Number of keys that are read at a time. */
const PIECE = 1 << 20

/** Yields the sorted keys of an order, piece by piece. */
export async function* keysOf({
  file,
  ranks,
}: Pick<SortedOrder, 'file' | 'ranks'>): AsyncGenerator<Float64Array, void> {
  for (const [range, count] of (await ranks.ranges(file)).entries())
    for (let from = 0; from < count; from += PIECE) yield ranks.values(file, range, from, Math.min(count, from + PIECE))
}
