/**
 * Rank swapping (Moore 1996): every value is swapped with one whose rank is at most w away.
 *
 * Each column is swapped independently and stays a permutation of itself, so its distribution is kept bit for bit.
 */
import { defineMethod, type MaskingMethod, type Rng } from '@sdc/core'
import { randomSortOrder } from '@sdc/stats'
import * as z from 'zod'
import { swapPartners } from './swap-partners.js'
import { swappedRanks } from './swapped-ranks.js'
import { swapWalk } from './swap-walk.js'
import { orderedNote, swappingTraits } from './swapping-traits.js'
import { positionsOf, window } from './window.js'

const id = 'swapping/rank-swap'

const params = z.object(window('Window w: largest distance in rank between partners.'))

export type RankSwapParams = z.infer<typeof params>

export const rankSwapMethod: MaskingMethod<RankSwapParams> = defineMethod({
  id,
  title: 'Rank swapping',
  summary: 'Sorts each column and swaps every value with one chosen at random within a window of ranks.',
  brief: [
    'It keeps exactly the values of every column, and so all statistics of single columns.',
    'Correlations weaken with the window, and an intruder who knows the window has few candidates.',
  ],
  formula:
    'i = 1…n in rank order, not yet swapped: x_(i) ↔ x_(l), l uniform among the unswapped of i < l ≤ min(n, i + w)',
  source: [
    { key: 'moore-1996', where: 'rank swapping' },
    { key: 'torra-2013', where: 'rank swapping' },
    { key: 'muralidhar-sarathy-domingo-ferrer-2014', where: 'table 2 (SWP)' },
  ],
  notes: [
    {
      topic: 'attacks',
      text: 'The largest and the smallest values are all in the file, and within w ranks of their owners.',
    },
    {
      topic: 'attacks',
      text:
        'Several releases narrow the window. The rank of the original lies in the windows of all R of them, ' +
        'which is about 4w/(R + 1) ranks instead of 2w. With w = 100 and 2,000 records, eight releases leave 38 ranks where one leaves 195.',
    },
    {
      topic: 'loses',
      text:
        'Each column is swapped independently, so correlations are weakened; a larger w weakens them more. ' +
        'Statistics of subgroups change.',
    },
    {
      topic: 'ties',
      text:
        'Equal values are in random order and may swap with each other. In a column with long runs of one value ' +
        '(zeros) many records keep theirs. The report counts them.',
    },
    {
      topic: 'limits',
      text:
        'A value without a free partner in its window is not swapped; such values are near the upper end of the ' +
        'column.',
    },
    orderedNote,
    {
      topic: 'missing',
      text:
        'Missing values stay with their records, so the release shows which records have none. The window counts ' +
        'present values only.',
    },
  ],
  enables: [
    'An intruder who knows w knows that a masked value lies within w ranks of the original. They keep at most 2w + 1 records, ties aside, for each column they know. Only records in all of these sets are ' +
      'candidates. A few columns identify many records, and the intruder can tell which ones (rank swapping ' +
      'record linkage). Keep w secret, and measure this risk by risk/rs-rl, not by distances only.',
  ],
  traits: swappingTraits,
  params,
  examples: [{ percent: 20 }, { positions: 2 }],
  plan: ({ params: given, columns, rng }) =>
    swappedRanks({ columns, rng }, id, (count, column) => {
      const window = positionsOf(id, given, count, column)
      return { window, walk: () => swapWalk(count, window, rng.child(column).child('partners')) }
    }),
})

/**
 * Returns a column with its values swapped: y_i = x of the record that `rankSwapPermutation` names. It is bit for bit a
 * permutation; missing values (NaN) stay in place. Window, draws, errors and cost as there.
 *
 * @param values - n values, NaN if missing.
 * @param window - Largest distance in rank.
 * @param rng - Node of the random streams.
 * @returns n values.
 */
export function rankSwap(values: Float64Array, window: number, rng: Rng): Float64Array {
  return Float64Array.from(rankSwapPermutation(values, window, rng), (record) => values[record])
}

/**
 * Returns the record from which every record gets its value; itself if it keeps its own value or has none.
 *
 * With m present values, equal ones in random order, ranks differ by at most `window` positions. Ties are drawn from
 * `rng.child('ties')`, partners from `rng.child('partners')`. Cost: O(n) expected; the sort is linear, too.
 *
 * @param values - n values, NaN if missing.
 * @param window - Largest distance in rank, at least 1.
 * @param rng - Node of the random streams.
 * @returns An involution of the records.
 * @throws BAD_PARAMETER unless the window is a whole number of at least 1
 */
export function rankSwapPermutation(values: Float64Array, window: number, rng: Rng): Int32Array {
  const order = randomSortOrder(values, rng.child('ties'))
  const partners = swapPartners(order.length, window, rng.child('partners'))
  const from = Int32Array.from(values.keys())
  for (let at = 0; at < order.length; at++) from[order[at]] = order[partners[at]]
  return from
}
