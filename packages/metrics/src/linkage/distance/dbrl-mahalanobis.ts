/**
 * Record linkage by the Mahalanobis distance.
 *
 * d²(a, b) = (a − b)ᵀΣ⁻¹(a − b) with Σ = V_A + V_B or the covariance of the true differences. Source: Torra 2013,
 * record linkage and the table of IPSO (DBRLM-COV0 and DBRLM-COV, printed with their columns interchanged); Torra,
 * Abowd & Domingo-Ferrer 2006.
 */
import { defineMetric } from '@sdc/core'
import { hypot } from '@sdc/stats'
import * as z from 'zod'
import { linkageCost } from '../columns/attacked-sample.js'
import { decorrelation, singularTable } from '../columns/decorrelate.js'
import { distanceKeys } from '../columns/distance-keys.js'
import { readDifferenceCovariance } from './key-covariances.js'
import { planLinkage } from '../search/linkage-plan.js'
import type { SpaceOf } from '../search/linkage-search.js'
import { unmaskedNote, completeCasesNote, recordLinkageNotes, recordLinkageParams } from '../search/record-linkage.js'
import { riskInPercent } from '../../card-facts.js'

const params = z.object({
  covariance: z
    .enum(['zero', 'cross'])
    .default('zero')
    .meta({
      description:
        'Covariance matrix of a difference a − b of an original and a masked record. zero: V_A + V_B, as if the files ' +
        'were independent, which needs no link; cross: V_A + V_B − C_AB − C_BA, that of the true pairs, which an ' +
        'intruder who knows the masking can approximate.',
    }),
  ...recordLinkageParams,
})

export const dbrlMahalanobisMetric = defineMetric({
  id: 'risk/dbrl-mahalanobis',
  title: 'Record linkage by Mahalanobis distance (DBRLM)',
  summary:
    'Share of original records that an intruder who uses the correlations of the columns finds in the masked file.',
  formula: '100 · share{i : argmin_t (x_i − y_t)ᵀΣ⁻¹(x_i − y_t) is the masked record of i}',
  honours: ['person'],
  source: [
    { key: 'torra-2013', where: 'record linkage' },
    { key: 'torra-abowd-domingo-ferrer-2006', where: 'the distance' },
  ],
  notes: [
    ...recordLinkageNotes,
    completeCasesNote,
    {
      topic: 'parameters',
      text:
        'covariance: cross is that of the best informed intruder, estimated from the true pairs. Measure it too: if ' +
        'columns are masked by a model, a combination of them may be nearly unchanged, and it alone identifies.',
    },
    {
      topic: 'interpretation',
      text:
        'A combination of columns without variance in Σ counts a million times. With covariance: cross, masking left it ' +
        'unchanged, and the table singular-directions has its coefficients.',
    },
    unmaskedNote,
  ],
  ...riskInPercent,
  high: { share: 0.1, meaning: 'an intruder who uses the correlations finds {value} of the records' },
  cost: linkageCost,
  share: 'records',
  costly: true,
  params,
  plan: (facts) => {
    const { covariance, ...options } = facts.params
    return planLinkage(facts, {
      ...options,
      *space(linkage, rows) {
        return decorrelatedSpace(yield* readDifferenceCovariance(linkage, rows, covariance))
      },
    })
  },
})

/** Returns records in coordinates in which Σ is the identity: Euclidean distance is that of Mahalanobis. */
function decorrelatedSpace(sigma: Parameters<typeof decorrelation>[0]): SpaceOf {
  const { coordinates, sizes, singular } = decorrelation(sigma)
  return ({ original, masked }, { names, x, y }) => {
    // Both files have the same scale, so that no tolerance depends on units.
    const { slack, original: a, masked: b } = distanceKeys(original.keys, masked.keys, x, y, 'pooled')
    const scale = Float64Array.from(x, ({ sd }, j) => hypot(sd, y[j].sd))
    const identities = singularTable(names, scale, singular)
    return {
      original: coordinates(a),
      masked: coordinates(b),
      sizes: { terms: { original: sizes(a, slack), masked: sizes(b, slack) } },
      ...(identities && { tables: new Map([['singular-directions', identities]]) }),
    }
  }
}
