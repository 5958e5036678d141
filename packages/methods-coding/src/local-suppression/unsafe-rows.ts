import type { MissingKeys } from '@sdc/toolkit'
import { codeTotals } from '@sdc/toolkit/internal'
import type { Condition } from './problem.js'

/**
 * How many records match each row in the keys of every condition.
 *
 * @param codes - The keys of rows.
 * @param sizes - How many records each row stands for.
 * @param conditions - The conditions.
 * @param rule - What a missing key matches.
 * @param tick - Gets the share that is done.
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
 * The rows that match too few records in some condition.
 *
 * @param matched - By condition how many match each row.
 * @param conditions - The conditions.
 * @returns Their places, ascending.
 */
export function unsafeRows(matched: readonly Float64Array[], conditions: readonly Condition[]): Int32Array {
  // Sums of shares of records: ten times .1 is a little less than 1.
  const unsafe = Uint8Array.from(matched[0], (_, i) =>
    conditions.some(({ k }, c) => matched[c][i] < k - 1e-9) ? 1 : 0,
  )
  const rows = new Int32Array(unsafe.reduce((count, one) => count + one, 0))
  for (let i = 0, at = 0; i < unsafe.length; i++) if (unsafe[i]) rows[at++] = i
  return rows
}
