import {
  blocksOf,
  type Aggregate,
  type Block,
  type BlockRange,
  type Derived,
  type Inputs,
  type Order,
  type Plan,
  type Side,
  type Totals,
} from '@sdc/core'
import { blockCounter } from './block-counter.js'
import { cut, type FilesInMemory } from './files-in-memory.js'
import type { SharedResults } from './kept-results.js'
import { ordersInMemory, type OrdersInMemory } from './orders-in-memory.js'

/** Files in memory as blocks, with the requested ranks and derived columns. */
export interface ReaderInMemory {
  readonly orders: OrdersInMemory
  /** Returns the blocks of some records; one empty block for no records. */
  blocks(inputs: Inputs, records?: Float64Array): Iterable<Block>
  /** Returns the keys of all records in an order. */
  keys(order: Order): Float64Array
  /** Returns the totals of an aggregate. */
  totals(aggregate: Aggregate, records?: Float64Array): Totals
}

/** Derived columns of a block. */
type DerivedInMemory = (range: BlockRange) => readonly Float64Array[]

/**
 * Reads files that are in memory.
 *
 * @param files - The files.
 * @param shared - Results that other plans over the same files share.
 * @returns The reader; it keeps derived columns, and the ranks of orders that are kept.
 */
export function readerInMemory(files: FilesInMemory, shared?: SharedResults): ReaderInMemory {
  const derived = new Map<string, DerivedInMemory>()
  const rowsOf = (side: Side): number => Math.max(files[side].original.rows, files[side].masked.rows)
  const ranges = (side: Side): readonly BlockRange[] => {
    const rows = rowsOf(side)
    return rows === 0 ? [{ index: 0, first: 0, end: 0 }] : blocksOf(rows)
  }
  // Computed when a block is first read, while its columns are in the cache.
  const derivedOf = (one: Derived): DerivedInMemory => {
    const known = derived.get(one.name)
    if (known) return known
    const at = blockReader(one)
    const kept: (readonly Float64Array[])[] = []
    const made: DerivedInMemory = (range) => (kept[range.index] ??= one.of(at(range)))
    derived.set(one.name, made)
    return made
  }
  const blockReader = (inputs: Inputs, records?: Float64Array): ((range: BlockRange) => Block) => {
    const { original, masked, numbers } = files[inputs.reads]
    const ranks = inputs.orders?.map(orders.ranks)
    const made = inputs.derived?.map(derivedOf)
    return (range) => {
      const { first, end } = range
      return {
        ...range,
        original: cut(original, first, end),
        masked: cut(masked, first, end),
        ...(numbers && { numbers: numbersIn(numbers, first, end) }),
        ...(records && { records: records.subarray(first, end) }),
        ...(ranks && { ranks: ranks.map((of) => of(first, end)) }),
        ...(made && { derived: made.map((of) => of(range)) }),
      }
    }
  }
  function* blocks(inputs: Inputs, records?: Float64Array): Generator<Block> {
    const at = blockReader(inputs, records)
    for (const range of ranges(inputs.reads)) yield at(range)
  }
  const keys = (order: Order): Float64Array => together(rowsOf(order.reads), blocks(order), (block) => order.of(block))
  const orders = ordersInMemory(keys, shared)
  const totals = (aggregate: Aggregate, records?: Float64Array): Totals => {
    const { key, reads, saysRecords } = aggregate
    const isShared = shared && key !== undefined && !(saysRecords && records)
    return isShared ? shared[reads].of(key, () => computed(aggregate)) : computed(aggregate, records)
  }
  const computed = (aggregate: Aggregate, records?: Float64Array): Totals => {
    const total = aggregate.walk ? orders.walked(aggregate.orders ?? [], aggregate.walk()) : merged(aggregate, records)
    return aggregate.end?.(total) ?? total
  }
  const merged = (aggregate: Aggregate, records?: Float64Array): Totals => {
    const all = blocks(aggregate, aggregate.saysRecords && records)
    if (aggregate.isTable && rowsOf(aggregate.reads) > 0) {
      const counter = blockCounter(aggregate)
      for (const block of all) counter.add(block)
      return counter.end()
    }
    let total: Totals | undefined
    for (const block of all) {
      const own = aggregate.of(block)
      total = total === undefined ? own : aggregate.merge(total, own)
    }
    return total as Totals
  }
  return { orders, blocks, keys, totals }
}

function numbersIn(
  { original, masked }: NonNullable<Block['numbers']>,
  first: number,
  end: number,
): NonNullable<Block['numbers']> {
  return { original: original.subarray(first, end), masked: masked.subarray(first, end) }
}

/** A column that is computed block by block, in one array. */
function together(rows: number, blocks: Iterable<Block>, of: (block: Block) => Float64Array): Float64Array {
  const all = new Float64Array(rows)
  for (const block of blocks) {
    const own = of(block)
    if (own.length === rows) return own
    all.set(own, block.first)
  }
  return all
}

/**
 * Runs a plan to its end on files in memory.
 *
 * @param plan - The plan.
 * @param reader - The files.
 * @param tick - Receives the completed share; the number of passes is unknown, so it only approaches 1.
 * @param records - Target for numbers by record.
 * @returns The result of the plan, and whether an aggregate wrote numbers by record.
 */
export function runInMemory<T>(
  plan: Plan<T>,
  reader: ReaderInMemory,
  tick: (fraction: number) => void = () => {},
  records?: Float64Array,
): { readonly value: T; readonly said: boolean } {
  let said = false
  let step = plan.next([])
  for (let k = 1; step.done !== true; k++) {
    said ||= step.value.some(({ saysRecords }) => saysRecords)
    step = plan.next(step.value.map((aggregate) => reader.totals(aggregate, records)))
    tick(k / (k + 1))
  }
  return { value: step.value, said }
}

/**
 * Runs a plan of aggregates on files in memory.
 *
 * @param plan - The plan.
 * @param files - The files.
 * @returns The result of the plan.
 */
export function readInMemory<T>(plan: Plan<T>, files: FilesInMemory): T {
  return runInMemory(plan, readerInMemory(files)).value
}
