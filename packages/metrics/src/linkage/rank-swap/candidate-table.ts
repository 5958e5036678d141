import type { Dataset } from '@sdc/core'
import { mean } from '@sdc/stats'
import { table } from '@sdc/toolkit'
import type { RankSwapLinks } from './rank-swap-linkage.js'

/**
 * Returns a table of linkage results for each added column.
 *
 * @param names - The columns, in the order of use.
 * @param links - Links with each.
 * @param known - Further facts about each column, by the heading of its table column.
 * @returns A row for each column: shares in percent of the attacked records.
 */
export function candidateTable(
  names: readonly string[],
  links: readonly RankSwapLinks[],
  known: Readonly<Record<string, Float64Array>> = {},
): Dataset {
  const each = (of: (link: RankSwapLinks) => number): Float64Array => Float64Array.from(links, of)
  const share = (flags: ArrayLike<number>): number => 100 * mean(Float64Array.from(flags))
  return table({
    'column added': names,
    keys: Float64Array.from(names, (_, t) => t + 1),
    ...known,
    percent: each(({ credit }) => share(credit)),
    'percent with one candidate': each(({ candidates }) => share(candidates.map((count) => (count === 1 ? 1 : 0)))),
    'correct, percent': each(({ candidates, held }) => share(held.filter((_, r) => candidates[r] === 1))),
    'percent with the right one among the candidates': each(({ held }) => share(held)),
    'without a candidate': each(({ candidates }) => candidates.filter((count) => count === 0).length),
  })
}
