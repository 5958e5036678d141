/**
 * Microaggregation by V-MDAV: groups of k to 2k − 1 records grown from the record farthest from the centroid, each value
 * replaced by the mean of its group. The kernel says how a group grows.
 */
import { defineMethod, SdcError, type MaskingMethod } from '@sdc/core'
import { sortOrder } from '@sdc/stats'
import * as z from 'zod'
import { littleEnabled, varianceNote, combinationNote, togetherTraits } from '../shared/traits.js'
import { blockNotes, blockParams } from '../shared/blocks.js'
import { checkGroupable } from '../shared/check.js'
import { distanceColumns, exactSums, type DistanceScale } from '../shared/distance-columns.js'
import { personNote } from '../shared/few-persons.js'
import { groupSize } from '../shared/group-size.js'
import { squaredEuclidean } from '../points/point-metric.js'
import { pointsLeft } from '../points/points-left.js'
import { growingGroup } from './growing-group.js'
import { cellNotes, cellParams } from '../shared/cell-params.js'
import { planTogether } from '../shared/in-cells.js'
import { cellsOrFile } from '../shared/mask-cells-or-file.js'
import type { GroupRecords } from '../shared/mask-together.js'
import { mergeIntoNearest } from '../shared/merge-into-nearest.js'

const id = 'microaggregation/vmdav'

/**
 * V-MDAV is MDAV with groups of variable size. The record farthest from the centroid of all forms a group with its k −
 * 1 nearest. The group then takes in up to k − 1 more records that are much nearer to it than to any other record left.
 *
 * Worked example, one column, k = 2, γ = 1: 0 1 2 3 9 11 30 has mean 8. 30 is farthest and takes 11; 9 is 2 from that
 * group and 6 from 3, the nearest other one left, so it joins. 0 is farthest then and takes 1; 2 is as near to 1 as to
 * 3, so it does not join. It takes 3 instead: 0.5 0.5 2.5 2.5 16.67 16.67 16.67.
 */
const params = z.object({
  k: groupSize('one value in every column'),
  gamma: z
    .number()
    .min(0)
    .default(0.2)
    .meta({
      description:
        'Growth of groups: a record joins if its distance to the group is less than gamma times that to the ' +
        'nearest other one left. 0 makes groups of k.',
      search: { min: 0, max: 1.5 },
    }),
  stop: z.enum(['k', '2k']).default('k').meta({
    description:
      'End of the grouping. k: groups are formed while at least k records are left, and the last fewer than k join the groups nearest to them. 2k: while at least 2k are left, and the last k to 2k − 1 form a group.',
  }),
  ...blockParams,
  ...cellParams,
})

export type VmdavParams = z.infer<typeof params>

export const vmdavMethod: MaskingMethod<VmdavParams> = defineMethod({
  id,
  title: 'Multivariate microaggregation with groups of variable size (V-MDAV)',
  summary: 'Replaces groups of at least k records by their mean record; groups grow to include whole clusters.',
  brief: [
    'It keeps means, and at least k records share each combination; groups follow the clusters of the file.',
    'Variation within groups is lost: variances shrink and correlations change.',
  ],
  formula:
    'y_ij = mean of x_j over group g(i); record e joins a group if d(e, group) < γ·d(e, nearest other record that is left)',
  source: [{ key: 'solanas-martinez-balleste-2006', where: 'the method' }],
  honours: ['person'],
  notes: [
    combinationNote,
    {
      topic: 'parameters',
      text:
        'Groups have k to 2k − 1 records. Each of the fewer than k left over at the end joins the group whose ' +
        'centroid is nearest, using the centroids before any move. So a group has at most 3k − 2 records, and 2k ' +
        '− 1 if gamma is 0.',
    },
    {
      topic: 'parameters',
      text: 'For evenly spread records a gamma of 0.2 extends few groups; for clustered ones, about 1.1 follows the clusters.',
    },
    {
      topic: 'choices',
      text:
        'Distances are Euclidean on columns standardised with the divisor n − 1 (within the group of `by`); the ' +
        'distance to a group is that to its nearest member. Means are of the original values. Ties always go to ' +
        'the lowest record number.',
    },
    {
      topic: 'choices',
      text: 'If only one record is left, no other is near it, and it joins the group being formed if gamma is positive.',
    },
    varianceNote,
    ...blockNotes,
    ...cellNotes,
    personNote,
  ],
  enables: [littleEnabled],
  traits: { ...togetherTraits, claims: { means: true, kAnonymousBy: { parameter: 'k', when: { blocks: 'all' } } } },
  params,
  examples: [
    { k: 7, gamma: 1.1 },
    { k: 4, gamma: 1.1, stop: '2k' },
    { gamma: 0 },
    { blocks: 'uncorrelated', blockSize: 2 },
    { k: 4, inBlocks: 25 },
  ],
  needsFile: (facts) => cellsOrFile(facts),
  plan: (facts) => planTogether(facts, id, groupBy),
})

