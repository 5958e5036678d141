import { blocksOf } from '@sdc/core'

/**
 * Computes Σ_i term(i) over the records 0, …, n − 1: a plain sum per block of records, and these added in their order,
 * so that no partition of a file changes a bit. Cost: O(n).
 *
 * @param n - Number of records.
 * @param term - Term of a record, 0 to skip it; called once for each, ascending.
 * @returns The sum.
 */
export function sumOver(n: number, term: (i: number) => number): number {
  let total = 0
  for (const { first, end } of blocksOf(n)) {
    let own = 0
    for (let i = first; i < end; i++) own += term(i)
    total += own
  }
  return total
}
