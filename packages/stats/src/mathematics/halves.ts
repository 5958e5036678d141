/**
 * Returns the first 26 bits of x: products of two such numbers are exact, and the remainder of x has 26 bits, too. For
 * |x| below 2⁹⁹⁶. Source: Veltkamp 1968; Dekker 1971.
 */
export function upperHalf(x: number): number {
  const spread = 134217729 * x
  return spread - (spread - x)
}
