/**
 * Returns true if two records exchange their values, and nothing else changes.
 *
 * @param now - The column's values.
 * @param records - Records of a proposal.
 * @param values - Their proposed values.
 * @returns True for an exchange.
 */
export function isExchange(now: ArrayLike<number>, records: Int32Array, values: ArrayLike<number>): boolean {
  return (
    records.length === 2 &&
    records[0] !== records[1] &&
    Object.is(now[records[0]], values[1]) &&
    Object.is(now[records[1]], values[0])
  )
}
