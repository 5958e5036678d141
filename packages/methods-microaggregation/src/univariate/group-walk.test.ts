import { randomSortOrder } from '@sdc/stats'
import { dataset, fillByBlocks, seededRng, type ByRanks } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { groupMeans, spreadMeans } from '../shared/group-means.js'
import { individualRanking, individualRankingMethod } from './individual-ranking.js'
import { optimalUnivariate, optimalUnivariateMethod } from './optimal-univariate.js'

const drawn = fillByBlocks(seededRng('walk'), new Float64Array(50_021), (stream, part) => stream.fillNormal(part))
const values = drawn.map((z, i) => (i % 9 === 0 ? -0 : i % 5 === 0 ? 0 : 1000 + z / 3))

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
    const streamed = method.streamed?.({ k }) as ByRanks<{ k: number }>
    for (const piece of [999, values.length]) {
      const ranked = { column: 'x', count: values.length, missing: 0, unlinked: 0 }
      const context = { columns: ['x'], given: [], roles: { keys: [], confidential: [], given: [], identifiers: [] } }
      const file = { params: { k }, rng: seededRng(1), rows: values.length, head: dataset([]), totals: new Map() }
      const walk = streamed.walk({ ...context, ...file, ...ranked })
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
