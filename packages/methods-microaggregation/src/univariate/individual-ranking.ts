/**
 * Individual ranking: every column is cut into groups of k values in their order, and each value becomes the mean of
 * its group.
 */
import { defineMethod, type MaskingMethod } from '@sdc/core'
import { sortOrder } from '@sdc/stats'
import * as z from 'zod'
import { columnwiseTraits } from '../shared/traits.js'
import { checkColumns, checkGroupable } from '../shared/check.js'
import { groupedColumns } from './group-walk.js'
import { maskByPersons } from './columnwise.js'
import { personNote } from '../shared/few-persons.js'
import { groupSize, groupSizesOfOneColumn } from '../shared/group-size.js'

const id = 'microaggregation/individual-ranking'

/**
 * Column by column: y_i = mean of the k values next to each other in sorted order that x_i belongs to.
 *
 * Worked example: the 25 records of Muralidhar, Sarathy & Domingo-Ferrer 2014, table 2 (k = 5). Records 1, 2, 5, 10
 * and 16 have the five largest values and all become 1129.80.
 */
const params = z.object({ k: groupSize('one value', groupSizesOfOneColumn) })

export type IndividualRankingParams = z.infer<typeof params>

export const individualRankingMethod: MaskingMethod<IndividualRankingParams> = defineMethod({
  id,
  title: 'Microaggregation by individual ranking',
  summary: 'Replaces the values of every column, in groups of k that are neighbours in its order, by their mean.',
  brief: [
    'It keeps means, the order and nearly all variation of each column.',
    'It protects little: values stay near the originals, and combinations of columns stay unique.',
  ],
  formula:
    'y_i = mean of group g(i); group 1 the k smallest values, group 2 the next k, …; the last group has k to 2k − 1 values',
  source: [
    { key: 'defays-nanopoulos-1993', where: 'individual ranking' },
    { key: 'muralidhar-sarathy-domingo-ferrer-2014', where: 'section 5, table 2 (k = 5)' },
  ],
  honours: ['person'],
  notes: [
    {
      topic: 'limits',
      text:
        'Every column is grouped independently: each released value occurs k times, but combinations of columns ' +
        'are usually unique. The method gives no k-anonymity over several columns.',
    },
    {
      topic: 'ties',
      text: 'Equal values at the edge of a group may fall into different groups; they are taken in the order of the records.',
    },
    personNote,
  ],
  enables: [
    'The loss is small, and so is the protection. A value lies between the means of the neighbouring groups, ' +
      'and intersecting these intervals over columns identifies many records.',
    'An intruder who knows k knows the groups of the released file, and therefore the two groups between ' +
      'which a known value lies.',
  ],
  traits: columnwiseTraits,
  params,
  examples: [{ k: 2 }, { k: 7 }],
  *plan(facts) {
    const { columns, params: own, roles } = facts
    if (roles.person !== undefined) return maskByPersons(id, individualRanking)
    yield* checkColumns(facts, own.k, id)
    return groupedColumns(columns, {
      waiting: () => 2 * own.k,
      cut: (sorted, following) => runsOf(own.k, sorted.length, following),
    })
  },
})

/**
 * Returns the starts of the runs of k of so many ranks, and the end of the last; the ranks that follow need k for a
 * run.
 */
function runsOf(k: number, count: number, following: number): Uint32Array {
  const end = following === 0 ? count : k * Math.floor(Math.min(count, count + following - k) / k)
  const starts = new Uint32Array(Math.floor(end / k) + 1)
  for (let run = 0; run + 1 < starts.length; run++) starts[run] = run * k
  starts[starts.length - 1] = end
  return starts
}

/**
 * Forms groups of k consecutive values: the value of rank r (from 0) is in group min(⌊r/k⌋, ⌊n/k⌋ − 1).
 *
 * Labels count from 0, in ascending order of the values; equal values are taken in the order of their index. The last
 * group has k to 2k − 1 records, all others k. Only the order of the values matters. Cost: O(n), one radix sort.
 * Source: Muralidhar, Sarathy & Domingo-Ferrer 2014, section 5 (univariate, fixed group size).
 *
 * @param values - n finite numbers.
 * @param k - Minimum size of a group.
 * @returns n labels.
 * @throws TOO_FEW_RECORDS for n < k, MISSING_VALUES, NOT_NUMERIC for values beyond ±1e145
 */
export function individualRanking(values: Float64Array, k: number): Uint32Array {
  checkGroupable([values], k, id)
  const order = sortOrder(values)
  const last = Math.floor(order.length / k) - 1
  const labels = new Uint32Array(order.length)
  for (let r = 0; r < order.length; r++) labels[order[r]] = Math.min(Math.floor(r / k), last)
  return labels
}