function groupBy(own: VmdavParams): GroupRecords {
  return (columns, k, tick, scale) => vmdav(columns, k, { ...own, tick, scale })
}

export interface VmdavOptions {
  /** Default 0.2. */
  readonly gamma?: number
  /** Default k. */
  readonly stop?: 'k' | '2k'
  /** Scale of the distances, if the records are part of a file. */
  readonly scale?: DistanceScale | undefined
  /** Called with the fraction done, after every group. */
  readonly tick?: (fraction: number) => void
}

/**
 * Forms V-MDAV groups of p columns of n records, in any units: labels from 0, in the order in which the groups were
 * formed.
 *
 * While k (`stop` 2k: 2k) or more records are left, the one farthest from the centroid of all n and its k − 1 nearest
 * form a group. While that group has fewer than 2k − 1, it may grow. The remaining record e nearest to a member joins
 * if that distance is less than γ times its distance to the nearest other remaining record (∞ if there is none). Then k
 * or more left form the last group, and fewer are moved to the groups with the nearest centroids. Distances are as in
 * `mdav`; an offset of a column changes nothing as long as differences within it are exact. Cost: a sort, and about n
 * searches for a nearest record, O(log n) each while p is small relative to log n. Source: Solanas & Martínez-Ballesté
 * 2006.
 *
 * @param columns - p of n finite values.
 * @param k - Minimum size of a group.
 * @param options - γ, the end of the grouping, and the scale of the distances.
 * @returns n labels.
 * @throws TOO_FEW_RECORDS for n < k, BAD_PARAMETER for γ < 0, MISSING_VALUES, NOT_NUMERIC for values beyond ±1e145,
 *   LENGTH_MISMATCH
 */
export function vmdav(columns: readonly Float64Array[], k: number, options: VmdavOptions = {}): Uint32Array {
  checkGroupable(columns, k, id)
  const { gamma = 0.2, stop = 'k', scale, tick } = options
  if (!(gamma >= 0)) {
    const message = `${id}: gamma must be a number >= 0, not ${gamma}`
    throw new SdcError('BAD_PARAMETER', message, { method: id, parameter: 'gamma' })
  }
  const n = columns[0].length
  const labels = new Uint32Array(n)
  const scaled = distanceColumns(columns, scale)
  const left = pointsLeft(scaled, squaredEuclidean(scaled.length))
  const growing = growingGroup(scaled, left, k)
  let group = 0
  for (const seed of outsideIn(scaled, scale?.rows)) {
    if (left.size() < (stop === 'k' ? k : 2 * k)) break
    if (!left.has(seed)) continue
    for (const record of growing.from(seed, gamma * gamma)) labels[record] = group
    group++
    tick?.(1 - left.size() / n)
  }
  const rest = left.size()
  left.takeAll((record) => {
    labels[record] = group
  })
  if (rest < k) mergeIntoNearest(scaled, labels, group, scale?.rows)
  return labels
}

/** Returns the records by their distance from the centroid of all, farthest first, ties by index. */
function outsideIn(columns: readonly Float64Array[], rows?: number): Uint32Array {
  const n = columns[0].length
  const nearness = new Float64Array(n)
  exactSums(columns, rows).forEach((sum, j) => {
    const centre = sum / n
    for (let i = 0; i < n; i++) nearness[i] -= (columns[j][i] - centre) * (columns[j][i] - centre)
  })
  return sortOrder(nearness)
}
