import { numericValues, type Dataset, type PairContext, type PairPass, type Totals } from '@sdc/core'
import {
  mergedRanges,
  mergedSquares,
  mergedTotals,
  rangeOfBlock,
  spreadOfTotals,
  spreadSquares,
  spreadSums,
  type ColumnRange,
  type Spread,
  type SpreadSquares,
} from '@sdc/stats/internal'
import { numbersOf, TOTALS, totalsAt } from './moment-passes.js'

const RANGES = 'ranges'
const SUMS = 'sums about the base'
const SQUARES = 'squares about the mean'

/** Numbers that a range is written down as. */
const RANGE = 4

const numbersOfRange = ({ count, least, most, whole }: ColumnRange): number[] => [count, least, most, Number(whole)]

function rangeAt(totals: Totals, c: number): ColumnRange {
  const [count, least, most, whole] = totals.subarray(c * RANGE)
  return { count, least, most, whole: whole === 1 }
}

const numbersOfSquares = ({ rest, squares }: SpreadSquares): number[] => [...numbersOf(rest), ...numbersOf(squares)]

const squaresAt = (totals: Totals, c: number): SpreadSquares => ({
  rest: totalsAt(totals, 2 * c),
  squares: totalsAt(totals, 2 * c + 1),
})

/** A few numbers a column: those of the original first, then those of the masked file. */
function perColumn<P>(
  { columns, original, masked }: Pick<PairContext<P>, 'columns' | 'original' | 'masked'>,
  of: (values: Float64Array, c: number) => readonly number[],
): Totals {
  const each = (data: Dataset, from: number): number[] =>
    columns.flatMap((name, j) => of(numericValues(data, name), from + j))
  return Float64Array.from([...each(original, 0), ...each(masked, columns.length)])
}

/** Column by column, of so many numbers each. */
const merging =
  (size: number, merged: (total: Totals, own: Totals, c: number) => readonly number[]) =>
  (total: Totals, own: Totals): Totals =>
    Float64Array.from(Array.from({ length: total.length / size }, (_, c) => merged(total, own, c)).flat())

/**
 * The readings of two files that give the spread of every measured column in both, bit for bit that of `spread`: three.
 */
export const spreadPasses: readonly PairPass<unknown>[] = [
  {
    name: RANGES,
    anyOrder: true,
    of: (context) => perColumn(context, (values) => numbersOfRange(rangeOfBlock(values))),
    merge: merging(RANGE, (a, b, c) => numbersOfRange(mergedRanges(rangeAt(a, c), rangeAt(b, c)))),
  },
  {
    name: SUMS,
    of(context) {
      const ranges = context.totals.get(RANGES) as Totals
      return perColumn(context, (values, c) => numbersOf(spreadSums(values, rangeAt(ranges, c))))
    },
    merge: merging(TOTALS, (a, b, c) => numbersOf(mergedTotals(totalsAt(a, c), totalsAt(b, c)))),
  },
  {
    name: SQUARES,
    of(context) {
      const ranges = context.totals.get(RANGES) as Totals
      const sums = context.totals.get(SUMS) as Totals
      return perColumn(context, (values, c) =>
        numbersOfSquares(spreadSquares(values, rangeAt(ranges, c), totalsAt(sums, c))),
      )
    },
    merge: merging(2 * TOTALS, (a, b, c) => numbersOfSquares(mergedSquares(squaresAt(a, c), squaresAt(b, c)))),
  },
]

/** The spread of the measured columns in both files, in their order. */
export interface PairSpreads {
  readonly original: readonly Spread[]
  readonly masked: readonly Spread[]
}

/**
 * What `spreadPasses` say, once they have ended.
 *
 * @param context - What is known of the files.
 * @returns The spreads, in the units of the columns.
 */
export function spreadsOfPair<P>({ columns, totals }: Pick<PairContext<P>, 'columns' | 'totals'>): PairSpreads {
  const [ranges, sums, squares] = [RANGES, SUMS, SQUARES].map((name) => totals.get(name) as Totals)
  const at = (c: number): Spread => spreadOfTotals(rangeAt(ranges, c), totalsAt(sums, c), squaresAt(squares, c))
  return {
    original: columns.map((_, j) => at(j)),
    masked: columns.map((_, j) => at(columns.length + j)),
  }
}
