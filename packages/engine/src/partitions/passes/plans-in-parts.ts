/** Runs plans out of core: all of them advance together, so that a pass reads the files once for all. */
import type { Aggregate, OrderWalk, Plan, Totals } from '@sdc/core'
import { resultOf, type HasStore, type Stage } from '../tasks/stage.js'
import { bytesOf } from '../tasks/store.js'
import { bytesBeyond, tableCounter, tableMerger } from './bounded-tables.js'
import { apart, joined } from './joined-totals.js'
import { blocksOfSide, partCount } from './plan-files.js'
import { planReader, type PlanReader } from './plan-reader.js'
import { numbersName, orderId, type PlanGroup, type PlanState, type SortedOrder } from './plan-state.js'
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
  /** True to keep the numbers by record that its aggregates write (`numbersName`). */
  readonly byRecord?: boolean | undefined
  /** Selects aggregates that end the plan, because its result by them is not needed. */
  readonly leaves?: ((aggregate: Aggregate) => boolean) | undefined
}

/**
 * Result of a plan; the bytes of a table that does not fit into the memory of a task; or the aggregate that ended it.
 */
export type PlanEnd<T> = { readonly value: T } | { readonly tooLarge: number } | { readonly left: Aggregate }

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
  const steps: (IteratorResult<readonly Aggregate[], T> | Exclude<PlanEnd<T>, { readonly value: T }>)[] = runs.map(
    (run) => stepOf(run, []),
  )
  for (;;) {
    const waiting = runs.flatMap((run, r) => {
      const step = steps[r]
      return !('value' in step) || step.done === true ? [] : [{ ...run, run, r, aggregates: step.value }]
    })
    if (waiting.length === 0) break
    state.pass++
    const totalsOf = yield* passOf(state, waiting)
    for (const { run, r, aggregates } of waiting) {
      // Only one plan at a time has its tables in memory.
      const totals: Totals[] = []
      for (const aggregate of aggregates) totals.push(await totalsOf(aggregate))
      const beyond = totals.map(bytesBeyond).filter((bytes) => bytes !== undefined)
      steps[r] = beyond.length > 0 ? { tooLarge: Math.max(...beyond) } : stepOf(run, totals)
    }
    forgetOrders(state)
  }
  state.pass++
  return steps.map((step) => ('value' in step ? { value: step.value as T } : step))
}

/** Returns the next step of a plan; or the aggregate that ends it. */
function stepOf<T>(
  { plan, leaves }: PlanRun<T>,
  totals: readonly Totals[],
): IteratorResult<readonly Aggregate[], T> | { readonly left: Aggregate } {
  const step = plan.next(totals)
  const left = step.done === true ? undefined : leaves && step.value.find(leaves)
  return left ? { left } : step
}

interface Waiting extends Pick<PlanRun<unknown>, 'scope' | 'byRecord'> {
  readonly aggregates: readonly Aggregate[]
}

/** An aggregate of a pass. */
interface Asked {
  readonly scope: string
  readonly aggregate: Aggregate
  /** True if it writes numbers by record that are kept. */
  readonly isNumbered: boolean
}

/** Reads the stored totals of an aggregate. */
interface ReadTotals {
  /** Reads the totals for the waiting plans; those of small aggregates are read together. */
  now(): Promise<Totals>
  /** Reads the totals for later passes. */
  later(): Promise<Totals>
}

/** Largest number of totals that stay in memory for later passes. */
const SMALL = 1 << 13

/** Yields the stages of the aggregates that plans wait for, each once; returns a function for their totals. */
async function* passOf(
  state: PlanState,
  waiting: readonly Waiting[],
): AsyncGenerator<PlanGroup, (aggregate: Aggregate) => Promise<Totals>> {
  const known = await state.files.known()
  const found = new Map<Aggregate, Totals>()
  const open = new Map<string | Aggregate, Asked>()
  const users = new Map<string | Aggregate, number>()
  for (const { scope, aggregates, byRecord } of waiting)
    for (const aggregate of aggregates) {
      const isNumbered = byRecord === true && aggregate.saysRecords === true && aggregate.isTable !== true
      if (isNumbered) state.numbered.add(scope)
      // Numbers by record belong to one plan.
      const id = isNumbered ? aggregate : (aggregate.key ?? aggregate)
      const total = aggregate.known?.(known)
      if (total) found.set(aggregate, aggregate.end?.(total) ?? total)
      else if (isNumbered || aggregate.key === undefined || !state.totals.has(aggregate.key)) {
        open.set(id, { scope, aggregate, isNumbered })
        users.set(id, (users.get(id) ?? 0) + 1)
      }
    }
  const reads = yield* computedTotals(state, [...open.values()])
  const held = new Map<string | Aggregate, Totals>()
  return async (aggregate) => {
    const total = found.get(aggregate)
    if (total) return total
    const id = open.has(aggregate) ? aggregate : (aggregate.key ?? aggregate)
    const one = open.get(id)
    const read = one && reads.get(one)
    const own = held.get(id) ?? (await (read?.now ?? state.totals.get(aggregate.key ?? ''))?.())
    if (own === undefined) throw new Error('the totals were not computed')
    if (read && aggregate.key !== undefined)
      state.totals.set(aggregate.key, own.length > SMALL ? read.later : () => Promise.resolve(own))
    const left = (users.get(id) ?? 1) - 1
    users.set(id, left)
    if (left > 0) held.set(id, own)
    else held.delete(id)
    return own
  }
}

