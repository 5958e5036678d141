/** Aggregates of numeric columns of the file that a method masks. */
import {
  columnLength,
  isMissing,
  numericValues,
  type Aggregate,
  type Block,
  type Column,
  type ColumnAsRead,
  type Plan,
  type Totals,
} from '@sdc/core'
import { countValues } from '@sdc/stats'
import {
  covarianceOfSums,
  crossSumsOfBlock,
  meanOfTotals,
  mergedCrossSums,
  timesPower,
  type ColumnTotals,
} from '@sdc/stats/internal'
import { finiteColumnsOfBlock, finiteTotals } from '../columns/finite-columns.js'
import { mergedColumnTotals, totalsAsRead, totalsAt, totalsOfColumns } from './column-totals.js'
import { addedNumbers } from './aggregate.js'
import { readColumns, readRescaled, readTotals, readVariances, type ReadColumn } from './column-aggregates.js'

/** Moments of a column. */
export interface ColumnMoments extends ColumnTotals {
  readonly mean: number
  /** With divisor n − 1; NaN for fewer than two values, 0 for a constant. */
  readonly sd: number
}

/** Reason for refusing values that are too large to compute variances with. */
export interface Refusing {
  /** The method's id; without it any value is accepted. */
  readonly method?: string | undefined
}

/**
 * Aggregate of the totals of columns to mask: nothing is read if they are unmasked.
 *
 * @param names - Numeric columns of the file to mask.
 * @param refusing - Method that refuses too large values.
 * @returns The aggregate, `TOTALS` numbers a column.
 */
export function totalsToMask(names: readonly string[], { method }: Refusing = {}): Aggregate {
  return {
    reads: 'masked',
    known: (column) => (method === undefined ? totalsAsRead(names, column) : finiteTotals(totalsAsRead(names, column))),
    of: (block) => totalsOfColumns(valuesToMask(block, names, { method })),
    merge: mergedColumnTotals,
  }
}

function valuesToMask(block: Block, names: readonly string[], { method }: Refusing): readonly Float64Array[] {
  if (method !== undefined) return finiteColumnsOfBlock(block, names, method)
  return names.map((name) => numericValues(block.masked, name))
}

const totalsOf = (names: readonly string[], totals: Totals): readonly ColumnTotals[] =>
  names.map((_, j) => totalsAt(totals, j))

/**
 * Reads means and standard deviations of columns to mask, bit for bit those of `mean` and `standardDeviation`: two
 * passes, and a third if squares of the values are not doubles.
 *
 * @param names - Numeric columns of the file to mask.
 * @param refusing - Method that refuses too large values.
 * @returns Counts, mean and standard deviation of each column, in its unit.
 */
export function* readMoments(names: readonly string[], refusing?: Refusing): Plan<readonly ColumnMoments[]> {
  const [found] = yield [totalsToMask(names, refusing)]
  const squares = (column: (name: string) => ColumnAsRead | undefined): Totals | undefined => {
    const known = names.map((name) => column(name)?.squares)
    return known.every((own) => own !== undefined) ? Float64Array.from(known.flat()) : undefined
  }
  return yield* momentsBy(readColumns('masked', names), totalsOf(names, found), squares)
}

/**
 * Reads means and standard deviations of numbers that are computed from columns to mask.
 *
 * @param columns - The numbers, of a block.
 * @returns Counts, mean and standard deviation of each.
 */
export function* readMomentsOf(columns: readonly ReadColumn[]): Plan<readonly ColumnMoments[]> {
  return yield* momentsBy(columns, yield* readTotals('masked', columns))
}

function* momentsBy(
  columns: readonly ReadColumn[],
  plain: readonly ColumnTotals[],
  squares?: Aggregate['known'],
): Plan<readonly ColumnMoments[]> {
  const scaled = yield* readRescaled('masked', columns, plain)
  const variances = yield* readVariances('masked', columns, scaled, squares)
  return plain.map((totals, j) => {
    const power = scaled.powers[j]
    const sd = Math.sqrt(variances[j])
    return { ...totals, mean: meanOfTotals(totals), sd: power === 0 ? sd : timesPower(Float64Array.of(sd), -power)[0] }
  })
}

