import { decimalText, type DecimalMark } from '../number-text.js'
import { packedText, type PackedText, type PackedTextBuilder } from '../text/packed-text.js'

/** Records after which a column stays as it is: what comes later is more than what was seen. */
export const LOOKED_AT = 1 << 16
/** More decimals than that are no habit of writing. */
const MOST_DECIMALS = 9

/**
 * In which way most numbers of a column are written: each as its shortest text (−1), or all with so many decimals. So a column of
 * amounts, `12.50` beside `3.00`, needs no text of any cell.
 *
 * @param values - The column's values, NaN where missing.
 * @param records - How many of them to look at.
 * @param exceptions - The texts that are not those of their values, as `decimals` has them.
 * @param decimals - How the others are written.
 * @param mark - The decimal mark.
 * @returns The number of decimals that leaves the fewest exceptions; of equal ones the first of −1, 1, 2, ….
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
 * The exceptions of a column that is written in another way.
 *
 * @param values - The column's values.
 * @param records - How many of them there are so far.
 * @param exceptions - The texts that are not those of their values in the way of `before`, those of missing cells among them.
 * @param before - How many decimals the others have.
 * @param after - How many they shall have.
 * @param mark - The decimal mark.
 * @returns The texts that differ then.
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
