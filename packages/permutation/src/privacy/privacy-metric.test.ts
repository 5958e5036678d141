import { describe, expect, it } from 'vitest'
import { run, tableColumn } from '../../../metrics/src/testing/run.fixture.js'
import { maxKnowledgeMetric } from '../adversary/max-knowledge-metric.js'
import { privacyMetric } from './privacy-metric.js'

/** Record i is (i, i), and masked (i, 12 − i): the nearest masked record of it is (6, 6), |i − 6| ranks away. */
const ranks = Array.from({ length: 11 }, (_, i) => i + 1)
const original = { a: ranks, b: ranks.map((rank) => 10 * rank) }
const masked = { a: ranks, b: ranks.map((rank) => 12 - rank) }

describe('permutation/privacy, by hand', () => {
  it('is the share of records at that distance, with the curve of all shares', async () => {
    for (const [minimumPercent, far] of [
      [30, 6],
      [30.1, 4],
      [50, 2],
      [50.1, 0],
    ]) {
      const measured = await run(privacyMetric, original, masked, { params: { minimumPercent } })
      expect(measured.value).toBeCloseTo((100 * far) / 11, 12)
      expect(measured.used).toBe(11)
      expect([...(measured.records ?? [])]).toEqual([50, 40, 30, 20, 10, 0, 10, 20, 30, 40, 50])
      const percents = tableColumn(measured, 'curve', 'd (% of n − 1)')
      expect(tableColumn(measured, 'curve', 'd (ranks)')).toEqual(percents.map((percent) => percent / 10))
      const shares = percents.map(
        (percent) => (100 * ranks.filter((rank) => 10 * Math.abs(rank - 6) >= percent).length) / 11,
      )
      tableColumn(measured, 'curve', 'protected (%)').forEach((share, k) => expect(share).toBeCloseTo(shares[k], 12))
    }
    expect(privacyMetric.range).toEqual([0, 100])
  })

  it('needs two complete records to have ranks', async () => {
    const few = await run(privacyMetric, { a: [1, Number.NaN, 3] }, { a: [1, 2, Number.NaN] }, { columns: ['a'] })
    expect(few.used).toBe(2)
    const one = await run(privacyMetric, { a: [1, Number.NaN] }, { a: [1, 2] })
    expect(one).toMatchObject({ value: null, used: 1, reason: 'there are fewer than two complete records' })
    const two = await run(privacyMetric, { a: [1, 2] }, { a: [2, 1] })
    expect(two).toMatchObject({ value: 0, used: 2 })
  })
})

describe('risk/max-knowledge, by hand', () => {
  it('finds the middle record only, as many as by chance', async () => {
    const measured = await run(maxKnowledgeMetric, original, masked)
    expect(measured.value).toBeCloseTo(100 / 11, 12)
    tableColumn(measured, 'rates', 'percent').forEach((percent) => expect(percent).toBeCloseTo(100 / 11, 12))
    expect([...(measured.records ?? [])]).toEqual(ranks.map((rank) => (rank === 6 ? 1 : 0)))
    expect(maxKnowledgeMetric.range).toEqual([0, 100])
  })

  it('divides a hit among ties, and does not count it as certain', async () => {
    const twins = { a: [1, 1, 5] }
    const measured = await run(maxKnowledgeMetric, twins, twins)
    expect(measured.value).toBeCloseTo((100 * 2) / 3, 12)
    const [sure, expected, chance] = tableColumn(measured, 'rates', 'percent')
    expect([sure, expected, chance]).toEqual([100 / 3, (100 * 2) / 3, 100 / 3].map((one) => expect.closeTo(one, 12)))
  })

  it('reports the reason without a value', async () => {
    const lost = await run(maxKnowledgeMetric, { a: [1, 2] }, { a: [1, 2] }, { origin: [-1, -1] })
    expect(lost.reason).toMatch(/link/)
    const some = await run(maxKnowledgeMetric, { a: [1, 2] }, { a: [1, 2] }, { origin: [-1, 0] })
    expect(some.used).toBe(1)
    const apart = await run(maxKnowledgeMetric, { a: [1, Number.NaN] }, { a: [Number.NaN, 2] })
    expect(apart).toMatchObject({
      value: null,
      reason: expect.stringMatching(/no record is complete in both files/) as unknown,
    })
  })
})
