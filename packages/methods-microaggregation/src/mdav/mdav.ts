/**
 * Microaggregation by MDAV: groups of k records around the two that are farthest apart, each value replaced by the mean of
 * its group. The kernel says how the two variants end.
 */
import { defineMethod, type MaskingMethod } from '@sdc/core'
import * as z from 'zod'
import { littleEnabled, varianceNote, combinationNote, togetherTraits } from '../shared/traits.js'
import { blockNotes, blockParams } from '../shared/blocks.js'
import { checkGroupable } from '../shared/check.js'
import { distanceColumns, type DistanceScale } from '../shared/distance-columns.js'
import { formGroups, type Variant } from './form-groups.js'
import { personNote } from '../shared/few-persons.js'
import { groupSize } from '../shared/group-size.js'
import { cellNotes, cellParams } from '../shared/cell-params.js'
import { planTogether } from '../shared/in-cells.js'
import { cellsOrFile } from '../shared/mask-cells-or-file.js'
import type { GroupRecords } from '../shared/mask-together.js'
import { mergeIntoNearest } from '../shared/merge-into-nearest.js'
import { remainingRecords, type Remaining } from './remaining.js'

const id = 'microaggregation/mdav'

/**
 * MDAV, maximum distance to average vector, forms groups from the outside inwards. In turn it takes the record r
 * farthest from the centroid of those left, and the record s farthest from r, each with its k − 1 nearest. y_i is the
 * mean of group g(i).
 *
 * Worked example, one column, k = 2: 0 1 3 5 7 10 16 has mean 6. 16 is farthest and takes 10, 0 is farthest from 16 and
 * takes 1; three are left, fewer than 2k, and form the last group: 0.5 0.5 5 5 5 13 13.
 */
const params = z.object({
  k: groupSize('one value in every column'),
  variant: z.enum(['generic', 'printed']).default('generic').meta({
    description:
      'End of the grouping. generic makes a last group of k to 2k − 1 records; printed continues while more than k are left.',
  }),
  remainder: z.enum(['keep', 'merge']).default('merge').meta({
    description:
      'Treatment of a last group of fewer than k in the printed variant: keep it, or move each record to the nearest group.',
  }),
  ...blockParams,
  ...cellParams,
})

export type MdavParams = z.infer<typeof params>

export const mdavMethod: MaskingMethod<MdavParams> = defineMethod({
  id,
  title: 'Multivariate microaggregation (MDAV)',
  summary: 'Replaces groups of at least k records that are similar in all columns together by their mean record.',
  brief: [
    'It keeps means, and at least k records share each combination of the masked columns.',
    'Variation within groups is lost: variances shrink and correlations change.',
  ],
  formula:
    'y_ij = mean of x_j over group g(i); groups from the records farthest from the centroid inwards, by standardised distance',
  source: [
    { key: 'domingo-ferrer-mateo-sanz-2002', where: 'MDAV' },
    { key: 'domingo-ferrer-torra-2005', where: 'variant: generic' },
    { key: 'torra-2013', where: 'microaggregation, variant: printed' },
  ],
  honours: ['person'],
  notes: [
    combinationNote,
    {
      topic: 'parameters',
      text: 'k is a minimum: groups have k to 2k − 1 records, except the small one of `remainder: keep`.',
    },
    {
      topic: 'choices',
      text:
        'Distances are Euclidean on columns standardised with the divisor n − 1 (within the group of `by`); ' +
        'means are of the original values. Ties always go to the lowest record number.',
    },
    {
      topic: 'choices',
      text:
        'In the centroid standardised values are rounded to about n·2^-52, which makes its sums exact, so that ' +
        'no tie depends on rounding in an earlier step.',
    },
    {
      topic: 'parameters',
      text:
        'The printed variant can end with 1 to k − 1 records. `remainder: merge` moves each to the group with ' +
        'the nearest centroid, using the centroids before any move. `remainder: keep` keeps the small group, ' +
        'which is then not k-anonymous; a warning says so. Generic never ends like that.',
    },
    {
      topic: 'parameters',
      text: 'Both variants give the same groups when k divides the number of records; otherwise they may differ.',
    },
    varianceNote,
    ...blockNotes,
    ...cellNotes,
    personNote,
  ],
  enables: [littleEnabled],
  traits: {
    ...togetherTraits,
    claims: { means: true, kAnonymousBy: { parameter: 'k', when: { blocks: 'all', remainder: 'merge' } } },
  },
  params,
  examples: [
    { k: 7 },
    { k: 7, variant: 'printed' },
    { k: 7, variant: 'printed', remainder: 'keep' },
    { blocks: 'consecutive', blockSize: 3 },
    { blocks: 'correlated', blockSize: 2 },
    { k: 4, inBlocks: 25 },
  ],
  needsFile: (facts) => cellsOrFile(facts),
  plan: (facts) => planTogether(facts, id, groupBy),
})

function groupBy(own: MdavParams): GroupRecords {
  return (columns, k, tick, scale) => mdav(columns, k, { ...own, tick, scale })
}

export interface MdavOptions {
  /** Default generic. */
  readonly variant?: Variant
  /** For the printed variant; default merge. */
  readonly remainder?: 'keep' | 'merge'
  /** Scale of the distances, if the records are part of a file. */
  readonly scale?: DistanceScale | undefined
  /** Called with the fraction done, after every group. */
  readonly tick?: (fraction: number) => void
}

/**
 * Forms MDAV groups of p columns of n records, in any units: labels from 0, in the order in which the groups were
 * formed.
 *
 * Generic, while 3k or more records are left: the group of r, the record farthest from their centroid, then the group
 * of s, the remaining record farthest from r. With 2k to 3k − 1 left it forms the group of r only; the rest is the last
 * group, of k to 2k − 1 records. Printed: r and s in turn while more than k records are left; the rest is the last
 * group, of 1 to k. Both variants are the same if k divides n. `remainingRecords` defines distance and centroid. An
 * offset of a column changes nothing as long as differences within it are exact, a factor nothing but rounding. Cost:
 * n/k searches for nearest and for farthest records among the u distinct ones (`pointsLeft`). While p is small relative
 * to log u, each visits a few dozen boxes and records for any values. Equal records are visited once, and bounds follow
 * the remaining records. Source: Domingo-Ferrer & Torra 2005, algorithm MDAV-generic.
 *
 * @param columns - p of n finite values.
 * @param k - Minimum size of a group.
 * @param options - Variant, and scale of the distances.
 * @returns n labels.
 * @throws TOO_FEW_RECORDS for n < k, MISSING_VALUES, NOT_NUMERIC for values beyond ±1e145, LENGTH_MISMATCH
 */
export function mdav(columns: readonly Float64Array[], k: number, options: MdavOptions = {}): Uint32Array {
  checkGroupable(columns, k, id)
  const { variant = 'generic', remainder = 'merge', scale, tick } = options
  const { labels, last, rest } = formGroups(standardisedRecords(columns, scale), k, variant, tick)
  if (rest < k && remainder === 'merge') mergeIntoNearest(distanceColumns(columns, scale), labels, last, scale?.rows)
  return labels
}

/** A separate function, so that the standardised columns are freed as soon as their values are in the tree. */
function standardisedRecords(columns: readonly Float64Array[], scale?: DistanceScale): Remaining {
  return remainingRecords(distanceColumns(columns, scale), scale?.rows)
}
