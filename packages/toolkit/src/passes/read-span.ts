/** White spans (`extendedSpan`) of columns that are read block by block: bit for bit those of the whole columns. */
import type { Aggregate, Block, Derived, Plan, Totals } from '@sdc/core'
import {
  firstColumns,
  firstRound,
  MANY_RECORDS,
  mergedSpanSums,
  readFrom,
  spanOfRounds,
  spanSumsAmong,
  spanSumsOfBlock,
  type LinearColumns,
  type SpanStart,
  type WhiteSpan,
} from '@sdc/stats/internal'

/** Reason why fewer than `MANY_RECORDS` records need the whole file. */
export const FEW_RECORDS = `fewer than ${MANY_RECORDS} records are orthogonalised column by column`
/** Reason why nearly dependent columns need the whole file. */
export const NEAR_COLUMNS = 'columns are so close to each other that their cross products do not tell them apart'

/** Values of columns in a block, by their placeholders. */
export type BlockValues = ReadonlyMap<Float64Array, Float64Array>

/** Columns of the masked file, and derived ones, by their placeholders. */
export interface SpannedColumns {
  readonly derived?: readonly Derived[] | undefined
  /** Returns the values of the columns in a block. */
  values(block: Block): BlockValues
}

/** Returns arrays without values: they stand for columns wherever only linear relations of these are computed. */
export function placeholders(count: number): readonly Float64Array[] {
  return Array.from({ length: count }, () => new Float64Array(0))
}

/**
 * Pairs placeholders with values.
 *
 * @param columns - Placeholders.
 * @param arrays - At least as many arrays.
 * @returns The arrays by their placeholders.
 */
export function valuesFor(columns: readonly Float64Array[], arrays: readonly Float64Array[]): BlockValues {
  return new Map(columns.map((one, k) => [one, arrays[k]]))
}

/**
 * Sums of the products of columns.
 *
 * @param columns - Columns that are linear in placeholders: q of a base, then others.
 * @param q - Number of columns of the base.
 * @param from - The columns behind the placeholders.
 * @returns The aggregate; its totals are those of `spanSumsOfBlock`.
 */
export function productSums(columns: LinearColumns, q: number, { derived, values }: SpannedColumns): Aggregate {
  return {
    reads: 'masked',
    ...(derived && { derived }),
    of: (block) => {
      const { rows } = block.masked
      return spanSumsOfBlock(readFrom(columns, values(block), rows), q, 0, rows)
    },
    merge: mergedSpanSums,
  }
}

/**
 * Extracts the sums of a span's first pass from those of more columns.
 *
 * @param total - Sums of `productSums` without a base.
 * @param read - Placeholders of the columns that were read, in their order.
 * @param start - Start of the span; its columns and the sources of its base are among them.
 * @returns The sums for `readSpan`.
 */
export function sumsOfSpan(total: Totals, read: readonly Float64Array[], { base, columns }: SpanStart): Totals {
  const places = (some: readonly Float64Array[]): number[] => some.map((one) => read.indexOf(one))
  return spanSumsAmong(total, places(base.sources), places(columns))
}

/**
 * Reads the span of a base and further columns: in one pass, and a second if columns are near to each other.
 *
 * @param start - Start of the span; its columns are placeholders.
 * @param from - The columns behind the placeholders.
 * @param sums - Sums of the first pass, if they are known.
 * @returns The span, linear in placeholders; undefined if the products do not distinguish the columns.
 */
export function* readSpan(start: SpanStart, from: SpannedColumns, sums?: Totals): Plan<WhiteSpan | undefined> {
  const [first] = sums ? [sums] : yield [productSums(firstColumns(start), start.base.sources.length, from)]
  const round = firstRound(start, first)
  if (round === undefined) return undefined
  const [second] = round.isPlain ? [] : yield [productSums(round.white, start.base.count, from)]
  return spanOfRounds(round, second)
}
