import {
  numericValues,
  type BlockContext,
  type ColumnAsRead,
  type PartsContext,
  type Pass,
  type Totals,
} from '@sdc/core'
import {
  covarianceOfSums,
  crossSumsOfBlock,
  meanOfTotals,
  mergedCrossSums,
  mergedTotals,
  powerOfTotals,
  squaresOfBlock,
  timesPower,
  totalsOfBlock,
  varianceOfSums,
  type ColumnTotals,
} from '@sdc/stats'

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

const mergeColumns = (total: Totals, own: Totals): Totals => {
  const columns = Array.from({ length: total.length / fields.length }, (_, j) => j)
  return Float64Array.from(columns.flatMap((j) => numbersOf(mergedTotals(totalsAt(total, j), totalsAt(own, j)))))
}

/** Of every column that is masked, where something is known of all. */
function knownOf<P>(
  { columns }: PartsContext<P>,
  column: (name: string) => ColumnAsRead | undefined,
  of: (known: ColumnAsRead) => readonly number[] | undefined,
): Totals | undefined {
  const numbers = columns.map((name) => {
    const known = column(name)
    return known && of(known)
  })
  return numbers.every((own) => own !== undefined) ? Float64Array.from(numbers.flat()) : undefined
}

const addNumbers = (total: Totals, own: Totals): Totals => total.map((value, k) => value + own[k])

const powers = <P>({ columns, totals }: PartsContext<P>): number[] => {
  const first = totals.get(FIRST)
  return columns.map((_, j) => (first === undefined ? 0 : powerOfTotals(totalsAt(first, j))))
}

/**
 * The readings of a file that give the mean and the standard deviation of every column that is masked, bit for bit those of
 * `mean` and `standardDeviation`: two, and a third where values are so large or small that their squares are none.
 */
export const momentPasses: readonly Pass<unknown>[] = [
  {
    name: FIRST,
    known: (context, column) => knownOf(context, column, numbersOf),
    of: (context) => perColumn(context, (values) => numbersOf(totalsOfBlock(values))),
    merge: mergeColumns,
  },
  {
    name: SCALED,
    needed: (context) => powers(context).some((power) => power !== 0),
    of(context) {
      const own = powers(context)
      return perColumn(context, (values, j) => numbersOf(totalsOfBlock(values, own[j])))
    },
    merge: mergeColumns,
  },
  {
    name: SQUARES,
    known(context, column) {
      const isPlain = powers(context).every((power) => power === 0)
      return isPlain ? knownOf(context, column, ({ squares }) => squares) : undefined
    },
    of(context) {
      const own = powers(context)
      const centres = context.columns.map((_, j) => meanOfTotals(scaledTotals(context, j)))
      return perColumn(context, (values, j) => squaresOfBlock(values, centres[j], own[j]))
    },
    merge: addNumbers,
  },
]

function scaledTotals<P>({ totals }: PartsContext<P>, j: number): ColumnTotals {
  return totalsAt((totals.get(SCALED) ?? totals.get(FIRST)) as Totals, j)
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
  const first = totalsAt(context.totals.get(FIRST) as Totals, j)
  const [squares, rest] = (context.totals.get(SQUARES) as Totals).subarray(2 * j, 2 * j + 2)
  const scaled = Math.sqrt(varianceOfSums(squares, rest, first.count))
  const power = powers(context)[j]
  const sd = power === 0 ? scaled : timesPower(Float64Array.of(scaled), -power)[0]
  return { ...first, mean: meanOfTotals(first), sd }
}

const CROSS = 'cross products'

/** The readings of a file of complete columns that give its covariance matrix, bit for bit that of `covarianceMatrix`. */
export const covariancePasses: readonly Pass<unknown>[] = [
  momentPasses[0],
  {
    name: CROSS,
    of(context) {
      const columns = context.columns.map((name) => numericValues(context.data, name))
      return crossSumsOfBlock(columns, meansOf(context))
    },
    merge: mergedCrossSums,
  },
]

/**
 * The means of the columns that are masked, after the first of `momentPasses` or `covariancePasses`.
 *
 * @param context - What is known of the file.
 * @returns p means, in the units of the columns.
 */
export function meansOf<P>({ columns, totals }: PartsContext<P>): number[] {
  return columns.map((_, j) => meanOfTotals(totalsAt(totals.get(FIRST) as Totals, j)))
}

/**
 * The sample covariance matrix of the columns that are masked, after `covariancePasses`.
 *
 * @param context - What is known of the file.
 * @returns p×p, ddof 1.
 */
export function covarianceOf<P>({ columns, totals, rows }: PartsContext<P>): ReturnType<typeof covarianceOfSums> {
  const constant = columns.map((_, j) => !totalsAt(totals.get(FIRST) as Totals, j).varies)
  // The sums of one block are as those of several, which begin at 0.
  const sums = (totals.get(CROSS) as Totals).map((sum) => sum + 0)
  return covarianceOfSums(sums, rows, constant)
}
