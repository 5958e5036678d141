import { numericValues, type Dataset, type MeasureInput } from '@sdc/core'
import { spread, type Spread } from '@sdc/stats/internal'
import { refuseInfinite } from '@sdc/toolkit'

/** Columns of two files in standard deviations of the original from its means, and the omitted ones. */
export interface StandardisedFiles {
  /** Columns that vary in the original, in the order of the input. */
  readonly names: readonly string[]
  readonly x: readonly Float64Array[]
  readonly y: readonly Float64Array[]
  /** Subtracted centre and divisor: v = base + mean + sd·z. */
  readonly spreads: readonly Spread[]
  /** Columns with only one value in the original. */
  readonly constant: number
  /** Columns with no value in the original, or only one record. */
  readonly empty: number
}

/**
 * Returns z = (v − x̄_j)/s_j for both files, x̄_j and s_j of the original, so measurements have no unit.
 *
 * Missing values stay NaN. Cost: O(np).
 *
 * @param input - Both files, whole; their records need no link.
 * @returns The columns that vary in the original.
 * @throws NOT_NUMERIC for an infinite value or a categorical column.
 */
export function standardisedFiles({
  original,
  masked,
  columns,
}: Pick<MeasureInput<unknown>, 'original' | 'masked' | 'columns'>): StandardisedFiles {
  for (const name of columns) {
    refuseInfinite(numericValues(original, name), 'original')
    refuseInfinite(numericValues(masked, name), 'masked')
  }
  const spreads = columns.map((name) => spread(numericValues(original, name)))
  const kept = columns.map((name, j) => [name, spreads[j]] as const).filter(([, { sd }]) => sd > 0)
  const inUnits = (data: Dataset): Float64Array[] =>
    kept.map(([name, unit]) => standardised(numericValues(data, name), unit))
  return {
    names: kept.map(([name]) => name),
    x: inUnits(original),
    y: inUnits(masked),
    spreads: kept.map(([, unit]) => unit),
    constant: spreads.filter(({ sd }) => sd === 0).length,
    empty: spreads.filter(({ sd }) => sd !== sd).length,
  }
}

/**
 * Returns a column in standard deviations from the mean. Cost: O(n).
 *
 * @param values - n values, NaN if missing.
 * @param unit - Centre and divisor; differences come first, so a mean far from zero costs no digits.
 * @returns n values.
 */
export function standardised(values: Float64Array, { base, mean, sd }: Spread): Float64Array {
  const found = new Float64Array(values.length)
  for (let i = 0; i < found.length; i++) found[i] = (values[i] - base - mean) / sd
  return found
}
