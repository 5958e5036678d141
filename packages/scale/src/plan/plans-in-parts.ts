/** Runs plans out of core: all of them advance together, so that a pass reads the files once for all. */
import type { Aggregate, OrderWalk, Plan, Totals } from '@sdc/core'
import { resultOf, type HasStore, type Stage } from '../work/stage.js'
import { bytesBeyond, tableCounter, tableMerger } from './bounded-tables.js'
import { apart, joined } from './joined-totals.js'
import { blocksOfSide, partCount } from './plan-files.js'
import { planReader, type PlanReader } from './plan-reader.js'
import { orderId, type PlanGroup, type PlanState, type SortedOrder } from './plan-state.js'
import {
  derivedKept,
  forgetOrders,
  passOrders,
  preparedOrders,
  ranksNeeded,
  type NeededOrder,
} from './prepared-orders.js'

/** A plan, and the beginning of the names of its orders and derived columns: empty for the only plan. */
export interface PlanRun<T> {
  readonly scope: string
  readonly plan: Plan<T>
}

/** Result of a plan; or the bytes of a table that does not fit into the memory of a task. */
export type PlanEnd<T> = { readonly value: T } | { readonly tooLarge: number }

/**
 * Runs plans to their ends.
 *
 * @param state - The files.
 * @param runs - The plans.
 * @yields Groups of stages.
 * @returns The end of each plan.
 * @throws Error of a plan if it refuses the files.
 */
export async function* plansInParts<T>(
  state: PlanState,
  runs: readonly PlanRun<T>[],
): AsyncGenerator<PlanGroup, readonly PlanEnd<T>[]> {
  const steps: (IteratorResult<readonly Aggregate[], T> | { readonly tooLarge: number })[] = runs.map(({ plan }) =>
    plan.next([]),
  )
  for (;;) {
    const waiting = runs.flatMap(({ scope, plan }, r) => {
      const step = steps[r]
      return 'tooLarge' in step || step.done === true ? [] : [{ scope, plan, r, aggregates: step.value }]
    })
    if (waiting.length === 0) break
    state.pass++
    const totals = yield* passOf(state, waiting)
    for (const [w, { plan, r }] of waiting.entries()) {
      const beyond = totals[w].map(bytesBeyond).filter((bytes) => bytes !== undefined)
      steps[r] = beyond.length > 0 ? { tooLarge: Math.max(...beyond) } : plan.next(totals[w])
    }
    forgetOrders(state)
  }
  state.pass++
  return steps.map((step) => ('tooLarge' in step ? step : { value: step.value as T }))
}

interface Waiting {
  readonly scope: string
  readonly aggregates: readonly Aggregate[]
}

/** An aggregate of a pass. */
interface Asked {
  readonly scope: string
  readonly aggregate: Aggregate
}

/** Computes the aggregates that plans wait for, each once. */
async function* passOf(
  state: PlanState,
  waiting: readonly Waiting[],
): AsyncGenerator<PlanGroup, readonly (readonly Totals[])[]> {
  const known = await state.files.known()
  const found = new Map<Aggregate, Totals>()
  const open = new Map<string | Aggregate, Asked>()
  for (const { scope, aggregates } of waiting)
    for (const aggregate of aggregates) {
      const { key } = aggregate
      const total = aggregate.known?.(known)
      if (total) found.set(aggregate, aggregate.end?.(total) ?? total)
      else if (key === undefined || !state.totals.has(key)) open.set(key ?? aggregate, { scope, aggregate })
    }
  const all = [...open.values()]
  const computed = yield* computedTotals(state, all)
  for (const [a, { aggregate }] of all.entries()) {
    found.set(aggregate, computed[a])
    if (aggregate.key !== undefined) state.totals.set(aggregate.key, computed[a])
  }
  return waiting.map(({ aggregates }) =>
    aggregates.map((aggregate) => found.get(aggregate) ?? (state.totals.get(aggregate.key ?? '') as Totals)),
  )
}

