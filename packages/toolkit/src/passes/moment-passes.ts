import {
  numericValues,
  type BlockContext,
  type ColumnAsRead,
  type PartsContext,
  type Pass,
  type Totals,
} from '@sdc/core'
import {
  meanOfTotals,
  mergedTotals,
  powerOfTotals,
  squaresOfBlock,
  timesPower,
  totalsOfBlock,
  varianceOfSums,
  type ColumnTotals,
} from '@sdc/stats/internal'

const FIRST = 'values'
const SCALED = 'scaled values'
const SQUARES = 'squares'

const fields = ['count', 'missing', 'first', 'varies', 'largest', 'sum', 'lost'] as const

/** A few numbers a column, one column after the other. */
function perColumn<P>(context: BlockContext<P>, of: (values: Float64Array, j: number) => readonly number[]): Totals {
  return Float64Array.from(context.columns.flatMap((name, j) => of(numericValues(context.data, name), j)))
}

/** How many numbers the totals of a column are written down as. */
export const TOTALS: number = fields.length

/** The totals of a column as numbers. */
export const numbersOf = (totals: ColumnTotals): number[] => fields.map((field) => Number(totals[field]))

/**
 * The totals of column j, of those of several, one after the other.
 *
 * @param totals - `TOTALS` numbers a column, as `numbersOf` writes them.
 * @param j - Which column, from 0.
 */
export function totalsAt(totals: Totals, j: number): ColumnTotals {
  const at = (field: (typeof fields)[number]): number => totals[j * fields.length + fields.indexOf(field)]
  return {
    count: at('count'),
    missing: at('missing'),
    first: at('first'),
    varies: at('varies') === 1,
    largest: at('largest'),
    sum: at('sum'),
    lost: at('lost'),
  }
}

/**
 * The totals of the columns of one block.
 *
 * @param columns - p columns of the block, NaN where missing.
 * @returns `TOTALS` numbers a column, one column after the other.
 */
export function totalsOfColumns(columns: readonly Float64Array[]): Totals {
  return Float64Array.from(columns.flatMap((values) => numbersOf(totalsOfBlock(values))))
}

/**
 * The totals of the blocks so far with those of the next one.
 *
 * @param total - `TOTALS` numbers a column, of the blocks so far.
 * @param own - As many, of the next one.
 * @returns As many, of all of them.
 */
export function mergedColumnTotals(total: Totals, own: Totals): Totals {
  const columns = Array.from({ length: total.length / TOTALS }, (_, j) => j)
  return Float64Array.from(columns.flatMap((j) => numbersOf(mergedTotals(totalsAt(total, j), totalsAt(own, j)))))
}

/**
 * The totals of all blocks, by what is known of the columns as they came.
 *
 * @param names - Of p columns.
 * @param column - What is known of one.
 * @returns `TOTALS` numbers a column; `undefined` where nothing is known of some.
 */
export function totalsAsRead(
  names: readonly string[],
  column: (name: string) => ColumnAsRead | undefined,
): Totals | undefined {
  return joined(names.map(column), numbersOf)
}

/** What is made of each, one after the other, where every one is there. */
function joined<T>(all: readonly (T | undefined)[], of: (one: T) => readonly number[]): Totals | undefined {
  return all.every((one) => one !== undefined) ? Float64Array.from(all.flatMap(of)) : undefined
}

const addNumbers = (total: Totals, own: Totals): Totals => total.map((value, k) => value + own[k])

const powers = <P>({ columns, totals }: PartsContext<P>): number[] => {
  const first = totals.get(FIRST)
  return columns.map((_, j) => (first === undefined ? 0 : powerOfTotals(totalsAt(first, j))))
}

/** The totals of the columns that are masked, after the first of `momentPasses` or `covariancePasses`. */
export const columnTotals = <P>({ totals }: PartsContext<P>): Totals => totals.get(FIRST) as Totals

/**
 * The readings of a file that give the mean and the standard deviation of every column that is masked, bit for bit those of
 * `mean` and `standardDeviation`: two, and a third where values are so large or small that their squares are none.
 */
export const momentPasses: readonly Pass<unknown>[] = [
  {
    name: FIRST,
    known: ({ columns }, column) => totalsAsRead(columns, column),
    of: ({ columns, data }) => totalsOfColumns(columns.map((name) => numericValues(data, name))),
    merge: mergedColumnTotals,
  },
  {
    name: SCALED,
    needed: (context) => powers(context).some((power) => power !== 0),
    of(context) {
      const own = powers(context)
      return perColumn(context, (values, j) => numbersOf(totalsOfBlock(values, own[j])))
    },
    merge: mergedColumnTotals,
  },
  {
    name: SQUARES,
    known: ({ columns }, column) => joined(columns.map((name) => column(name)?.squares), (own) => own), // oxfmt-ignore
    of(context) {
      const own = powers(context)
      const centres = context.columns.map((_, j) => meanOfTotals(scaledTotals(context, j)))
      return perColumn(context, (values, j) => squaresOfBlock(values, centres[j], own[j]))
    },
    merge: addNumbers,
  },
]

function scaledTotals<P>(context: PartsContext<P>, j: number): ColumnTotals {
  return totalsAt(context.totals.get(SCALED) ?? columnTotals(context), j)
}

/** What `momentPasses` say of one column of those that are masked. */
export interface ColumnMoments extends Pick<ColumnTotals, 'count' | 'missing' | 'largest' | 'varies'> {
  readonly mean: number
  /** With divisor n − 1; NaN of fewer than two values, 0 of a constant. */
  readonly sd: number
}

/**
 * The moments of column j of those that are masked, after `momentPasses`.
 *
 * @param context - What is known of the file.
 * @param j - The column's number, from 0.
 * @returns Counts, mean and standard deviation (ddof 1), in the unit of the column.
 */
export function momentsOf<P>(context: PartsContext<P>, j: number): ColumnMoments {
  const first = totalsAt(columnTotals(context), j)
  const [squares, rest] = (context.totals.get(SQUARES) as Totals).subarray(2 * j, 2 * j + 2)
  const scaled = Math.sqrt(varianceOfSums(squares, rest, first.count))
  const power = powers(context)[j]
  const sd = power === 0 ? scaled : timesPower(Float64Array.of(scaled), -power)[0]
  return { ...first, mean: meanOfTotals(first), sd }
}
