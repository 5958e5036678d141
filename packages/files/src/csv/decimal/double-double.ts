/**
 * Exact errors of sums, products and quotients of doubles, computed in double arithmetic (Dekker 1971, Knuth's TwoSum,
 * Veltkamp's splitting; no fused multiply-add). An unevaluated pair (result, error) has about 106 bits. This suffices
 * to round a decimal of 17 digits once, and to detect the uncertain cases. Valid between 2^-900 and 2^900, without
 * allocation.
 */

/** 2^27 + 1: splits a double of 53 bits into two of 26. */
const SPLITTER = 134217729

/**
 * Returns the rounding error of a sum.
 *
 * @param a - First number.
 * @param b - Second number, of any size.
 * @param sum - Their rounded sum, `a + b`.
 * @returns a + b − sum, exactly.
 */
export function sumError(a: number, b: number, sum: number): number {
  const ofB = sum - a
  return a - (sum - ofB) + (b - ofB)
}

/**
 * Returns the rounding error of a product.
 *
 * @param a - First number.
 * @param b - Second number.
 * @param product - Their rounded product, `a * b`.
 * @returns a · b − product, exactly.
 */
export function productError(a: number, b: number, product: number): number {
  const scaledA = SPLITTER * a
  const highA = scaledA - (scaledA - a)
  const lowA = a - highA
  const scaledB = SPLITTER * b
  const highB = scaledB - (scaledB - b)
  const lowB = b - highB
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB)
}

/**
 * Returns the remainder of a division.
 *
 * @param a - Dividend.
 * @param b - Divisor.
 * @param quotient - The rounded quotient, `a / b`.
 * @returns a − quotient · b, exactly: divided by b, it is the quotient's error to double precision.
 */
export function remainder(a: number, b: number, quotient: number): number {
  const product = quotient * b
  return a - product - productError(quotient, b, product)
}
