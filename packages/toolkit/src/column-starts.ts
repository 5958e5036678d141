/** What a span begins with, of columns of which a block at a time is at hand. */
import type { ColumnAsRead, Totals } from '@sdc/core'
import {
  meanOfTotals,
  mergedTotals,
  totalsOfBlock,
  type ColumnTotals,
  type LinearColumns,
  type SpanStart,
} from '@sdc/stats'
import { numbersOf, TOTALS, totalsAt } from './moment-passes.js'

/** How many numbers are kept of a column: its totals, and where a value is missing. */
export const START_FIELDS: number = TOTALS + 1

/** What the first reading says of one column. */
export interface ColumnStart extends ColumnTotals {
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
  return Float64Array.from(
    columns.flatMap((values) => {
      const totals = totalsOfBlock(values)
      const hole = totals.missing > 0 ? firstRecord + values.findIndex((value) => value !== value) : -1
      return numbersOfStart({ ...totals, hole })
    }),
  )
}

/**
 * The same of the whole file, by what is known of its columns as they came.
 *
 * @param names - Of p columns.
 * @param column - What is known of one.
 * @returns The numbers of all blocks, merged; `undefined` where nothing is known of some column.
 */
export function startsAsRead(
  names: readonly string[],
  column: (name: string) => ColumnAsRead | undefined,
): Totals | undefined {
  const known = names.map(column)
  if (!known.every((own) => own !== undefined)) return undefined
  return Float64Array.from(known.flatMap((own) => numbersOfStart({ ...own, hole: own.firstMissing })))
}

/**
 * What is known of one column as the numbers that are kept of it.
 *
 * @param start - What is known.
 * @returns `START_FIELDS` numbers.
 */
export const numbersOfStart = (start: ColumnStart): number[] => [...numbersOf(start), start.hole]

/**
 * What was read of column j.
 *
 * @param totals - The numbers of all columns.
 * @param j - The column's number.
 * @returns What they say of it.
 */
export function startAt(totals: Totals, j: number): ColumnStart {
  const own = totals.subarray(j * START_FIELDS, (j + 1) * START_FIELDS)
  return { ...totalsAt(own, 0), hole: own[TOTALS] }
}

/**
 * The numbers of the blocks so far with those of the next one.
 *
 * @param total - Of the blocks so far.
 * @param own - Of the next one, of the same columns.
 * @returns Of all of them, as many numbers.
 */
export function mergedStarts(total: Totals, own: Totals): Totals {
  const columns = Array.from({ length: total.length / START_FIELDS }, (_, j) => [startAt(total, j), startAt(own, j)])
  return Float64Array.from(
    columns.flatMap(([before, next]) =>
      numbersOfStart({ ...mergedTotals(before, next), hole: before.hole < 0 ? next.hole : before.hole }),
    ),
  )
}

/**
 * What a span of these columns begins with.
 *
 * @param base - The white columns that it has before them.
 * @param columns - Stand-ins for them.
 * @param totals - What was read of them, one after the other.
 * @returns The start that `extendedSpan` has of the whole file.
 */
export function spanStart(base: LinearColumns, columns: readonly Float64Array[], totals: Totals): SpanStart {
  const starts = columns.map((_, j) => startAt(totals, j))
  return {
    base,
    columns,
    centres: Float64Array.from(starts, meanOfTotals),
    constant: starts.map(({ varies }) => !varies),
  }
}

const pool = new Map<number, Float64Array>()

/**
 * Arrays without values that stand for columns of a file where what is linear in them is computed: the same ones for the same
 * numbers.
 *
 * @param from - The number of the first one.
 * @param count - How many.
 * @returns The stand-ins.
 */
export function standIns(from: number, count: number): readonly Float64Array[] {
  return Array.from({ length: count }, (_, k) => {
    const one = pool.get(from + k) ?? new Float64Array(0)
    pool.set(from + k, one)
    return one
  })
}