/** Moments of complete columns. */
export interface JointMoments {
  readonly totals: readonly ColumnTotals[]
  /** In the units of the columns. */
  readonly means: readonly number[]
  /** p×p, with divisor n − 1. */
  readonly covariances: ReturnType<typeof covarianceOfSums>
}

/**
 * Reads the covariance matrix of complete columns to mask, bit for bit that of `covarianceMatrix`: two passes.
 *
 * @param names - Numeric columns of the file to mask.
 * @param check - Plan that refuses columns by their totals, before products are summed.
 * @param refusing - Method that refuses too large values.
 * @returns Totals, means and covariances.
 */
export function* readCovariances(
  names: readonly string[],
  check: (totals: readonly ColumnTotals[]) => Plan<void>,
  refusing?: Refusing,
): Plan<JointMoments> {
  const [found] = yield [totalsToMask(names, refusing)]
  const totals = totalsOf(names, found)
  yield* check(totals)
  const means = totals.map(meanOfTotals)
  return { totals, means, covariances: yield* covariancesBy((block) => valuesToMask(block, names, {}), totals) }
}

/**
 * Reads the covariance matrix of numbers that are computed from columns to mask; none may be missing.
 *
 * @param columns - The numbers, of a block.
 * @returns p×p, with divisor n − 1.
 */
export function* readCovariancesOf(columns: readonly ReadColumn[]): Plan<JointMoments['covariances']> {
  const totals = yield* readTotals('masked', columns)
  return yield* covariancesBy((block) => columns.map((read) => read(block)), totals)
}

function* covariancesBy(
  values: (block: Block) => readonly Float64Array[],
  totals: readonly ColumnTotals[],
): Plan<JointMoments['covariances']> {
  const means = totals.map(meanOfTotals)
  const [sums] = yield [
    { reads: 'masked', of: (block) => crossSumsOfBlock(values(block), means), merge: mergedCrossSums },
  ]
  return covarianceOfSums(
    // The sums of one block are as those of several, which begin at 0.
    sums.map((sum) => sum + 0),
    totals[0].count,
    totals.map(({ varies }) => !varies),
  )
}

/** First missing value of a column. */
export interface FirstMissing {
  readonly name: string
  /** Number of its missing values. */
  readonly missing: number
  /** Number of the record in the original file, from 1. */
  readonly row: number
}

/**
 * Reads the first missing value of the first column that has one; no pass for complete columns.
 *
 * @param names - Columns to mask.
 * @param totals - Their totals.
 * @returns The value; undefined if all columns are complete.
 */
export function* readFirstMissing(
  names: readonly string[],
  totals: readonly Pick<ColumnTotals, 'missing'>[],
): Plan<FirstMissing | undefined> {
  const j = totals.findIndex(({ missing }) => missing > 0)
  if (j < 0) return undefined
  const name = names[j]
  const [[at]] = yield [
    {
      reads: 'masked',
      of(block) {
        const i = numericValues(block.masked, name).findIndex(Number.isNaN)
        return Float64Array.of(i < 0 ? -1 : block.first + i)
      },
      merge: (total, own) => (total[0] < 0 ? own : total),
    },
  ]
  return { name, missing: totals[j].missing, row: at + 1 }
}

/**
 * Reads the numbers of missing values of columns to mask, in one pass.
 *
 * @param names - Columns of any kind.
 * @returns One number a column.
 */
export function* readMissing(names: readonly string[]): Plan<readonly number[]> {
  const [missing] = yield [
    {
      reads: 'masked',
      known(column) {
        const known = names.map((name) => column(name)?.missing)
        return known.every((own) => own !== undefined) ? Float64Array.from(known) : undefined
      },
      of: ({ masked }) => Float64Array.from(names, (name) => missingIn(masked.column(name))),
      merge: addedNumbers,
    },
  ]
  return [...missing]
}

function missingIn(column: Column): number {
  if (column.kind === 'numeric') return column.values.length - countValues(column.values)
  let missing = 0
  for (let i = 0; i < columnLength(column); i++) if (isMissing(column, i)) missing++
  return missing
}
