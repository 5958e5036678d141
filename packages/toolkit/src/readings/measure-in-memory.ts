import { blocksOf, takeRows, type Dataset, type Measurement, type MeasureInput, type Totals } from '@sdc/core'
import type { Correspondence } from '../pairs/correspondence.js'
import { tooFewPairs, withoutOrigin } from '../measurement/measurement.js'
import { heldOrders, type HeldOrders } from './orders-in-memory.js'
import { readCounter } from './read-counter.js'
import {
  NOTHING,
  type HeldFiles,
  type MeasuredByReadings,
  type ReadBlock,
  type ReadFiles,
  type Reading,
  type Reads,
} from './reading.js'

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
  read: MeasuredByReadings<P>,
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
  const held = heldFiles(original, masked, pairs)
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
export function heldFiles(original: Dataset, masked: Dataset, pairs?: Correspondence): HeldFiles {
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
  files: HeldFiles,
  tick: (fraction: number) => void = () => {},
  records?: Float64Array,
): { readonly value: T; readonly said: boolean } {
  let said = false
  const orders = heldOrders(files)
  let step = reads.next([])
  for (let k = 1; step.done !== true; k++) {
    const readings = step.value
    if (readings.some(({ saysRecords }) => saysRecords)) said = true
    step = reads.next(readings.map((reading) => totalsOf(reading, files, orders, records)))
    tick(k / (k + 1))
  }
  return { value: step.value, said }
}

function totalsOf(reading: Reading, files: HeldFiles, orders: HeldOrders, records: Float64Array | undefined): Totals {
  if (reading.walk) return orders.walked(reading.orders ?? [], reading.walk())
  const { original, masked } = files[reading.reads]
  const ranks = reading.orders?.map(orders.ranks)
  const rows = Math.max(original.rows, masked.rows)
  const ranges = rows === 0 ? [{ first: 0, end: 0 }] : blocksOf(rows)
  const counter = readCounter(reading)
  let total: Totals | undefined
  for (const { first, end } of ranges) {
    const block: ReadBlock = {
      first,
      original: cut(original, first, end),
      masked: cut(masked, first, end),
      ...(reading.saysRecords && { records: records?.subarray(first, end) }),
      ...(ranks && { ranks: ranks.map((of) => of(first, end)) }),
    }
    if (reading.isTable && rows > 0) {
      counter.add(block)
      continue
    }
    const own = reading.of(block)
    total = total === undefined ? own : reading.merge(total, own)
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