async function* computedTotals(state: PlanState, all: readonly Asked[]): AsyncGenerator<PlanGroup, readonly Totals[]> {
  if (all.length === 0) return []
  const needed = all.flatMap(({ scope, aggregate }): readonly NeededOrder[] =>
    aggregate.walk
      ? (aggregate.orders ?? []).map((order) => ({ scope, order, isRanked: false }))
      : ranksNeeded(state, scope, aggregate),
  )
  yield* preparedOrders(state, needed)
  const [walks, reads] = [all.filter(({ aggregate }) => aggregate.walk), all.filter(({ aggregate }) => !aggregate.walk)]
  const name = `${state.files.base}/pass-${state.pass}`
  const stages = [
    ...(reads.length > 0 ? [readStage(state, name, reads)] : []),
    ...(walks.length > 0 ? [walkStage(state, `${name}/walk`, walks)] : []),
  ]
  const drops = needed.length > 0 ? [passOrders(state)] : []
  yield stages.map((stage) => ({ ...stage, drops }))
  for (const { scope, aggregate } of reads) derivedKept(state, scope, aggregate)
  const ending = all.filter(({ aggregate }) => aggregate.end)
  const end: Stage<HasStore> = {
    name: `${name}/end`,
    tasks: () => Promise.resolve(1),
    run: async () => joined(await ended(state, name, { all: ending, reads, walks })),
  }
  if (ending.length > 0) yield [end]
  const ends = ending.length > 0 ? apart(await resultOf(state.files, end.name, 0)) : []
  const others = all.filter(({ aggregate }) => !aggregate.end)
  const totals = await merged(state, name, { all: others, reads, walks })
  const by = new Map([
    ...ending.map((one, e) => [one, ends[e]] as const),
    ...others.map((one, o) => [one, totals[o]] as const),
  ])
  return all.map((one) => by.get(one) as Totals)
}

/** Reads the blocks of a partition for several aggregates. */
function readStage(state: PlanState, name: string, reads: readonly Asked[]): Stage<HasStore> {
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
      for (let b = 0; b < files.partBlocks; b++)
        for (const [a, { scope, aggregate }] of reads.entries()) {
          const range = blocks.get(aggregate.reads)?.at(b)
          if (range) made[a].add(await reader.block(scope, aggregate, range))
        }
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

/** Goes through sorted keys, a task a walk. */
function walkStage(state: PlanState, name: string, walks: readonly Asked[]): Stage<HasStore> {
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

/** Aggregates of a pass whose stages have ended: some of those that were read, and of those that walked. */
interface EndedPass {
  readonly all: readonly Asked[]
  readonly reads: readonly Asked[]
  readonly walks: readonly Asked[]
}

/** What is kept of the totals, with a mark in place of a table that is too large. */
async function ended(state: PlanState, name: string, pass: EndedPass): Promise<readonly Totals[]> {
  const totals = await merged(state, name, pass)
  return pass.all.map(({ aggregate }, a) =>
    bytesBeyond(totals[a]) === undefined ? (aggregate.end?.(totals[a]) ?? totals[a]) : totals[a],
  )
}

/** Merges the totals of all partitions. */
async function merged(state: PlanState, name: string, { all, reads, walks }: EndedPass): Promise<readonly Totals[]> {
  const { files } = state
  const mergers = new Map<Asked, { add(own: Totals): void; end(): Totals }>()
  for (const one of all) if (reads.includes(one)) mergers.set(one, merger(state, one.aggregate))
  // One partition at a time is in memory.
  const parts = Math.max(0, ...[...mergers.keys()].map(({ aggregate }) => partCount(files, aggregate.reads)))
  for (let part = 0; part < parts; part++) {
    const own = apart(await resultOf(files, name, part))
    for (const [one, { add }] of mergers) apart(own[reads.indexOf(one)]).forEach(add)
  }
  const totals: Totals[] = []
  for (const one of all)
    totals.push(mergers.get(one)?.end() ?? (await resultOf(files, `${name}/walk`, walks.indexOf(one))))
  return totals
}

function merger({ files }: PlanState, aggregate: Aggregate): { add(own: Totals): void; end(): Totals } {
  if (aggregate.isTable) return tableMerger(aggregate, files.taskBytes)
  let total: Totals | undefined
  return {
    add: (own) => void (total = total === undefined ? own : aggregate.merge(total, own)),
    end: () => total as Totals,
  }
}
