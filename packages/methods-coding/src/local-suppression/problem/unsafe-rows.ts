import type { MissingKeys } from '@sdc/toolkit'
import { codeTotals } from '@sdc/toolkit/internal'
import type { Condition } from './problem.js'

/**
 * Counts the records that match each row in the keys of every condition.
 *
 * @param codes - The keys of rows.
 * @param sizes - Number of records of each row.
 * @param conditions - The conditions.
 * @param rule - Rule for missing keys.
 * @param tick - Receives the completed share.
 * @returns By condition one number a row.
 */
export function matchedBy(
  codes: readonly Int32Array[],
  sizes: Float64Array,
  conditions: readonly Condition[],
  rule: MissingKeys,
  tick: (fraction: number) => void = () => {},
): Float64Array[] {
  return conditions.map(({ keys }, c) => {
    const part = (done: number): void => tick((c + done) / conditions.length)
    return codeTotals(
      keys.map((j) => codes[j]),
      [sizes],
      rule,
      part,
    ).totals[0]
  })
}

/**
 * Returns the rows that match too few records in some condition.
 *
 * @param matched - Number of records that match each row, by condition.
 * @param conditions - The conditions.
 * @returns Their places, ascending.
 */
export function unsafeRows(matched: readonly Float64Array[], conditions: readonly Condition[]): Int32Array {
  // Sums of shares of records are rounded: ten times .1 is slightly less than 1.
  const unsafe = Uint8Array.from(matched[0], (_, i) =>
    conditions.some(({ k }, c) => matched[c][i] < k - 1e-9) ? 1 : 0,
  )
  const rows = new Int32Array(unsafe.reduce((count, one) => count + one, 0))
  for (let i = 0, at = 0; i < unsafe.length; i++) if (unsafe[i]) rows[at++] = i
  return rows
}
