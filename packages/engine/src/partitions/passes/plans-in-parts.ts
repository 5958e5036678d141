/** Runs plans out of core: all of them advance together, so that a pass reads the files once for all. */
import type { Aggregate, Plan, Totals } from '@sdc/core'
import { bytesBeyond } from './bounded-tables.js'
import { computedTotals } from './computed-totals.js'
import type { PlanGroup, PlanState } from './plan-state.js'
import { forgetOrders } from './prepared-orders.js'
import type { Asked } from './totals-stages.js'

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
