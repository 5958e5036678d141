import { expect, it } from 'vitest'
import { streamsOf } from '@sdc/testing/traced-rng'
import { dataSwapMethod } from './data-swap.js'
import { rankSwapPbucketsMethod } from './rank-swap-pbuckets.js'
import { rankSwapPdistMethod } from './rank-swap-pdist.js'
import { rankSwapMethod } from './rank-swap.js'

it('ties and partners of each column have their own streams', async () => {
  const byColumn = ['a/ties/0', 'a/partners/0', 'b/ties/0', 'b/partners/0']
  for (const method of [rankSwapMethod, rankSwapPdistMethod]) expect(await streamsOf(method)).toEqual(byColumn)
  expect(await streamsOf(rankSwapPbucketsMethod)).toEqual(byColumn)
  expect(await streamsOf(dataSwapMethod, { percent: 50 })).toEqual(['order/0', 'pairs/0'])
})
