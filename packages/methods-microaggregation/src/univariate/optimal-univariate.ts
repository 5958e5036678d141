/**
 * Optimal univariate microaggregation: every column is cut into groups of k to 2k − 1 values with the smallest sum of
 * squares within groups.
 */
import { defineMethod, type MaskingMethod } from '@sdc/core'
import { sortOrder } from '@sdc/stats'
import { optimalPartition } from '@sdc/stats/internal'
import * as z from 'zod'
import { columnwiseTraits } from '../shared/traits.js'
import { checkColumns, checkGroupable } from '../shared/check.js'
import { groupedColumns } from './group-walk.js'
import { maskByPersons } from './columnwise.js'
import { personNote } from '../shared/few-persons.js'
import { groupSize, groupSizesOfOneColumn } from '../shared/group-size.js'
import { labelRuns } from './label-runs.js'

const id = 'microaggregation/optimal-univariate'

/**
 * Masks column by column: y_i is the mean of the group of x_i, with the groups of k or more values of least loss.
 *
 * Worked example, k = 3: 1 2 3 4 11 12 13 becomes 2.5 2.5 2.5 2.5 12 12 12. Individual ranking takes 1 2 3 together and
 * 4 with the large ones.
 */
const params = z.object({ k: groupSize('one value', groupSizesOfOneColumn) })

export type OptimalUnivariateParams = z.infer<typeof params>

export const optimalUnivariateMethod: MaskingMethod<OptimalUnivariateParams> = defineMethod({
  id,
  title: 'Optimal univariate microaggregation',
  summary: 'Replaces the values of every column, in the groups of at least k that lose least, by their mean.',
  brief: [
    'It keeps means, the order and as much variation as groups of k allow.',
    'It protects little: combinations of columns stay unique.',
  ],
  formula: 'y_i = mean of group g(i); the groups of k or more values minimise Σ_i (x_i − y_i)²',
  source: [
    { key: 'hansen-mukherjee-2003', where: 'the shortest path' },
    { key: 'mateo-sanz-domingo-ferrer-1999', where: 'groups of k to 2k − 1 suffice' },
  ],
  honours: ['person'],
  notes: [
    {
      topic: 'keeps',
      text:
        'Groups have k to 2k − 1 values that are neighbours in the sorted order; they never lose more than those ' +
        'of individual ranking.',
    },
    {
      topic: 'limits',
      text:
        'Every column is grouped independently: each released value occurs at least k times, but combinations of ' +
        'columns are usually unique. The method gives no k-anonymity over several columns.',
    },
    {
      topic: 'ties',
      text:
        'Equal values at the edge of a group may fall into different groups; they are taken in the order of the ' +
        'records. Among equally good partitions, the one whose last groups are the smallest is used.',
    },
    { topic: 'attacks', text: 'k is a minimum, and the sizes of the groups disclose gaps between the values.' },
    personNote,
  ],
  enables: [
    'The loss is small, and so is the protection. A value lies between the means of the neighbouring groups, ' +
      'and intersecting these intervals over columns identifies many records.',
    'The sizes of the groups can be counted in the released file. No other partition loses less, which ' +
      'limits the values further.',
  ],
  traits: columnwiseTraits,
  params,
  examples: [{ k: 2 }, { k: 7 }],
  *plan(facts) {
    const { columns, params: own, roles } = facts
    if (roles.person !== undefined) return maskByPersons(id, optimalUnivariate)
    yield* checkColumns(facts, own.k, id)
    return groupedColumns(columns, {
      // The start of the last group determines the first one.
      waiting: (count) => count,
      cut: (sorted, following) => (following > 0 ? new Uint32Array(1) : optimalPartition([sorted], own.k)),
    })
  },
})

/**
 * Forms groups of k or more values with the smallest sum of squares about their means.
 *
 * Labels count from 0, in ascending order of the values; equal values are taken in the order of their index. Groups
 * have k to 2k − 1 values; n < 2k makes one. See `optimalPartition` for ties and offsets. Cost: O(nk), including one
 * radix sort of O(n). Source: Hansen & Mukherjee 2003.
 *
 * @param values - n finite numbers.
 * @param k - Minimum size of a group.
 * @param tick - Called with the fraction done.
 * @returns n labels.
 * @throws TOO_FEW_RECORDS for n < k, MISSING_VALUES, NOT_NUMERIC for values beyond ±1e145
 */
export function optimalUnivariate(values: Float64Array, k: number, tick?: (fraction: number) => void): Uint32Array {
  checkGroupable([values], k, id)
  const order = sortOrder(values)
  const sorted = new Float64Array(order.length)
  for (let r = 0; r < order.length; r++) sorted[r] = values[order[r]]
  return labelRuns(order, optimalPartition([sorted], k, tick))
}
