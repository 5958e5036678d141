/**
 * Distance-based record linkage by all columns.
 *
 * Percent of the original records whose nearest masked record is their own (or of the masked records, by `direction`).
 * Source: Torra 2013, record linkage and the table of IPSO: DBRL1 is scale separate, DBRL2 is scale pooled; Pagliuca & Seri
 * 1999; Domingo-Ferrer & Torra 2001.
 */
import { defineMetric } from '@sdc/core'
import * as z from 'zod'
import { linkageCost } from './attacked-sample.js'
import { distanceSpace } from './distance-space.js'
import { measureRecordLinkage, recordLinkageNotes, recordLinkageParams } from './record-linkage.js'
import { sampledLinkage } from './sampled-linkage.js'

const params = z.object({
  scale: z
    .enum(['separate', 'pooled', 'original', 'none'])
    .default('separate')
    .meta({
      description:
        'What a key is measured in. separate: each file by its own mean and standard deviation; pooled: differences by ' +
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
  source: [
    { key: 'torra-2013', where: 'distance-based record linkage' },
    { key: 'domingo-ferrer-torra-2001', where: 'linkage by distance' },
  ],
  notes: [
    ...recordLinkageNotes,
    {
      topic: 'reading',
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
  streamed: ({ links, direction, ties, ...by }) =>
    links === 'nearest'
      ? sampledLinkage({ direction, ties, space: () => (files, keys) => distanceSpace(files, keys, by) })
      : { shape: 'whole', why: 'a one-to-one linkage compares all pairs of records' },
  measure: (input) =>
    measureRecordLinkage(input, input.params, (files, keys) => distanceSpace(files, keys, input.params)),
})
