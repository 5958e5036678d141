/**
 * Rank swapping by p-distribution (Nin, Herranz & Torra 2008): the distance in ranks is drawn from a normal
 * distribution, so no window limits it.
 */
import { defineMethod, type MaskingMethod } from '@sdc/core'
import * as z from 'zod'
import { distributionPartners } from './distribution-partners.js'
import { positionsOf, window } from './window.js'
import { partnerWalk } from './partner-walk.js'
import { swappedRanks } from './swapped-ranks.js'
import { orderedNote, swappingTraits } from './swapping-traits.js'

const id = 'swapping/rank-swap-pdist'

const params = z.object(window('Parameter p: the distance in ranks is normal with mean and standard deviation p/2.'))

export type RankSwapDistributionParams = z.infer<typeof params>

export const rankSwapPdistMethod: MaskingMethod<RankSwapDistributionParams> = defineMethod({
  id,
  title: 'Rank swapping, p-distribution',
  summary: 'Swaps every value with one whose distance in rank is drawn from a normal distribution.',
  brief: [
    'It keeps exactly the values of every column, and has no fixed window that an intruder could use.',
    'Correlations weaken with the distance of the exchanged ranks.',
  ],
  formula:
    'i = 1…n in rank order, not yet swapped: x_(i) ↔ x_(l), l the free rank above i nearest to i + round(N(p/2, p/2))',
  source: [{ key: 'nin-herranz-torra-2008', where: 'rank swapping p-distribution' }],
  notes: [
    {
      topic: 'attacks',
      text:
        'No window is certain, so intersecting the windows of several columns proves nothing. Most swaps are ' +
        'within 1.5 p ranks all the same.',
    },
    {
      topic: 'choices',
      text:
        'Choice of this implementation: the second parameter of the normal distribution is its standard ' +
        'deviation. The source does not say so.',
    },
    {
      topic: 'loses',
      text: 'Each column is swapped independently, so correlations are weakened; a larger p weakens them more.',
    },
    orderedNote,
    { topic: 'missing', text: 'Missing values stay with their records; ranks count present values only.' },
  ],
  enables: [
    'An intruder who knows p knows the probability of each distance in rank. They can weigh the candidates ' +
      'of a record by this in every column.',
  ],
  traits: swappingTraits,
  params,
  examples: [{ percent: 20 }, { positions: 4 }],
  plan: ({ params: given, columns, rng }) =>
    // Any distance in rank is possible, so all ranks may have to be stored, although it is usually about p.
    swappedRanks({ columns, rng }, id, (count, column) => {
      const positions = positionsOf(id, given, count, column)
      const own = rng.child(column).child('partners')
      return { window: count, walk: () => partnerWalk(distributionPartners(count, positions, own)) }
    }),
})
