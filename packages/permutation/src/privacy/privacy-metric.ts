/**
 * Share of records protected by permutation: no masked record is near them in all ranks, and the masked values near
 * them in rank vary.
 *
 * See `permutedPrivacy`, with d = minimumPercent/100·(n − 1) ranks and v = minimumVarianceShare.
 * Source: Domingo-Ferrer & Muralidhar 2016, permuted privacy.
 */
import { defineMetric, isSdcError, type MeasureInput, type Measurement } from '@sdc/core'
import * as z from 'zod'
import { completeRows } from '../comparable-ranks.js'
import { table, unmeasured } from '@sdc/toolkit'
import { bothFiles } from '@sdc/toolkit/internal'
import { permutedPrivacy, privacyCurve } from './permuted-privacy.js'

/** Points of the curve f(d), in percent of n − 1. */
const curvePercents: readonly number[] = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]

const params = z.object({
  minimumPercent: z.number().gt(0).max(100).default(1).meta({
    description:
      'Smallest distance d to a masked record, as a percentage of the largest possible change in rank, n − 1.',
    unit: 'percent of n − 1',
  }),
  minimumVarianceShare: z.number().min(0).max(1).default(0).meta({
    description: "Smallest variance v of the masked values within d ranks, as a share of the column's variance.",
    unit: "share of the column's variance",
  }),
  rankRule: z
    .enum(['rank', 'closest', 'insertion'])
    .default('rank')
    .meta({
      description:
        'Rank of an original value: that in its own column, or, for a subject who sees the masked file only, ' +
        'that of the nearest masked value or of the place between them.',
    }),
})

export const privacyMetric = defineMetric({
  id: 'permutation/privacy',
  title: 'Permuted privacy',
  summary: 'Share of records without a masked record near in all ranks, and with varying masked values near in rank.',
  formula:
    '100 · share{min_j max_k |rank_k(x) − rank_k(y_j)| ≥ d, Var(y_k within d ranks of x)/Var(y_k) ≥ v for all k}',
  source: [
    {
      key: 'domingo-ferrer-muralidhar-2016',
      where: 'the structure of permuted privacy; the exact conditions are a choice of this implementation',
    },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        "It asks whether any masked record is near, not whether it is the record's own. A subject can check it " +
        'without the linkage (sdc permutation verify).',
    },
    {
      topic: 'interpretation',
      text: 'In one column alone some masked value is always near in rank: the distance is meaningful with several columns.',
    },
    {
      topic: 'interpretation',
      text: 'The table curve has the share of records with d(x) ≥ d for d from 0.1 to 50 % of n − 1.',
    },
    {
      topic: 'missing',
      text:
        'Records with a missing value are left out. By rankRule rank the files are compared as in ' +
        'risk/max-knowledge, and n counts the complete original records; by the other rules, the complete masked ' +
        'ones.',
    },
  ],
  kind: 'permutation',
  better: 'higher',
  unit: '%',
  range: [0, 100],
  costly: true,
  cost: { time: 'O(n log n) by up to seven columns, up to O(n²p) by many' },
  share: 'records',
  recordsOf: 'original',
  needsOrigin: false,
  atIdentity: 0,
  params,
  needsFile: () => ({
    why: 'it compares each record with all others by their ranks; risk/dbrl runs out of core, by a sample',
  }),
  plan: () => ({ form: 'file', measure }),
})

function measure(input: MeasureInput<z.infer<typeof params>>): Measurement {
  const { minimumPercent, minimumVarianceShare, rankRule } = input.params
  const { x, y } = bothFiles(input)
  try {
    const n = completeRows(rankRule === 'rank' ? x : y).length
    if (n < 2) return unmeasured('there are fewer than two complete records', n)
    // The product comes first: 7 % of 100 ranks are 7, but 0.07 · 100 is a little more.
    const ranks = (percent: number): number => (percent * (n - 1)) / 100
    const d = ranks(minimumPercent)
    const found = permutedPrivacy(x, y, { d, v: minimumVarianceShare, rankRule, tick: input.tick })
    const ds = curvePercents.map(ranks)
    const tables = new Map([
      [
        'curve',
        table({
          'd (% of n − 1)': Float64Array.from(curvePercents),
          'd (ranks)': Float64Array.from(ds),
          'protected (%)': Float64Array.from(privacyCurve(found.distance, ds), (share) => 100 * share),
        }),
      ],
    ])
    const records = found.distance.map((one) => (100 * one) / (n - 1))
    return { value: 100 * found.share, used: found.used, records, tables }
  } catch (error) {
    if (isSdcError(error) && error.code === 'TOO_FEW_RECORDS') return unmeasured(error.message)
    throw error
  }
}
