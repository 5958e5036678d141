/**
 * Rank swapping (Moore 1996): every value changes places with one whose rank is at most w away.
 *
 * Each column by itself; a column stays the permutation of itself, so its distribution is kept bit for bit.
 */
import { defineMethod, numericValues, SdcError, type Column, type MaskingMethod, type Rng } from '@sdc/core'
import { countValues, percentOf, randomSortOrder, smallestPercent } from '@sdc/stats'
import * as z from 'zod'
import { swapPartners } from './swap-partners.js'

const id = 'swapping/rank-swap'

const params = z.object({
  percent: z
    .number()
    .gt(0)
    .max(100)
    .default(5)
    .meta({
      description: 'Window w in percent of the records that have a value, rounded down to whole positions.',
      unit: 'percent of the records',
      search: { min: 1, max: 20, scale: 'linear' },
    }),
  positions: z.int().min(1).optional().meta({
    description: 'Window w in positions of the sorted column; where given, it is used instead of percent.',
    unit: 'positions',
  }),
})

export type RankSwapParams = z.infer<typeof params>

export const rankSwapping: MaskingMethod<RankSwapParams> = defineMethod({
  id,
  title: 'Rank swapping',
  summary: 'Sorts each column and swaps every value with one chosen at random within a window of ranks.',
  formula:
    'i = 1…n in rank order, not yet swapped: x_(i) ↔ x_(l), l uniform among the unswapped of i < l ≤ min(n, i + w)',
  source: 'Moore 1996; Torra 2013, rank swapping; Muralidhar, Sarathy & Domingo-Ferrer 2014, Table 2 (SWP)',
  notes: [
    'The largest and the smallest values are all in the file, and within w ranks of their owners.',
    'Each column is swapped by itself, so correlations are weakened, the more the larger w; statistics of ' +
      'subgroups change.',
    'Equal values are in random order and may swap with each other: in a column with long runs of one value ' +
      '(zeros) many records keep theirs. The report counts them.',
    'A value without a free partner in its window stays where it is; these are near the upper end of the column.',
    'Missing values stay with their records, so that who has none is released as it is; the window counts values only.',
  ],
  arms: [
    'Whoever knows w knows that a masked value lies within w ranks of the original: at most 2w + 1 records, ties ' +
      'aside, for each column he knows, and only those in all of these sets are candidates. Few columns suffice to ' +
      'identify many records, and he can tell which ones (rank swapping record linkage). Keep w to yourself, and ' +
      'measure that risk, not only distances.',
  ],
  traits: {
    columns: 'numeric',
    stochastic: true,
    missing: 'keep',
    given: 'unused',
    keepsRows: true,
    ordered: false,
    columnwise: true,
    keepsMarginals: true,
    keepsMeans: true,
    keepsCorrelations: false,
    keepsCovariances: false,
    kAnonymousBy: null,
    postMasking: false,
  },
  params,
  examples: [{ percent: 20 }, { positions: 2 }],
  apply(input) {
    const columns = new Map<string, Column>()
    const report = new Map<string, number>()
    const warnings: string[] = []
    input.columns.forEach((name, j) => {
      input.tick(j / input.columns.length)
      const values = numericValues(input.data, name)
      const count = countValues(values)
      // A group in which nobody has a value has nothing to swap.
      const masked = count === 0 ? values : rankSwap(values, windowOf(input.params, count, name), input.rng.child(name))
      columns.set(name, { kind: 'numeric', values: masked })
      report.set(`unchanged values of ${name}`, countEqual(values, masked))
      if (count < values.length) warnings.push(`column "${name}": ${values.length - count} missing values stay missing`)
    })
    return { files: [{ columns }], report, warnings }
  },
})

/**
 * The column with its values swapped: y_i = x of the record that `rankSwapPermutation` names. Bit for bit a
 * permutation; missing values (NaN) stay where they are. Window, draws, errors and cost as there.
 */
export function rankSwap(values: Float64Array, window: number, rng: Rng): Float64Array {
  const from = rankSwapPermutation(values, window, rng)
  const masked = new Float64Array(values.length)
  for (let i = 0; i < masked.length; i++) masked[i] = values[from[i]]
  return masked
}

/**
 * The record that every record gets its value from; itself where it keeps its own or has none.
 *
 * An involution. With m values that are not missing, equal ones in random order, ranks differ by at most `window`
 * positions. Ties are drawn from `rng.child('ties')`, partners from `rng.child('partners')`. Throws BAD_PARAMETER
 * unless the window is a whole number of at least 1. Cost: O(n) expected, for which the sort is linear, too.
 */
export function rankSwapPermutation(values: Float64Array, window: number, rng: Rng): Int32Array {
  const order = randomSortOrder(values, rng.child('ties'))
  const partners = swapPartners(order.length, window, rng.child('partners'))
  const from = new Int32Array(values.length)
  for (let i = 0; i < from.length; i++) from[i] = i
  for (let at = 0; at < order.length; at++) from[order[at]] = order[partners[at]]
  return from
}

/** The window in positions for a column with `count` values; throws TOO_FEW_RECORDS and NOTHING_MOVES. */
function windowOf(given: RankSwapParams, count: number, column: string): number {
  if (count < 2) {
    const message = `column "${column}" has one value here, and a swap needs two`
    const advice = 'Leave the column out, or mask larger groups.'
    throw new SdcError('TOO_FEW_RECORDS', message, { method: id, column }, advice)
  }
  const window = given.positions ?? percentOf(given.percent, count)
  if (window >= 1) return window
  const share = `${given.percent} % of the ${count} values of column "${column}"`
  const message = `${share} is less than one position: nothing would move`
  const advice = `Set percent to ${smallestPercent(count)} or more, or give the window in positions.`
  throw new SdcError('NOTHING_MOVES', message, { method: id, parameter: 'percent', column }, advice)
}

function countEqual(a: Float64Array, b: Float64Array): number {
  let count = 0
  for (let i = 0; i < a.length; i++) if (a[i] === b[i]) count++
  return count
}