/** Aggregates that a stage reads together. */
interface Batch {
  /** Name of the stage. */
  readonly name: string
  readonly reads: readonly Asked[]
}

/** Yields the stages of aggregates; returns a reader of the totals of each. */
async function* computedTotals(
  state: PlanState,
  all: readonly Asked[],
): AsyncGenerator<PlanGroup, ReadonlyMap<Asked, ReadTotals>> {
  const totals = new Map<Asked, ReadTotals>()
  if (all.length === 0) return totals
  const needed = all.flatMap(({ scope, aggregate }): readonly NeededOrder[] =>
    aggregate.walk
      ? (aggregate.orders ?? []).map((order) => ({ scope, order, isRanked: false }))
      : ranksNeeded(state, scope, aggregate),
  )
  yield* preparedOrders(state, needed)
  const name = `${state.files.base}/pass-${state.pass}`
  const walks = all.filter(({ aggregate }) => aggregate.walk)
  const batches = batchesOf(
    name,
    all.filter(({ aggregate }) => !aggregate.walk),
  )
  const stages = [
    ...batches.map((batch) => readStage(state, batch)),
    ...(walks.length > 0 ? [walkStage(state, `${name}/walk`, walks)] : []),
  ]
  const drops = needed.length > 0 ? [passOrders(state)] : []
  yield stages.map((stage) => ({ ...stage, drops }))
  for (const { scope, aggregate } of all) if (!aggregate.walk) derivedKept(state, scope, aggregate)
  const always = (read: () => Promise<Totals>): ReadTotals => ({ now: read, later: read })
  for (const [w, one] of walks.entries())
    totals.set(
      one,
      always(() => resultOf(state.files, `${name}/walk`, w)),
    )
  for (const batch of batches) {
    let together: Promise<readonly Totals[]> | undefined
    for (const [a, one] of batch.reads.entries()) {
      const later = async (): Promise<Totals> => (await mergedIn(state, batch))[a]
      const now = async (): Promise<Totals> => (await (together ??= mergedIn(state, batch)))[a]
      totals.set(one, batch.reads.length > 1 ? { now, later } : always(later))
    }
  }
  const ending = all.filter(({ aggregate }) => aggregate.end)
  const beforeEnd = ending.map((one) => totals.get(one) as ReadTotals)
  const end: Stage<HasStore> = {
    name: `${name}/end`,
    tasks: () => Promise.resolve(ending.length),
    async run(_, e) {
      const total = await beforeEnd[e].now()
      return bytesBeyond(total) === undefined ? (ending[e].aggregate.end?.(total) ?? total) : total
    },
  }
  if (ending.length > 0) yield [end]
  for (const [e, one] of ending.entries())
    totals.set(
      one,
      always(() => resultOf(state.files, end.name, e)),
    )
  return totals
}

/** Batches of aggregates to read together. Tables with a counter may be large, and are read one at a time. */
function batchesOf(name: string, reads: readonly Asked[]): readonly Batch[] {
  const [large, others] = [true, false].map((is) =>
    reads.filter(({ aggregate: { counter } }) => (counter !== undefined) === is),
  )
  const tables = large.map((one, t) => ({ name: `${name}/table-${t + 1}`, reads: [one] }))
  return others.length > 0 ? [{ name, reads: others }, ...tables] : tables
}

/** Reads the blocks of a partition for several aggregates. */
function readStage(state: PlanState, { name, reads }: Batch): Stage<HasStore> {
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

/** Merges the totals of all partitions. One partition at a time is in memory. */
async function mergedIn(state: PlanState, { name, reads }: Batch): Promise<readonly Totals[]> {
  const { files } = state
  const mergers = reads.map(({ aggregate }) => merger(state, aggregate))
  const parts = Math.max(...reads.map(({ aggregate }) => partCount(files, aggregate.reads)))
  for (let part = 0; part < parts; part++) {
    const own = apart(await resultOf(files, name, part))
    for (const [a, { add }] of mergers.entries()) apart(own[a]).forEach(add)
  }
  return mergers.map(({ end }) => end())
}

function merger({ files }: PlanState, aggregate: Aggregate): { add(own: Totals): void; end(): Totals } {
  if (aggregate.isTable) return tableMerger(aggregate, files.taskBytes)
  let total: Totals | undefined
  return {
    add: (own) => void (total = total === undefined ? own : aggregate.merge(total, own)),
    end: () => total as Totals,
  }
}
