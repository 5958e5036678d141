/**
 * Exact errors of sums, products and quotients of doubles, which double arithmetic itself can compute (Dekker 1971, Knuth's
 * TwoSum, Veltkamp's splitting; no fused multiply-add). An unevaluated pair (result, error) then has about 106 bits: enough to
 * round a decimal of 17 digits once, and to tell where that is not certain. All of it holds between 2^-900 and 2^900; nothing
 * is allocated.
 */

/** 2^27 + 1: cuts a double of 53 bits into two of 26. */
const SPLITTER = 134217729

/**
 * What is lost in a sum.
 *
 * @param a - One number.
 * @param b - The other, of any size.
 * @param sum - Their rounded sum, `a + b`.
 * @returns a + b − sum, exactly.
 */
export function sumError(a: number, b: number, sum: number): number {
  const ofB = sum - a
  return a - (sum - ofB) + (b - ofB)
}

/**
 * What is lost in a product.
 *
 * @param a - One number.
 * @param b - The other.
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
 * What is left of a division.
 *
 * @param a - The number that is divided.
 * @param b - By what.
 * @param quotient - The rounded quotient, `a / b`.
 * @returns a − quotient · b, exactly: divided by b once more it is the quotient's error to double the digits.
 */
export function remainder(a: number, b: number, quotient: number): number {
  const product = quotient * b
  return a - product - productError(quotient, b, product)
}
