/** Sorts the orders that a pass reads, starting with those that others depend on. */
import type { BlockRange, Dataset, Derived, Inputs, Order } from '@sdc/core'
import { drawnTies, negativeZerosFirst, rankedValues, recordTies, type Keyed, type Ties } from '../columns/keyed.js'
import { partsOf } from '../source/source.js'
import { handBack, handedName, placedResults } from '../ranks/handed-back.js'
import { midRanksOf } from '../ranks/mid-ranks.js'
import { placesIn } from '../ranks/places-in.js'
import { sortedRanks } from '../ranks/sorted-ranks.js'
import type { HasStore, SortedFile, Stage } from '../tasks/stage.js'
import { bytesOf } from '../tasks/store.js'
import { planReader } from './plan-reader.js'
import {
  derivedId,
  orderId,
  placedName,
  scoped,
  type PlanGroup,
  type PlanState,
  type SortedOrder,
} from './plan-state.js'

const NONE = new Float64Array(0)

/** An order that is needed: the ranks of its records, or its sorted keys only. */
export interface NeededOrder {
  readonly scope: string
  readonly order: Order
  readonly isRanked: boolean
}

/** A needed order, and the length of the longest chain of orders that it waits for. */
interface Waiting extends NeededOrder {
  readonly level: number
}

/** Returns the orders whose ranks inputs need. */
export function ranksNeeded(state: PlanState, scope: string, inputs: Inputs): readonly NeededOrder[] {
  const isOpen = (one: Derived): boolean => !state.derived.has(derivedId(scope, one))
  return [
    ...(inputs.orders ?? []).map((order) => ({ scope, order, isRanked: true })),
    ...(inputs.derived ?? []).filter(isOpen).flatMap((one) => ranksNeeded(state, scope, one)),
  ]
}

/** Records that all tasks have read the derived columns of inputs, so that these are stored. */
export function derivedKept(state: PlanState, scope: string, { derived = [] }: Inputs): void {
  for (const one of derived) {
    state.derived.add(derivedId(scope, one))
    derivedKept(state, scope, one)
  }
}

/** Returns the orders that must be ready before an order is sorted. */
export function neededBefore(state: PlanState, scope: string, order: Order): readonly NeededOrder[] {
  const { ties } = order
  const tied = typeof ties === 'object' && 'ranks' in ties ? [{ scope, order: ties.ranks, isRanked: true }] : []
  return [...ranksNeeded(state, scope, order), ...tied]
}

/**
 * Yields the stages that make orders ready.
 *
 * @param state - The plans; it then has the orders.
 * @param needed - Orders that the pass reads.
 * @yields Stages of orders that do not depend on each other at once.
 */
export function* preparedOrders(state: PlanState, needed: readonly NeededOrder[]): Generator<PlanGroup> {
  const all = new Map<string, Waiting>()
  const add = (one: NeededOrder): number => {
    const { scope, order } = one
    const id = orderId(scope, order)
    const held = state.orders.get(id)
    if (held && (held.isRanked || !one.isRanked)) return 0
    const known = all.get(id)
    if (known && (known.isRanked || !one.isRanked)) return known.level
    const before = neededBefore(state, scope, order).map(add)
    const others = order.among && one.isRanked ? [add({ scope, order: order.among, isRanked: false })] : []
    const level = 1 + Math.max(0, ...before, ...others)
    all.set(id, { ...one, level })
    return level
  }
  needed.forEach(add)
  const most = Math.max(0, ...[...all.values()].map(({ level }) => level))
  for (let level = 1; level <= most; level++) {
    const stages: (readonly Stage<HasStore>[])[] = []
    for (const [id, one] of all) {
      if (one.level !== level) continue
      const held = state.orders.get(id)
      const sorted = held ?? sortedOrder(state, one)
      stages.push([...(held ? [] : stagesOf(sorted)), ...(one.isRanked ? placing(state, one, sorted) : [])])
      state.orders.set(id, { ...sorted, isRanked: one.isRanked })
    }
    yield* atOnce(stages)
    for (const { scope, order, level: own } of all.values()) if (own === level) derivedKept(state, scope, order)
  }
}

/** Groups of the first stages of several lists, of the second ones, and so on. */
export function* atOnce(lists: readonly (readonly Stage<HasStore>[])[]): Generator<PlanGroup> {
  const most = Math.max(0, ...lists.map(({ length }) => length))
  for (let s = 0; s < most; s++) yield lists.flatMap((list) => list.slice(s, s + 1))
}

/** Removes the orders that no later pass reads from the state. */
export function forgetOrders(state: PlanState): void {
  for (const [id, { isKept }] of state.orders) if (!isKept) state.orders.delete(id)
}

/** Beginning of the names of the orders of a pass that are not kept. */
export const passOrders = ({ files, pass }: PlanState): string => `${files.base}/orders/pass-${pass}/`

/** Rule for sorting the records of an order. */
export interface OrderSort {
  /** Beginning of the names. */
  readonly base: string
  /** Columns of the masked file to sort in place of the keys, side by side. */
  readonly carries?: readonly string[] | undefined
  /** True if only the sorted keys are needed. */
  readonly keysOnly?: boolean
}

