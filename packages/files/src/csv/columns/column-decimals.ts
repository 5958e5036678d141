import { decimalText, type DecimalMark } from '../number-text.js'
import { packedText, type PackedText, type PackedTextBuilder } from '../text/packed-text.js'

/** Number of records after which the form of a column is fixed: later records outnumber those seen. */
export const LOOKED_AT = 1 << 16
/** Largest number of decimals for a common form. */
const MOST_DECIMALS = 9

/**
 * Returns the form of most numbers of a column: the shortest text of each (−1), or a fixed number of decimals. A column
 * of amounts such as `12.50` and `3.00` then needs no text of any cell.
 *
 * @param values - Values of the column, NaN if missing.
 * @param records - Number of values to examine.
 * @param exceptions - Texts that differ from those of their values in the form `decimals`.
 * @param decimals - Form of the others.
 * @param mark - Decimal mark.
 * @returns The number of decimals with the fewest exceptions; of equal ones the first of −1, 1, 2, ….
 */
export function bestDecimals(
  values: Float64Array,
  records: number,
  exceptions: PackedText,
  decimals: number,
  mark: DecimalMark,
): number {
  let shortest = 0
  const fixed = new Int32Array(MOST_DECIMALS + 1)
  for (let i = 0; i < records; i++) {
    const value = values[i]
    if (Number.isNaN(value)) continue
    const text = exceptions.get(i) ?? decimalText(value, decimals, mark)
    if (decimalText(value, -1, mark) === text) shortest++
    const at = text.indexOf(mark)
    const places = at < 0 ? 0 : text.length - at - 1
    if (places > 0 && places <= MOST_DECIMALS && decimalText(value, places, mark) === text) fixed[places]++
  }
  let best = -1
  let most = shortest
  for (let places = 1; places <= MOST_DECIMALS; places++) {
    if (fixed[places] <= most) continue
    most = fixed[places]
    best = places
  }
  return best
}

/**
 * Returns the exceptions of a column after a change of its form.
 *
 * @param values - Values of the column.
 * @param records - Number of values so far.
 * @param exceptions - Texts that differ in the form of `before`, including those of missing cells.
 * @param before - Decimals of the others.
 * @param after - New number of decimals.
 * @param mark - Decimal mark.
 * @returns The texts that differ in the new form.
 */
export function withDecimals(
  values: Float64Array,
  records: number,
  exceptions: PackedText,
  before: number,
  after: number,
  mark: DecimalMark,
): PackedTextBuilder {
  const changed = packedText()
  for (let i = 0; i < records; i++) {
    const value = values[i]
    const kept = exceptions.get(i)
    if (Number.isNaN(value)) {
      if (kept !== undefined) changed.push(i, kept)
      continue
    }
    const text = kept ?? decimalText(value, before, mark)
    if (decimalText(value, after, mark) !== text) changed.push(i, text)
  }
  return changed
}
