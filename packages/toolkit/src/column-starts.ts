/** What a span begins with, of columns of which a block at a time is at hand. */
import type { Totals } from '@sdc/core'
import { countValues, largestSize, roughSumOfBlock, type LinearColumns, type SpanStart } from '@sdc/stats'

const fields = ['first', 'varies', 'largest', 'sum', 'missing', 'hole'] as const

/** How many numbers are kept of a column. */
export const START_FIELDS = fields.length

/** What the first reading says of one column. */
export interface ColumnStart {
  /** Its first value. */
  readonly first: number
  /** Whether a value differs from it. */
  readonly varies: boolean
  /** The greatest size of a value. */
  readonly largest: number
  /** Nearly the sum. */
  readonly sum: number
  readonly missing: number
  /** The first record without a value, −1 where there is none. */
  readonly hole: number
}

/**
 * The first reading of one block.
 *
 * @param columns - p columns of the block.
 * @param firstRecord - Its first record, in the file.
 * @returns A few numbers a column, one column after the other.
 */
export function startsOfBlock(columns: readonly Float64Array[], firstRecord: number): Totals {
  return Float64Array.from(columns.flatMap((values) => numbersOf(startOf(values, firstRecord))))
}

function startOf(values: Float64Array, firstRecord: number): ColumnStart {
  const missing = values.length - countValues(values)
  const hole = missing > 0 ? firstRecord + values.findIndex((value) => value !== value) : -1
  const first = values.find((value) => value === value) ?? Number.NaN
  // Most columns have another value near the first.
  const varies = values.some((value) => value === value && value !== first)
  return { first, varies, largest: largestSize(values), sum: roughSumOfBlock(values), missing, hole }
}

const numbersOf = (start: ColumnStart): number[] => fields.map((field) => Number(start[field]))

/**
 * What was read of column j.
 *
 * @param totals - The numbers of all columns.
 * @param j - The column's number.
 * @returns What they say of it.
 */
export function startAt(totals: Totals, j: number): ColumnStart {
  const at = (field: (typeof fields)[number]): number => totals[j * START_FIELDS + fields.indexOf(field)]
  return {
    first: at('first'),
    varies: at('varies') === 1,
    largest: at('largest'),
    sum: at('sum'),
    missing: at('missing'),
    hole: at('hole'),
  }
}

/**
 * The numbers of the blocks so far with those of the next one.
 *
 * @param total - Of the blocks so far.
 * @param own - Of the next one, of the same columns.
 * @returns Of all of them, as many numbers.
 */
export function mergedStarts(total: Totals, own: Totals): Totals {
  const columns = Array.from({ length: total.length / START_FIELDS }, (_, j) => j)
  return Float64Array.from(columns.flatMap((j) => numbersOf(merged(startAt(total, j), startAt(own, j)))))
}

function merged(total: ColumnStart, own: ColumnStart): ColumnStart {
  const isNew = total.first !== total.first
  return {
    first: isNew ? own.first : total.first,
    varies: total.varies || own.varies || (!isNew && own.first === own.first && own.first !== total.first),
    largest: Math.max(total.largest, own.largest),
    sum: total.sum + own.sum,
    missing: total.missing + own.missing,
    hole: total.hole < 0 ? own.hole : total.hole,
  }
}

/**
 * What a span of these columns begins with.
 *
 * @param base - The white columns that it has before them.
 * @param columns - Stand-ins for them.
 * @param totals - What was read of them, one after the other.
 * @param rows - How many records the file has.
 * @returns The start that `extendedSpan` has of the whole file.
 */
export function spanStart(
  base: LinearColumns,
  columns: readonly Float64Array[],
  totals: Totals,
  rows: number,
): SpanStart {
  const starts = columns.map((_, j) => startAt(totals, j))
  return {
    base,
    columns,
    // The sum of one block is as that of several, which begins at 0.
    centres: Float64Array.from(starts, ({ first, varies, sum }) => (varies ? (sum + 0) / rows : first)),
    constant: starts.map(({ varies }) => !varies),
  }
}

const pool: Float64Array[] = []

/**
 * Arrays without values that stand for columns of a file where what is linear in them is computed: the same ones for the same
 * numbers.
 *
 * @param from - The number of the first one.
 * @param count - How many.
 * @returns The stand-ins.
 */
export function standIns(from: number, count: number): readonly Float64Array[] {
  while (pool.length < from + count) pool.push(new Float64Array(0))
  return pool.slice(from, from + count)
}
