/**
 * Distance-based record linkage by all columns.
 *
 * Percent of the original records whose nearest masked record is their own (or of the masked records, by `direction`).
 * By default the greatest value of three distances: of standardised values, of ranks, and of logarithms.
 * Source: Torra 2013, record linkage and the table of IPSO: DBRL1 is scale separate, DBRL2 is scale pooled; Pagliuca & Seri
 * 1999; Domingo-Ferrer & Torra 2001.
 */
import { defineMetric, type Facts, type Measurement, type MeasureInput } from '@sdc/core'
import { table } from '@sdc/toolkit'
import { keyedRecords } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { assignmentLinkage } from './assignment-linkage.js'
import { linkageCost } from '../columns/attacked-sample.js'
import { distanceSpace, distanceSpaceOf, needsValues, type DistanceScale } from './distance-space.js'
import { allRecords } from '../columns/linkage-keys.js'
import { linkInMemory, planLinkage } from '../search/linkage-plan.js'
import { isPartialIn } from '../search/linkage-search.js'
import type { PairLinkage } from '../search/pair-linkage.js'
import {
  unmaskedNote,
  recordLinkageNotes,
  recordLinkageParams,
  sharedKeysNote,
  type KeyedFiles,
} from '../search/record-linkage.js'
import { riskInPercent } from '../../card-facts.js'

/** The distances that `worst` chooses among. */
const worstScales = ['separate', 'ranks', 'logarithms'] as const

const params = z.object({
  scale: z
    .enum(['worst', 'separate', 'ranks', 'logarithms', 'pooled', 'original', 'none'])
    .default('worst')
    .meta({
      description:
        'Unit of a linkage column. worst: separate, ranks and logarithms, and the greatest of the three values. ranks: ' +
        'ranks in its own file as shares of n. logarithms: sign(v)·(1 + ln(|v|/c)), c the least size of a value. ' +
        "separate: mean and standard deviation of each file. pooled: differences by the root of the sum of both files' " +
        'variances. original: mean and standard deviation of the original for both. none: unchanged.',
    }),
  distance: z.enum(['euclidean', 'cityblock', 'chebyshev']).default('euclidean').meta({
    description:
      'Combination of the column differences to a distance: root of the sum of squares, sum, or greatest one.',
  }),
  links: z
    .enum(['nearest', 'assignment'])
    .default('nearest')
    .meta({
      description:
        'nearest: links each record to its nearest one, possibly several to the same. assignment: links all records of ' +
        'both files at once, one-to-one, with the least sum of distances, up to 5,000 records; ties has no effect.',
    }),
  ...recordLinkageParams,
})

export const dbrlMetric = defineMetric({
  id: 'risk/dbrl',
  title: 'Distance-based record linkage (DBRL)',
  summary: 'Share of original records that an intruder who knows all their columns finds in the masked file.',
  formula: '100 · share{i : argmin_t d(x_i, y_t) is the masked record of i}',
  honours: ['person'],
  source: [
    { key: 'torra-2013', where: 'distance-based record linkage' },
    { key: 'domingo-ferrer-torra-2001', where: 'linkage by distance' },
  ],
  notes: [
    ...recordLinkageNotes,
    sharedKeysNote,
    {
      topic: 'missing',
      text: 'links: assignment omits records with a missing value.',
    },
    {
      topic: 'interpretation',
      text:
        'An intruder chooses the distance that suits the masking: ranks for rank swapping, logarithms for multiplicative ' +
        'noise. The table distances has the share of right links by each. The published values use scale: separate or ' +
        'pooled.',
    },
    {
      topic: 'interpretation',
      text:
        'risk/dld is the mean over growing sets of columns, for the scores; this metric uses one set. Dependent columns ' +
        'count separately: see risk/dbrl-mahalanobis.',
    },
    {
      topic: 'ties',
      text:
        'links: assignment: several assignments may have the least total distance, and the choice must not depend on the ' +
        'order of the records. So both files are sorted by their values, then one is put in a random order, five times. ' +
        'The value is the mean, and the table assignment has the range. Equal records share their links.',
    },
    unmaskedNote,
  ],
  ...riskInPercent,
  high: { share: 0.1, meaning: 'an intruder who knows all columns finds {value} of the records' },
  cost: linkageCost,
  share: 'records',
  params,
  needsFile: ({ params: { links, scale } }) => {
    if (links === 'assignment') return { why: 'a one-to-one linkage compares all pairs of records' }
    if (!isWhole(scale)) return undefined
    return {
      why: 'its ranks and logarithms need all values of a column; risk/dbrl with scale=separate runs out of core on a sample',
    }
  },
  plan: (facts) => {
    const { links, scale, ...given } = facts.params
    if (links === 'assignment' || isWhole(scale)) return { form: 'file', measure: measureInMemory }
    return planLinkage(facts, { ...given, partial: true, space: () => distanceSpace({ ...given, scale }) })
  },
})

type DbrlParams = z.infer<typeof params>

const isWhole = (scale: DbrlParams['scale']): scale is 'worst' | 'ranks' | 'logarithms' =>
  scale === 'worst' || needsValues(scale)

function measureInMemory(input: MeasureInput<DbrlParams>): Measurement {
  const { links, scale, ...given } = input.params
  const by = (one: DistanceScale): Measurement => {
    const distance = { scale: one, distance: given.distance }
    if (links === 'assignment') return assignmentLinkage(input, given.direction, distance)
    return linkInMemory(input, {
      ...given,
      partial: true,
      space: (linkage, rows) => distanceSpaceOf(comparedRecords(input, linkage, rows), distance),
    })
  }
  return scale === 'worst' ? worstOf(new Map(worstScales.map((one) => [one, by(one)]))) : by(scale)
}

/** Records of both files that are compared: complete ones, or all if pairs are compared on common columns. */
function comparedRecords(
  { original, masked }: Pick<MeasureInput<unknown>, 'original' | 'masked'>,
  linkage: PairLinkage,
  rows: Facts<unknown>['rows'],
): KeyedFiles {
  const records = isPartialIn(rows, linkage, { partial: true }) ? allRecords : keyedRecords
  return { original: records(original, linkage.names), masked: records(masked, linkage.names) }
}

/** Returns the measurement with the greatest value, the first of several, and a table of all. */
function worstOf(found: ReadonlyMap<string, Measurement>): Measurement {
  const [first, ...others] = found.values()
  if (first.value === null) return first
  const percents = Float64Array.from(found.values(), ({ value }) => value ?? Number.NaN)
  const worst = others.reduce((most, one) => ((one.value ?? 0) > (most.value ?? 0) ? one : most), first)
  const distances = table({ distance: [...found.keys()], percent: percents })
  return { ...worst, tables: new Map([...(worst.tables ?? []), ['distances', distances]]) }
}
