import type { Rng } from '@sdc/core'
import { randomPermutation } from '@sdc/stats'

/**
 * Sends the records of a column along whole flows: of those of category k, `flows[k][l]` become l, each choice with the
 * same probability. A code below 0 (missing) stays unchanged.
 *
 * @param codes - n codes from −1 to L − 1.
 * @param flows - L × L whole numbers; row k sums to the number of records of k.
 * @param rng - Source of the random order of the records, by blocks.
 * @returns n codes.
 *
 * Cost: O(n log n).
 */
export function sendRecords(codes: Int32Array, flows: readonly Float64Array[], rng: Rng): Int32Array {
  const sent = codes.slice()
  const to = new Int32Array(flows.length)
  const left = flows.map((row) => row.slice())
  for (const i of randomPermutation(codes.length, rng)) {
    const code = codes[i]
    if (code < 0) continue
    const row = left[code]
    while (row[to[code]] === 0) to[code]++
    row[to[code]]--
    sent[i] = to[code]
  }
  return sent
}
