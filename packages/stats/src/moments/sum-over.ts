import { blocksOf } from '@sdc/core'

/**
 * Σ_i term(i) over the records 0, …, n − 1: a plain sum a block of records, and these added in their order, so that no cut
 * of a file changes a bit. `term` is called once for each, ascending; what does not count is 0. Cost: O(n).
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
