import {
  type Aggregate,
  type Block,
  type Column,
  type ColumnAsRead,
  type Dataset,
  type Derived,
  type Inputs,
  type Order,
  type OrderWalk,
  type Plan,
  type Totals,
} from '@sdc/core'

/** Number of sorted keys or ranks in a piece; it does not divide a block. */
export const PIECE = 4099

/**
 * Runs a plan as workers do: every block is read by a plan of its own, replayed from stored totals, on copies of the
 * records. A table is counted block by block and merged from the last to the first; a walk gets its keys in pieces.
 *
 * @param begin - Begins the plan, from the same facts each time.
 * @param known - Facts about an unmasked column of the file that is read.
 * @returns Requests the same aggregates, and ends with a function that replays the whole plan.
 */
export function* replayedPlan<T>(
  begin: () => Plan<T>,
  known: (aggregate: Aggregate) => (name: string) => ColumnAsRead | undefined,
): Plan<() => T> {
  const stored: Totals[][] = []
  const plan = begin()
  let step = plan.next([])
  while (step.done !== true) {
    const pass = stored.length
    const asked = step.value
    const replay = (): readonly Aggregate[] => aggregatesOf(begin(), stored.slice(0, pass), asked.length)
    const totals = yield asked.map((aggregate, a) => byWorkers(aggregate, () => replay()[a], known(aggregate)))
    stored.push(totals.map((own) => own.slice()))
    step = plan.next(totals.map((own) => own.slice()))
  }
  return () => endOf(begin(), stored)
}

function aggregatesOf(plan: Plan<unknown>, stored: readonly Totals[][], count: number): readonly Aggregate[] {
  const step = replay(plan, stored)
  if (step.done === true || step.value.length !== count)
    throw new Error(`pass ${stored.length + 1} of a replayed plan does not ask for the same ${count} aggregates`)
  return step.value
}

function endOf<T>(plan: Plan<T>, stored: readonly Totals[][]): T {
  const step = replay(plan, stored)
  if (step.done !== true) throw new Error('a replayed plan asks for more aggregates than the plan')
  return step.value
}

function replay<T>(plan: Plan<T>, stored: readonly Totals[][]): IteratorResult<readonly Aggregate[], T> {
  let step = plan.next([])
  for (const totals of stored) step = plan.next(totals.map((own) => own.slice()))
  return step
}

function byWorkers(
  aggregate: Aggregate,
  replayed: () => Aggregate,
  known: (name: string) => ColumnAsRead | undefined,
): Aggregate {
  const own: Aggregate = {
    ...aggregate,
    ...replayedInputs(aggregate, replayed),
    of: (block) => replayed().of(copyOf(block)).slice(),
    merge: (total, next) => replayed().merge(total.slice(), next.slice()),
    end(total) {
      const expected = aggregate.known?.(known)
      if (expected && !areSame(expected, total))
        throw new Error('an aggregate knows other totals of unmasked columns than those of their blocks')
      return replayed().end?.(total.slice()) ?? total
    },
  }
  return {
    ...own,
    ...(aggregate.isTable && { counter: () => fromTheLast(own, replayed) }),
    ...(aggregate.walk && { walk: () => inPieces((replayed() as Required<Aggregate>).walk()) }),
  }
}

function areSame(one: Totals, other: Totals): boolean {
  return one.length === other.length && one.every((value, k) => Object.is(value, other[k]))
}

/** Counts every block by a counter of its own, and merges the last two first. */
function fromTheLast({ of, merge }: Aggregate, replayed: () => Aggregate): ReturnType<Required<Aggregate>['counter']> {
  const counted: Totals[] = []
  return {
    add(block) {
      const counter = replayed().counter?.()
      counter?.add(copyOf(block))
      counted.push(counter?.end().slice() ?? of(block))
    },
    end: () => counted.reduceRight((later, earlier) => merge(earlier, later)),
  }
}

function* inPieces(walk: OrderWalk): OrderWalk {
  const rest = new Map<number, Float64Array>()
  let step = walk.next()
  while (step.done !== true) {
    const which = step.value
    let keys = rest.get(which) ?? new Float64Array(0)
    if (keys.length === 0) keys = yield which
    rest.set(which, keys.subarray(PIECE))
    step = walk.next(keys.slice(0, PIECE))
  }
  return step.value
}

