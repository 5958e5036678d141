/** Totals, spreads and variances of columns from aggregates, bit for bit those of the whole columns. */
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
import { numbersOf, TOTALS, totalsAt } from './column-totals.js'
import { refuseInfinite } from '../columns/refuse-infinite.js'
import { addedNumbers } from './aggregate.js'

/** Returns the numbers of one column in a block, NaN where missing. */
export interface ReadColumn {
  (block: Block): Float64Array
  /** Columns with the same key have the same values, if the same records are read. */
  readonly key?: string
}

const keyed = (read: (block: Block) => Float64Array, ...key: readonly string[]): ReadColumn =>
  Object.assign(read, { key: JSON.stringify(key) })

/**
 * Key of an aggregate or order of columns.
 *
 * @param reads - Records to read.
 * @param what - Name of the computed totals, and other facts that determine them.
 * @param columns - The columns.
 * @returns The key; none if a column has none.
 */
export function keyOf(reads: Side, what: readonly unknown[], columns: readonly ReadColumn[]): Pick<Aggregate, 'key'> {
  const keys = columns.map(({ key }) => key)
  return keys.includes(undefined) ? {} : { key: JSON.stringify([reads, ...what, ...keys]) }
}

/**
 * Columns of one file.
 *
 * @param file - File of a block to read.
 * @param names - Numeric columns.
 * @returns One for each name.
 */
export function readColumns(file: 'original' | 'masked', names: readonly string[]): readonly ReadColumn[] {
  return names.map((name) => keyed((block) => numericValues(block[file], name), file, name))
}

/**
 * Columns of one file without infinite values.
 *
 * @param file - File of a block to read.
 * @param names - Numeric columns.
 * @returns One for each name.
 * @throws NOT_NUMERIC for an infinite value, when its block is read.
 */
export function readFinite(file: 'original' | 'masked', names: readonly string[]): readonly ReadColumn[] {
  return names.map((name) =>
    keyed(
      (block) => {
        const values = numericValues(block[file], name)
        refuseInfinite(values, file, block.first)
        return values
      },
      `finite ${file}`,
      name,
    ),
  )
}

/**
 * Column of one file in the complete pairs.
 *
 * @param file - File with the values.
 * @param name - A numeric column of both files.
 * @returns Its values, NaN without a value in the other file.
 */
export function readPaired(file: 'original' | 'masked', name: string): ReadColumn {
  const other = file === 'original' ? 'masked' : 'original'
  return keyed(
    (block) => besideOthers(numericValues(block[file], name), numericValues(block[other], name)),
    `paired ${file}`,
    name,
  )
}

/**
 * Values with a value in another column.
 *
 * @param values - NaN where missing.
 * @param others - As many.
 * @returns The values, NaN where either is missing.
 */
export function besideOthers(values: Float64Array, others: Float64Array): Float64Array {
  const complete = new Float64Array(values.length)
  for (let i = 0; i < complete.length; i++) complete[i] = others[i] === others[i] ? values[i] : Number.NaN
  return complete
}

/**
 * Aggregate that only refuses infinite values.
 *
 * @param file - File to read.
 * @param names - Numeric columns.
 * @returns An aggregate without numbers.
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
    ...keyOf(file, ['finite'], columns),
  }
}

/** Merges column by column, each with equally many numbers. */
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
 * @param reads - Records to read.
 * @param columns - The columns.
 * @param powers - Power of two that scales each column; by default 0.
 * @returns The totals of each.
 */
export function* readTotals(
  reads: Side,
  columns: readonly ReadColumn[],
  powers?: readonly number[],
): Plan<readonly ColumnTotals[]> {
  const of = perColumn(columns, (values, j) => numbersOf(totalsOfBlock(values, powers?.[j] ?? 0)))
  const [totals] = yield [{ reads, of, merge: mergeTotals, ...keyOf(reads, ['totals', scaling(powers)], columns) }]
  return columns.map((_, j) => totalsAt(totals, j))
}

/** Powers of two for a key: the same if nothing is scaled. */
export const scaling = (powers: readonly number[] = []): readonly number[] =>
  powers.some((power) => power !== 0) ? powers : []

/** Columns in a unit in which their squares are doubles. */
export interface ScaledTotals {
  /** Power of two that scales each column: 0 for nearly every column. */
  readonly powers: readonly number[]
  /** Totals of the scaled values. */
  readonly totals: readonly ColumnTotals[]
}

/**
 * Totals of columns in a unit in which their squares are doubles; a second pass only if that is another unit.
 *
 * @param reads - Records to read.
 * @param columns - The columns.
 * @param given - Their powers, if known.
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
 * Totals in a unit in which squares are doubles, from the plain totals: a pass only if the unit is another.
 *
 * @param reads - Records to read.
 * @param columns - The columns.
 * @param plain - Their totals.
 * @param given - Their powers, if known.
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
 * Variances of columns.
 *
 * @param reads - Records to read.
 * @param columns - The columns.
 * @param scaled - Their totals.
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
  const key = keyOf(reads, ['squares', scaling(powers)], columns)
  const [sums] = yield [{ reads, of, merge: addedNumbers, ...key, ...(known && { known }) }]
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
 * Spreads of columns, equal to those of `spread`: three passes.
 *
 * @param reads - Records to read.
 * @param columns - The columns.
 * @param besides - Further aggregates of the first pass.
 * @returns One for each column.
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
      ...keyOf(reads, ['ranges'], columns),
    },
    ...besides,
  ]
  const [sums] = yield [
    {
      reads,
      of: perColumn(columns, (values, j) => numbersOf(spreadSums(values, rangeAt(ranges, j)))),
      merge: mergeTotals,
      ...keyOf(reads, ['spread sums'], columns),
    },
  ]
  const [squares] = yield [
    {
      reads,
      of: perColumn(columns, (values, j) =>
        numbersOfSquares(spreadSquares(values, rangeAt(ranges, j), totalsAt(sums, j))),
      ),
      merge: merging(2 * TOTALS, (a, b, j) => numbersOfSquares(mergedSquares(squaresAt(a, j), squaresAt(b, j)))),
      ...keyOf(reads, ['spread squares'], columns),
    },
  ]
  return columns.map((_, j) => spreadOfTotals(rangeAt(ranges, j), totalsAt(sums, j), squaresAt(squares, j)))
}
