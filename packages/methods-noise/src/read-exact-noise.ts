/** Exact noise of many records, read block by block. */
import { blockStream, numericValues, type Block, type Derived, type Facts, type Plan, type Rng } from '@sdc/core' // oxfmt-ignore
import type { NoiseLaw } from '@sdc/stats'
import {
  emptySpan,
  firstColumns,
  identityColumns,
  linearRange,
  readFrom,
  sideBySide,
  unitNoiseOfBlock,
  type ColumnTotals,
  type LinearColumns,
} from '@sdc/stats/internal'
import {
  numbersOf,
  placeholders,
  productSums,
  readFirstMissing,
  readSpan,
  spanStart,
  sumsOfSpan,
  valuesFor,
  type SpannedColumns,
} from '@sdc/toolkit/internal'
import { incomplete } from './inputs.js'

/** Draws to be made exact. */
export interface Draws {
  /** Number of columns of noise. */
  readonly count: number
  readonly law: NoiseLaw
  /** Returns the random stream of column k. */
  stream(k: number): Rng
}

/** Noise with mean 0, identity covariance and no covariance with the columns. */
export interface ExactNoise {
  /** Linear in placeholders. */
  readonly columns: LinearColumns
  readonly derived: readonly Derived[]
  /** Computes columns that are linear in the placeholders for one block. */
  read(block: Block, columns: LinearColumns): LinearColumns
}

/**
 * Reads the sums that make draws exact, bit for bit as in `exactColumns`: in one pass, and up to two more if columns
 * are near to each other.
 *
 * @param facts - Facts about the file.
 * @param totals - Totals of its columns.
 * @param draws - Draws.
 * @returns The noise; undefined if the products cannot distinguish the columns.
 */
export function* readExactNoise(
  { columns, rows: { masked: rows } }: Facts<unknown>,
  totals: readonly ColumnTotals[],
  { count, law, stream }: Draws,
): Plan<ExactNoise | undefined> {
  const [x, z] = [placeholders(columns.length), placeholders(count)]
  const derived: readonly Derived[] = [
    {
      name: 'noise',
      reads: 'masked',
      of: ({ masked, index }) =>
        Array.from({ length: count }, (_, k) => unitNoiseOfBlock(masked.rows, law, blockStream(stream(k), index))),
    },
  ]
  const from: SpannedColumns = {
    derived,
    values: (block) =>
      new Map([
        ...valuesFor(x, columns.map((name) => numericValues(block.masked, name))), // oxfmt-ignore
        ...valuesFor(z, block.derived?.[0] ?? []),
      ]),
  }
  const start = spanStart(emptySpan(rows), x, Float64Array.from(totals.flatMap(numbersOf)))
  const [sums] = yield [productSums(sideBySide(firstColumns(start), identityColumns(z, rows)), 0, from)]
  const read = [...x, ...z]
  const base = yield* readSpan(start, from, sumsOfSpan(sums, read, start))
  if (base === undefined) return undefined
  const drawn = spanStart(base, z)
  const span = yield* readSpan(drawn, from, sumsOfSpan(sums, read, drawn))
  if (span === undefined || span.dependent.length > 0) return undefined
  return {
    columns: linearRange(span, base.count, span.count),
    derived,
    read: (block, linear) => readFrom(linear, from.values(block), block.masked.rows),
  }
}

/**
 * Refuses columns for exact noise.
 *
 * @param facts - Facts about the file.
 * @param totals - Totals of its columns.
 * @param about - The method's id, and the reason for refusing missing values.
 * @throws MISSING_VALUES with the first missing value; TOO_FEW_RECORDS.
 */
export function* requireCompleteColumns(
  { columns }: Pick<Facts<unknown>, 'columns'>,
  totals: readonly Pick<ColumnTotals, 'missing'>[],
  { method, needs }: { readonly method: string; readonly needs: string },
): Plan<void> {
  const first = yield* readFirstMissing(columns, totals)
  if (first) throw incomplete(first.name, first.missing, first.row, method, needs)
}
