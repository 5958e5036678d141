import { blocksOf, takeRows, type Dataset, type Measurement, type MeasureInput, type Totals } from '@sdc/core'
import type { Correspondence } from '../pairs/correspondence.js'
import { tooFewPairs, withoutOrigin } from '../measurement/measurement.js'
import { ordersInMemory, type OrdersInMemory } from './orders-in-memory.js'
import { readCounter } from './read-counter.js'
import {
  NOTHING,
  type FilesInMemory,
  type MeasuredByAggregates,
  type ReadBlock,
  type ReadFiles,
  type Aggregate,
  type Reads,
} from './aggregate.js'

/**
 * Measures two files that are in memory.
 *
 * @param input - What the metric is handed.
 * @param read - How it measures.
 * @param pairs - Which records belong together, where it compares records.
 * @param linked - Whether these are the records that came from each other.
 * @returns The measurement, with numbers by masked record where a reading says them.
 */
export function measureInMemory<P>(
  input: MeasureInput<P>,
  read: MeasuredByAggregates<P>,
  pairs?: Correspondence,
  linked = true,
): Measurement {
  const { original, masked, columns, given, roles, params, rng, origin } = input
  const count = pairs?.masked.length ?? 0
  const files: ReadFiles<P> = {
    original,
    masked,
    columns,
    given,
    roles,
    params,
    rng,
    rows: { original: original.rows, masked: masked.rows, pairs: count },
    unlinked: withoutOrigin(origin),
    tooFew: tooFewPairs(count, origin, linked),
  }
  const records = new Float64Array(count).fill(Number.NaN)
  const held = filesInMemory(original, masked, pairs)
  const { value, said } = readInMemory(read(files), held, input.tick, records)
  if (!said || value.value === null || !pairs) return value
  const byRow = new Float64Array(masked.rows).fill(Number.NaN)
  pairs.masked.forEach((row, r) => (byRow[row] = records[r]))
  return { ...value, records: byRow }
}

/**
 * Two files, and the pairs of their records.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param pairs - Which records belong together; without them there are no pairs to read.
 * @returns What each kind of reading is answered from.
 */
export function filesInMemory(original: Dataset, masked: Dataset, pairs?: Correspondence): FilesInMemory {
  return {
    original: { original, masked: NOTHING },
    masked: { original: NOTHING, masked },
    pairs: pairs
      ? { original: recordsOf(original, pairs.original), masked: recordsOf(masked, pairs.masked) }
      : { original: NOTHING, masked: NOTHING },
  }
}

/** The file itself where these are all of its records in their order; else a column is taken when it is asked for. */
function recordsOf(data: Dataset, rows: Int32Array): Dataset {
  return rows.length === data.rows && rows.every((row, i) => row === i) ? data : takeRows(data, rows)
}

/**
 * Answers all that is asked, from files in memory.
 *
 * @param reads - What asks.
 * @param files - The files.
 * @param tick - Gets the share that is done, of a number of readings that nobody knows: it comes near 1.
 * @param records - Where numbers by pair go.
 * @returns What it ends with, and whether a reading wrote numbers by pair.
 */
export function readInMemory<T>(
  reads: Reads<T>,
  files: FilesInMemory,
  tick: (fraction: number) => void = () => {},
  records?: Float64Array,
): { readonly value: T; readonly said: boolean } {
  let said = false
  const orders = ordersInMemory(files)
  let step = reads.next([])
  for (let k = 1; step.done !== true; k++) {
    const aggregates = step.value
    if (aggregates.some(({ saysRecords }) => saysRecords)) said = true
    step = reads.next(aggregates.map((aggregate) => totalsOf(aggregate, files, orders, records)))
    tick(k / (k + 1))
  }
  return { value: step.value, said }
}

function totalsOf(
  aggregate: Aggregate,
  files: FilesInMemory,
  orders: OrdersInMemory,
  records: Float64Array | undefined,
): Totals {
  if (aggregate.walk) return orders.walked(aggregate.orders ?? [], aggregate.walk())
  const { original, masked } = files[aggregate.reads]
  const ranks = aggregate.orders?.map(orders.ranks)
  const rows = Math.max(original.rows, masked.rows)
  const ranges = rows === 0 ? [{ first: 0, end: 0 }] : blocksOf(rows)
  const counter = readCounter(aggregate)
  let total: Totals | undefined
  for (const { first, end } of ranges) {
    const block: ReadBlock = {
      first,
      original: cut(original, first, end),
      masked: cut(masked, first, end),
      ...(aggregate.saysRecords && { records: records?.subarray(first, end) }),
      ...(ranks && { ranks: ranks.map((of) => of(first, end)) }),
    }
    if (aggregate.isTable && rows > 0) {
      counter.add(block)
      continue
    }
    const own = aggregate.of(block)
    total = total === undefined ? own : aggregate.merge(total, own)
  }
  return total ?? counter.end()
}

function cut(data: Dataset, first: number, end: number): Dataset {
  if (data === NOTHING || (first === 0 && end === data.rows)) return data
  return {
    rows: end - first,
    names: data.names,
    column(name) {
      const column = data.column(name)
      if (column.kind === 'numeric') return { ...column, values: column.values.subarray(first, end) }
      return { ...column, codes: column.codes.subarray(first, end) }
    },
  }
}