/** Sorts an order by ranges. */
export function sortOfOrder(
  state: PlanState,
  { scope, order }: Pick<NeededOrder, 'scope' | 'order'>,
  { base, carries, keysOnly }: OrderSort,
): Pick<SortedOrder, 'base' | 'file' | 'ranks'> {
  const { files } = state
  // A task has the orders that were ready when its stage was made.
  const ready = { files, orders: new Map(state.orders) }
  const rows = files.rows[order.reads]
  const file: SortedFile = {
    store: files.store,
    parts: partsOf(rows, files.partBlocks),
    source: { rows },
    ranges: files.ranges,
  }
  const options = { width: carries?.length ?? 0, valuesOnly: keysOnly === true }
  const ranks = sortedRanks(
    base,
    (_: SortedFile, part) => {
      const reader = planReader(ready, part)
      return {
        async keys(range: BlockRange): Promise<Keyed> {
          const block = await reader.block(scope, order, range)
          const values = order.of(block)
          const ties = tiesOf(order, values, range, (other) => reader.ranks(scope, other, range))
          const keyed = { values, ties }
          return carries === undefined ? keyed : { ...keyed, carried: sideBySide(block.masked, carries) }
        },
        end: () => reader.end(),
      }
    },
    options,
  )
  return { base, file, ranks }
}

/** Stages of a sort, for any context. */
export function stagesOf({ file, ranks }: Pick<SortedOrder, 'file' | 'ranks'>): readonly Stage<HasStore>[] {
  return ranks.stages.map((stage) => ({
    ...stage,
    tasks: () => stage.tasks(file),
    run: (_, task) => stage.run(file, task),
  }))
}

function sortedOrder(state: PlanState, one: NeededOrder): SortedOrder {
  const { scope, order, isRanked } = one
  const isKept = order.isKept === true
  const name = scoped(scope, order.name)
  const base = isKept ? `${state.files.base}/orders/kept/${name}` : `${passOrders(state)}${name}`
  return { ...sortOfOrder(state, one, { base, keysOnly: !isKept && !isRanked }), isKept, isRanked }
}

function tiesOf(
  { ties }: Order,
  values: Float64Array,
  range: BlockRange,
  ranksOf: (order: Order) => Float64Array,
): Ties {
  if (ties === 'negative-zero') return negativeZerosFirst(values, range)
  if (ties === undefined || ties === 'record') return recordTies(range)
  if ('random' in ties) return drawnTies(ties.random, range)
  const others = ranksOf(ties.ranks)
  return { all: () => others, like: (i) => others[i] }
}

function sideBySide(data: Dataset, names: readonly string[]): Float64Array {
  const width = names.length
  const all = new Float64Array(width * data.rows)
  for (const [j, name] of names.entries()) {
    const values = rankedValues(data.column(name))
    for (let i = 0; i < values.length; i++) all[i * width + j] = values[i]
  }
  return all
}

/** Stages that compute the ranks of every range, and write them at the records. */
function placing(state: PlanState, { scope, order }: NeededOrder, sorted: SortedOrder): readonly Stage<HasStore>[] {
  const { base, file, ranks, isKept } = sorted
  const width = order.among ? 2 : 1
  const others = order.among && state.orders.get(orderId(scope, order.among))
  const ranksIn = async (range: number): Promise<Float64Array> => {
    const edges = await ranks.edges(file)
    if (others === undefined && order.ties !== undefined)
      return numbersFrom(1 + edges.slice(0, range).reduce((sum, { count }) => sum + count, 0), edges[range].count)
    const values = await ranks.values(file, range, 0, edges[range].count)
    return others ? placesIn(others, values) : midRanksOf(values, edges, range)
  }
  const rank: Stage<HasStore> = {
    name: `${base}/rank`,
    tasks: async () => (await ranks.ranges(file)).length,
    drops: isKept ? [] : [`${base}/records/`],
    async run(_, range) {
      const results = await ranksIn(range)
      await handBack(file, base, range, { results, records: await ranks.records(file, range) }, width)
      return NONE
    },
  }
  const place: Stage<HasStore> = {
    name: `${base}/place`,
    tasks: () => Promise.resolve(file.parts.length),
    drops: [handedName(base)],
    async run(_, part) {
      const columns = await placedResults(file, base, part, (await ranks.ranges(file)).length, width)
      await file.store.put(placedName({ base }, part), [bytesOf(interleaved(columns))])
      return NONE
    },
  }
  return [rank, place]
}

function interleaved(columns: readonly Float64Array[]): Float64Array {
  const width = columns.length
  if (width === 1) return columns[0]
  const all = new Float64Array(width * columns[0].length)
  for (const [j, column] of columns.entries()) for (let i = 0; i < column.length; i++) all[i * width + j] = column[i]
  return all
}

function numbersFrom(first: number, count: number): Float64Array {
  const numbers = new Float64Array(count)
  for (let i = 0; i < count; i++) numbers[i] = first + i
  return numbers
}
