/** What readings say of columns: totals, spreads, and sums of squares and products, bit for bit those of the whole columns. */
import { numericValues, type Side, type Totals, type Aggregate, type Block, type Plan } from '@sdc/core'
import {
  meanOfTotals,
  mergedRanges,
  mergedSquares,
  mergedTotals,
  powerOfTotals,
  rangeOfBlock,
  spreadOfTotals,
  spreadSquares,
  spreadSums,
  squaresOfBlock,
  totalsOfBlock,
  varianceOfSums,
  type ColumnRange,
  type ColumnTotals,
  type Spread,
  type SpreadSquares,
} from '@sdc/stats/internal'
import { numbersOf, TOTALS, totalsAt } from '../passes/moment-passes.js'
import { refuseInfinite } from '../columns/refuse-infinite.js'
import { addedNumbers } from './aggregate.js'

/** The numbers of one column in a block, NaN where missing. */
export type ReadColumn = (block: Block) => Float64Array

/**
 * The columns of one file.
 *
 * @param file - Which file of a block they are read of.
 * @param names - Numeric columns.
 * @returns One for each name.
 */
export function readColumns(file: 'original' | 'masked', names: readonly string[]): readonly ReadColumn[] {
  return names.map((name) => (block) => numericValues(block[file], name))
}

/**
 * The same, where an infinite value is refused: NOT_NUMERIC.
 *
 * @param file - Which file of a block they are read of.
 * @param names - Numeric columns.
 * @returns One for each name; it throws when a block is read, and names the record of the file.
 */
export function readFinite(file: 'original' | 'masked', names: readonly string[]): readonly ReadColumn[] {
  return readColumns(file, names).map((read) => (block) => {
    const values = read(block)
    refuseInfinite(values, file, block.first)
    return values
  })
}

/**
 * A column of one file where its pairs are complete.
 *
 * @param file - Whose values they are.
 * @param name - A numeric column of both files.
 * @returns Its values, NaN where the other file has none.
 */
export function readPaired(file: 'original' | 'masked', name: string): ReadColumn {
  return (block) => {
    const values = numericValues(block[file], name)
    const others = numericValues(block[file === 'original' ? 'masked' : 'original'], name)
    return besideOthers(values, others)
  }
}

/**
 * Values where others are there.
 *
 * @param values - NaN where missing.
 * @param others - As many.
 * @returns The values, NaN where the other is missing, too.
 */
export function besideOthers(values: Float64Array, others: Float64Array): Float64Array {
  const complete = new Float64Array(values.length)
  for (let i = 0; i < complete.length; i++) complete[i] = others[i] === others[i] ? values[i] : Number.NaN
  return complete
}

/**
 * A reading that only refuses infinite values.
 *
 * @param file - Whose records are read.
 * @param names - Numeric columns.
 * @returns A reading that makes no numbers.
 */
export function finiteAggregate(file: 'original' | 'masked', names: readonly string[]): Aggregate {
  const columns = readFinite(file, names)
  return {
    reads: file,
    of(block) {
      for (const read of columns) read(block)
      return new Float64Array(0)
    },
    merge: (total) => total,
  }
}

/** Column by column, of as many numbers each. */
const merging =
  (size: number, merged: (total: Totals, own: Totals, j: number) => readonly number[]) =>
  (total: Totals, own: Totals): Totals =>
    Float64Array.from(Array.from({ length: total.length / size }, (_, j) => merged(total, own, j)).flat())

const perColumn =
  (columns: readonly ReadColumn[], of: (values: Float64Array, j: number) => readonly number[]) =>
  (block: Block): Totals =>
    Float64Array.from(columns.flatMap((read, j) => of(read(block), j)))

const mergeTotals = merging(TOTALS, (a, b, j) => numbersOf(mergedTotals(totalsAt(a, j), totalsAt(b, j))))

/**
 * Counts, sums and greatest sizes of columns.
 *
 * @param reads - Whose records.
 * @param columns - The columns.
 * @param powers - By column the power of two that its values are multiplied by; 0 unless said.
 * @returns The totals of each.
 */
export function* readTotals(
  reads: Side,
  columns: readonly ReadColumn[],
  powers?: readonly number[],
): Plan<readonly ColumnTotals[]> {
  const of = perColumn(columns, (values, j) => numbersOf(totalsOfBlock(values, powers?.[j] ?? 0)))
  const [totals] = yield [{ reads, of, merge: mergeTotals }]
  return columns.map((_, j) => totalsAt(totals, j))
}

