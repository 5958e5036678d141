/**
 * Rank swapping by p-buckets (Nin, Herranz & Torra 2008): the partner is drawn from the own or a higher bucket, each
 * next one half as likely.
 */
import { defineMethod, SdcError, type MaskingMethod } from '@sdc/core'
import * as z from 'zod'
import { bucketPartners } from './bucket-partners.js'
import { partnerWalk } from './partner-walk.js'
import { swappedRanks } from './swapped-ranks.js'
import { orderedNote, swappingTraits } from './swapping-traits.js'

const id = 'swapping/rank-swap-pbuckets'

const params = z.object({
  buckets: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(20)
    .meta({
      description: 'Number p of equal buckets that a sorted column is cut into; fewer buckets mask more.',
      unit: 'buckets',
      search: { min: 5, max: 100, scale: 'log', usual: [10, 20, 50] },
    }),
})

export type RankSwapBucketsParams = z.infer<typeof params>

export const rankSwapPbucketsMethod: MaskingMethod<RankSwapBucketsParams> = defineMethod({
  id,
  title: 'Rank swapping, p-buckets',
  summary: 'Cuts each sorted column into buckets and swaps every value with one of its own or of a higher bucket.',
  brief: [
    'It keeps exactly the values of every column, and so all statistics of single columns.',
    'Correlations weaken, the more so the fewer buckets there are.',
  ],
  formula:
    'i = 1…n in rank order, not yet swapped, in bucket r: x_(i) ↔ x_(l), l uniform among the free ranks of bucket s ≥ r, Pr(s) ∝ 2^−(s−r+1)',
  source: [{ key: 'nin-herranz-torra-2008', where: 'rank swapping p-buckets' }],
  notes: [
    {
      topic: 'attacks',
      text:
        'Half of the swaps stay within their bucket of n/p ranks, three quarters within two. No window limits ' +
        'them with certainty.',
    },
    {
      topic: 'loses',
      text: 'Each column is swapped independently, so correlations are weakened; fewer buckets weaken them more.',
    },
    orderedNote,
    { topic: 'missing', text: 'Missing values stay with their records; buckets count present values only.' },
  ],
  enables: [
    "An intruder who knows p knows the buckets, and that half of the values come from the record's own " +
      'bucket. They can weigh the candidates of a record by this in every column.',
  ],
  traits: swappingTraits,
  params,
  examples: [{ buckets: 5 }],
  plan: ({ params: { buckets }, columns, rng }) =>
    swappedRanks({ columns, rng }, id, (count, column) => {
      refuseFew(buckets, count, column)
      const own = rng.child(column).child('partners')
      // A partner may be in the last bucket, so all ranks may have to be stored.
      return { window: count, walk: () => partnerWalk(bucketPartners(count, buckets, own)) }
    }),
})

function refuseFew(buckets: number, count: number, column: string): void {
  if (buckets <= count / 2) return
  const message = `${buckets} buckets for the ${count} values of column "${column}": a bucket would have fewer than two`
  const fix = `Set buckets to ${Math.floor(count / 2)} or less.`
  throw new SdcError('TOO_FEW_RECORDS', message, { method: id, parameter: 'buckets', column }, fix)
}
