/** Computes the totals of the aggregates of a pass. */
import type { Aggregate, Totals } from '@sdc/core'
import { resultOf, type HasStore, type Stage } from '../tasks/stage.js'
import { bytesBeyond, tableMerger } from './bounded-tables.js'
import { apart } from './joined-totals.js'
import { partCount } from './plan-files.js'
import type { PlanGroup, PlanState } from './plan-state.js'
import { derivedKept, passOrders, preparedOrders, ranksNeeded, type NeededOrder } from './prepared-orders.js'
import { readStage, walkStage, type Asked, type Batch } from './totals-stages.js'

/** Reads the stored totals of an aggregate. */
export interface ReadTotals {
  /** Reads the totals for the waiting plans; those of small aggregates are read together. */
  now(): Promise<Totals>
  /** Reads the totals for later passes. */
  later(): Promise<Totals>
}

/** Yields the stages of aggregates; returns a reader of the totals of each. */
export async function* computedTotals(
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
