import { randomSortOrder } from '@sdc/stats'
import { dataset, fillByBlocks, noRoles, planOf, seededRng, type Facts, type RankedColumns } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { groupMeans, spreadMeans } from '../shared/group-means.js'
import { individualRanking, individualRankingMethod } from './individual-ranking.js'
import { optimalUnivariate, optimalUnivariateMethod } from './optimal-univariate.js'

const drawn = fillByBlocks(seededRng('walk'), new Float64Array(50_021), (stream, part) => stream.fillNormal(part))
const values = drawn.map((z, i) => (i % 9 === 0 ? -0 : i % 5 === 0 ? 0 : 1000 + z / 3))

/** The only column of a plan, whose check finds nothing. */
function rankedColumn(method: Pick<typeof individualRankingMethod, 'plan'>, k: number): RankedColumns {
  const rows = { original: values.length, masked: values.length, pairs: values.length }
  const head = dataset([])
  const facts: Facts<{ k: number }> = {
    columns: ['x'],
    given: [],
    roles: noRoles,
    params: { k },
    rng: seededRng(1),
    rows,
    original: head,
    masked: head,
  }
  const plan = planOf(method.plan(facts))
  plan.next([])
  const { value: masking, done } = plan.next([Float64Array.of(0, -1, 0)])
  if (done !== true || masking.form !== 'ranks') throw new Error('the plan does not end with ranks')
  return masking.walks[0]
}

describe('a walk that averages groups of ranks', () => {
  it.each([
    ['individual ranking', individualRankingMethod, individualRanking, 2],
    ['individual ranking', individualRankingMethod, individualRanking, 7],
    ['optimal groups', optimalUnivariateMethod, optimalUnivariate, 3],
  ] as const)('gives the means of the whole column, to the last bit, however it is cut: %s, %#', (...one) => {
    const [, method, group, k] = one
    const labels = group(values, k)
    const expected = spreadMeans(groupMeans(values, labels), labels)
    // Equal values are in the order of the records, as the walk is handed them.
    const order = randomSortOrder(values, seededRng(1)).sort((a, b) => values[a] - values[b] || a - b)
    const sorted = Float64Array.from(order, (i) => values[i])
    const ranked = rankedColumn(method, k)
    for (const piece of [999, values.length]) {
      const walk = ranked.walk({ count: values.length, missing: 0 })
      const results: number[] = []
      for (let at = 0; at < sorted.length; at += piece) {
        const own = sorted.subarray(at, at + piece)
        for (const value of walk.push(own, own, order.subarray(at, at + piece))) results.push(value)
      }
      for (const value of walk.end()) results.push(value)
      expect(results.length).toBe(values.length)
      expect(results.findIndex((value, rank) => !Object.is(value, expected[order[rank]]))).toBe(-1)
    }
  })
})