/**
 * Returns orders and derived columns as workers read them.
 *
 * @param inputs - Orders and derived columns of the plan.
 * @param replayed - Returns the same of a replayed plan.
 * @returns The inputs, each from a replayed plan.
 */
export function replayedInputs(
  { orders, derived }: Partial<Inputs>,
  replayed: () => Partial<Inputs>,
): Pick<Inputs, 'orders' | 'derived'> {
  return {
    ...(orders && { orders: orders.map((order, o) => replayedOrder(order, () => (replayed().orders ?? [])[o])) }),
    ...(derived && { derived: derived.map((one, d) => replayedDerived(one, () => (replayed().derived ?? [])[d])) }),
  }
}

function replayedDerived(one: Derived, replayed: () => Derived): Derived {
  return {
    ...one,
    ...replayedInputs(one, replayed),
    of: (block) =>
      replayed()
        .of(copyOf(block))
        .map((values) => values.slice()),
  }
}

/**
 * Returns an order as workers read it.
 *
 * @param order - The order.
 * @param replayed - Returns the same of a replayed plan.
 * @returns The order, its keys from a replayed plan.
 */
export function replayedOrder(order: Order, replayed: () => Order): Order {
  const { among, ties } = order
  return {
    ...order,
    ...replayedInputs(order, replayed),
    of: (block) => replayed().of(copyOf(block)).slice(),
    ...(among && { among: replayedOrder(among, () => replayed().among as Order) }),
    ...(typeof ties === 'object' &&
      'ranks' in ties && {
        ties: { ranks: replayedOrder(ties.ranks, () => (replayed().ties as { readonly ranks: Order }).ranks) },
      }),
  }
}

/**
 * Returns a block with copied arrays, without a target for numbers by record, because workers write none.
 *
 * @param block - The block.
 * @returns Its copy.
 */
export function copyOf(block: Block): Block {
  const { numbers, ranks, derived } = block
  return {
    ...block,
    records: undefined,
    original: copiedOnce(block.original),
    masked: copiedOnce(block.masked),
    ...(numbers && { numbers: { original: numbers.original.slice(), masked: numbers.masked.slice() } }),
    ...(ranks && { ranks: ranks.map((own) => own.slice()) }),
    ...(derived && { derived: derived.map((columns) => columns.map((values) => values.slice())) }),
  }
}

/** A column is copied on demand. */
function copiedOnce(data: Dataset): Dataset {
  const copies = new Map<string, Column>()
  return {
    ...data,
    column(name) {
      const column = data.column(name)
      const copy =
        copies.get(name) ??
        (column.kind === 'numeric'
          ? { ...column, values: column.values.slice() }
          : { ...column, codes: column.codes.slice() })
      copies.set(name, copy)
      return copy
    },
  }
}

/**
 * Names of the parts in which two results differ, such as `report.group`.
 *
 * @param one - A result: numbers, texts, arrays, maps, files.
 * @param other - Another.
 * @param name - Name of the result.
 * @returns An empty list if both are the same to the last bit.
 */
export function differingParts(one: unknown, other: unknown, name = ''): string[] {
  const [a, b] = [partsOf(one), partsOf(other)]
  if (a === undefined || b === undefined) return Object.is(one, other) ? [] : [name]
  if (ArrayBuffer.isView(one) && ArrayBuffer.isView(other)) {
    const [x, y] = [one, other] as unknown as [Float64Array, Float64Array]
    return areSame(x, y) ? [] : [name]
  }
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) =>
    differingParts(a.get(key), b.get(key), name === '' ? key : `${name}.${key}`),
  )
}

function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (value instanceof Map) return value as Map<string, unknown>
  if ('names' in value && 'column' in value) {
    const { names, column } = value as Dataset
    return new Map(names.map((name) => [name, column(name)]))
  }
  return new Map(ArrayBuffer.isView(value) ? [] : Object.entries(value))
}
