/**
 * Distance-based record linkage by all columns.
 *
 * Percent of the original records whose nearest masked record is their own (or of the masked records, by `direction`).
 * By default the greatest value of three distances: of standardised values, of ranks, and of logarithms.
 * Source: Torra 2013, record linkage and the table of IPSO: DBRL1 is scale separate, DBRL2 is scale pooled; Pagliuca & Seri
 * 1999; Domingo-Ferrer & Torra 2001.
 */
import { defineMetric, type Measurement } from '@sdc/core'
import { table } from '@sdc/toolkit'
import * as z from 'zod'
import { linkageCost } from './attacked-sample.js'
import { distanceSpace, type DistanceScale } from './distance-space.js'
import { measureRecordLinkage, recordLinkageNotes, recordLinkageParams, sharedKeysNote } from './record-linkage.js'
import { sampledLinkage } from './sampled-linkage.js'

/** The distances that `worst` chooses among. */
const worstScales = ['separate', 'ranks', 'logarithms'] as const

const params = z.object({
  scale: z
    .enum(['worst', 'separate', 'ranks', 'logarithms', 'pooled', 'original', 'none'])
    .default('worst')
    .meta({
      description:
        'What a key is measured in. worst: separate, ranks and logarithms, and the greatest of the three values; ranks: ' +
        'ranks in its own file as shares of n; logarithms: sign(v)·(1 + ln(|v|/c)), c the least size of a value; separate: each file by its own mean and standard deviation; pooled: differences by ' +
        'the root of the sum of the variances of both files; original: both by mean and standard deviation of the ' +
        'original; none: as it is.',
    }),
  distance: z.enum(['euclidean', 'cityblock', 'chebyshev']).default('euclidean').meta({
    description: 'How the differences of the keys make one distance: root of the sum of squares, sum, or greatest one.',
  }),
  links: z
    .enum(['nearest', 'assignment'])
    .default('nearest')
    .meta({
      description:
        'nearest: each record is linked to the nearest one, several to the same where it is nearest to several; assignment: ' +
        'all records of both files at once, one-to-one, at the least sum of distances, up to 5,000 records. ties has no say there.',
    }),
  ...recordLinkageParams,
})

export const dbrlMetric = defineMetric({
  id: 'risk/dbrl',
  title: 'Distance-based record linkage (DBRL)',
  summary: 'The share of original records that an intruder who knows all their columns finds in the masked file.',
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
      text: 'links: assignment leaves out records that lack a key.',
    },
    {
      topic: 'interpretation',
      text:
        'An intruder chooses the distance that suits the masking: ranks for rank swapping, logarithms for multiplicative noise. ' +
        'The table distances has the share that each finds. The published values are those of scale: separate or pooled.',
    },
    {
      topic: 'interpretation',
      text:
        'risk/dld is the mean over growing sets of keys, as the scores use it; this is one set of keys. Columns that ' +
        'depend on each other count as often as they occur: see risk/dbrl-mahalanobis.',
    },
    {
      topic: 'ties',
      text:
        'links: assignment: several assignments may have the least total distance, and which one is found must not depend on ' +
        'the order of the records. Both files are put in the order of their values, then one of them in a random one, five times: ' +
        'the value is the mean, the table assignment has the range. Records that are equal share their links.',
    },
    {
      topic: 'ties',
      text: 'An unmasked file has 100 only where no two records share all keys; ties: inclusive gives 100 in any case.',
    },
  ],
  kind: 'risk',
  high: { share: 0.1, meaning: 'an intruder who knows all columns finds {value} of the records' },
  better: 'lower',
  unit: '%',
  range: [0, 100],
  cost: linkageCost,
  share: 'records',
  recordsOf: 'original',
  needsOrigin: true,
  atIdentity: 100,
  params,
  streamed: ({ links, direction, ties, scale, distance }) => {
    if (links !== 'nearest') return { shape: 'whole', why: 'a one-to-one linkage compares all pairs of records' }
    if (scale === 'worst' || scale === 'ranks' || scale === 'logarithms')
      return {
        shape: 'whole',
        why: 'its ranks and logarithms go through all values of a column; risk/dbrl with scale=separate runs in parts, by a sample',
      }
    return sampledLinkage({
      direction,
      ties,
      partial: true,
      space: () => (files, keys) => distanceSpace(files, keys, { scale, distance }),
    })
  },
  measure(input) {
    const { scale, ...given } = input.params
    const by = (one: DistanceScale): Measurement =>
      measureRecordLinkage(input, { ...given, partial: true }, (files, keys) =>
        distanceSpace(files, keys, { ...given, scale: one }),
      )
    return scale === 'worst' ? worstOf(new Map(worstScales.map((one) => [one, by(one)]))) : by(scale)
  },
})

/** The measurement with the greatest value, the first of several, and a table of all. */
function worstOf(found: ReadonlyMap<string, Measurement>): Measurement {
  const [first, ...others] = found.values()
  if (first.value === null) return first
  const percents = Float64Array.from(found.values(), ({ value }) => value ?? Number.NaN)
  const worst = others.reduce((most, one) => ((one.value ?? 0) > (most.value ?? 0) ? one : most), first)
  const distances = table({ distance: [...found.keys()], percent: percents })
  return { ...worst, tables: new Map([...(worst.tables ?? []), ['distances', distances]]) }
}