/** Columns in a unit in which their squares are doubles. */
export interface ScaledTotals {
  /** By column the power of two that its values are multiplied by: 0 of nearly every column. */
  readonly powers: readonly number[]
  /** Of the values multiplied. */
  readonly totals: readonly ColumnTotals[]
}

/**
 * The totals of columns in a unit in which their squares are doubles; a second reading only where that is another.
 *
 * @param reads - Whose records.
 * @param columns - The columns.
 * @param given - Their powers, where these are known.
 * @returns Powers and totals.
 */
export function* readScaled(
  reads: Side,
  columns: readonly ReadColumn[],
  given?: readonly number[],
): Plan<ScaledTotals> {
  return yield* readRescaled(reads, columns, yield* readTotals(reads, columns), given)
}

/**
 * The same where the totals are known: a reading only where the unit is another.
 *
 * @param reads - Whose records.
 * @param columns - The columns.
 * @param plain - Their totals.
 * @param given - Their powers, where these are known.
 * @returns Powers and totals.
 */
export function* readRescaled(
  reads: Side,
  columns: readonly ReadColumn[],
  plain: readonly ColumnTotals[],
  given?: readonly number[],
): Plan<ScaledTotals> {
  const powers = given ?? plain.map(powerOfTotals)
  if (powers.every((power) => power === 0)) return { powers, totals: plain }
  return { powers, totals: yield* readTotals(reads, columns, powers) }
}

/**
 * The variances of columns.
 *
 * @param reads - Whose records.
 * @param columns - The columns.
 * @param scaled - What the readings before say of them.
 * @param known - The sums, if they follow from what is known of unmasked columns.
 * @returns With divisor n − 1, in the unit of `scaled`.
 */
export function* readVariances(
  reads: Side,
  columns: readonly ReadColumn[],
  { powers, totals }: ScaledTotals,
  known?: Aggregate['known'],
): Plan<readonly number[]> {
  const of = perColumn(columns, (values, j) => squaresOfBlock(values, meanOfTotals(totals[j]), powers[j]))
  const [sums] = yield [{ reads, of, merge: addedNumbers, ...(known && { known }) }]
  return totals.map(({ count }, j) => varianceOfSums(sums[2 * j], sums[2 * j + 1], count))
}

const RANGE = 4
const numbersOfRange = ({ count, least, most, whole }: ColumnRange): number[] => [count, least, most, Number(whole)]

function rangeAt(totals: Totals, j: number): ColumnRange {
  const [count, least, most, whole] = totals.subarray(j * RANGE)
  return { count, least, most, whole: whole === 1 }
}

const numbersOfSquares = ({ rest, squares }: SpreadSquares): number[] => [...numbersOf(rest), ...numbersOf(squares)]

const squaresAt = (totals: Totals, j: number): SpreadSquares => ({
  rest: totalsAt(totals, 2 * j),
  squares: totalsAt(totals, 2 * j + 1),
})

/**
 * The spreads of columns, as `spread` has them: three readings.
 *
 * @param reads - Whose records.
 * @param columns - The columns.
 * @param besides - What else is read with the first of them.
 * @returns One a column.
 */
export function* readSpreads(
  reads: Side,
  columns: readonly ReadColumn[],
  besides: readonly Aggregate[] = [],
): Plan<readonly Spread[]> {
  const [ranges] = yield [
    {
      reads,
      of: perColumn(columns, (values) => numbersOfRange(rangeOfBlock(values))),
      merge: merging(RANGE, (a, b, j) => numbersOfRange(mergedRanges(rangeAt(a, j), rangeAt(b, j)))),
    },
    ...besides,
  ]
  const [sums] = yield [
    {
      reads,
      of: perColumn(columns, (values, j) => numbersOf(spreadSums(values, rangeAt(ranges, j)))),
      merge: mergeTotals,
    },
  ]
  const [squares] = yield [
    {
      reads,
      of: perColumn(columns, (values, j) =>
        numbersOfSquares(spreadSquares(values, rangeAt(ranges, j), totalsAt(sums, j))),
      ),
      merge: merging(2 * TOTALS, (a, b, j) => numbersOfSquares(mergedSquares(squaresAt(a, j), squaresAt(b, j)))),
    },
  ]
  return columns.map((_, j) => spreadOfTotals(rangeAt(ranges, j), totalsAt(sums, j), squaresAt(squares, j)))
}
