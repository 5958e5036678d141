const view = new DataView(new ArrayBuffer(8))

/** Returns the bits of a double as a whole number; among those of one sign a larger number is farther from 0. */
function bitsOf(value: number): bigint {
  view.setFloat64(0, value)
  return view.getBigInt64(0)
}

function fromBits(bits: bigint): number {
  view.setBigInt64(0, bits)
  return view.getFloat64(0)
}

/** Returns the double next to a value that is not 0, farther from 0 or nearer to it. */
function neighbour(value: number, farther: boolean): number {
  return fromBits(bitsOf(value) + (farther ? 1n : -1n))
}

/**
 * Returns true if some noise e takes x to y in doubles: fl(x + e) = y.
 *
 * The sums that round to y lie in an interval around it. One of them is x + e for a double e if and only if it is for
 * one of the two doubles on either side of y − x. Cost: O(1).
 *
 * @param x - A possible original value, finite.
 * @param y - A released value, finite.
 * @returns Always true for x = 0, because e = y does it.
 */
export function canBeSum(x: number, y: number): boolean {
  const e = y - x
  if (x + e === y) return true
  if (e === 0) return false
  return x + neighbour(e, true) === y || x + neighbour(e, false) === y
}

/** Returns 2^(b + 53), with b the place of the lowest set bit of y: from there on a double has no such bit. */
function beyondBits(y: number): number {
  const bits = bitsOf(y)
  const field = Number((bits >> 52n) & 0x7ffn)
  let mantissa = bits & 0xfffffffffffffn
  if (field > 0) mantissa |= 0x10000000000000n
  let zeros = 0
  while ((mantissa & 1n) === 0n) {
    mantissa >>= 1n
    zeros++
  }
  const exponent = Math.max(field, 1) - 1075 + zeros + 53
  let power = 1
  for (let k = 0; k < Math.abs(exponent); k++) power *= 2
  return exponent < 0 ? 1 / power : power
}

/**
 * Computes the upper limit that the last bit of y = fl(x + e) sets on the original x: |x| < |y| + 2^(b + 53), 2^b being
 * that bit.
 *
 * An x of at least that size, and the noise that takes it to y, are both at least 2^(b + 53). Doubles of that size are
 * multiples of 2^(b + 1), and so are their sums, rounded or not; y is not. The limit holds for any noise and any x.
 *
 * @param y - Released value, finite and not 0.
 * @returns The limit, at most 2^54 times |y|; infinite beyond the range of doubles.
 */
export function boundByLastBit(y: number): number {
  return Math.abs(y) + beyondBits(y)
}

/** Public facts about the originals of a column. */
export interface KnownAmounts {
  /** Step: all originals are multiples of it. */
  readonly step: number
  /** Smallest size of an original other than 0. */
  readonly least: number
  /** True if some originals are negative. */
  readonly negative: boolean
}

/** Maximum number of candidates to try: a cell with more is not named. */
const CANDIDATES = 1000

/**
 * Returns true if the original of y = fl(x + e) is certainly 0: no other possible amount makes y, for any noise.
 *
 * The search tries the amounts least, least + step, … up to the limit of the last bit, with either sign if negative
 * ones exist. It never returns true for x other than 0 if the facts about the amounts hold. Cost: one sum if the
 * smallest amount is possible, as is usual.
 *
 * @param y - A released value, finite.
 * @param known - Public facts about the originals.
 * @returns False if some other amount is possible, or too many would have to be tried.
 */
export function isZeroForCertain(y: number, { step, least, negative }: KnownAmounts): boolean {
  // Noise that takes an amount to 0 is minus that amount.
  if (y === 0) return false
  const bound = boundByLastBit(y)
  const first = Math.ceil(least / step)
  if ((bound - least) / step > CANDIDATES && canBeSum(first * step, y)) return false
  for (let k = first, tried = 0; k * step < bound; k++, tried++) {
    if (tried > CANDIDATES) return false
    if (canBeSum(k * step, y) || (negative && canBeSum(-k * step, y))) return false
  }
  return true
}

/** Number of significant digits up to which a number was written; one with 15 and more was computed. */
const FEW_DIGITS = 12
const MANY_DIGITS = 14

/** Classifies a value: −1 if it shows nothing, 0 for few digits, 1 for as many as a sum of doubles has. */
function digitsOf(value: number): -1 | 0 | 1 {
  if (value === 0 || value !== value) return -1
  if (Number(value.toPrecision(FEW_DIGITS)) === value) return 0
  return Number(value.toPrecision(MANY_DIGITS)) === value ? -1 : 1
}

/** Share of cells with few or many digits below which it may be chance. */
const SHARE_BEYOND_CHANCE = 0.01

/**
 * Separates the cells that a method masked (1) from unmasked ones (0) by the length of their fractions. The result is
 * −1 if lengths show nothing: for 0 and missing values, and for all if one kind is less than a hundredth of the cells.
 *
 * @param values - Released values of a column.
 * @returns One code per value.
 */
export function touchedByDigits(values: Float64Array): Int8Array {
  const found = Int8Array.from(values, digitsOf)
  const counts = [0, 0]
  for (const one of found) if (one >= 0) counts[one]++
  const both = counts[0] + counts[1]
  if (Math.min(...counts) < SHARE_BEYOND_CHANCE * both || both === 0) found.fill(-1)
  return found
}
