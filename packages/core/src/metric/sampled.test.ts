import { describe, expect, it } from 'vitest'
import { BLOCK, blocksOf } from '../random/blocks.js'
import { seededRng } from '../random/rng.js'
import type { Measurement } from './measurement.js'
import { drawnRows, nextShare, nothingSampled, sampledFurther, totalsTogether } from './sampled.js'
import type { PairContext, SampledMetric } from './streamed-metric.js'

describe('drawnRows', () => {
  const blocks = blocksOf(2 * BLOCK + 1000)
  const rng = seededRng(1)

  it('draws a larger sample that holds the smaller, and each record once', () => {
    for (const block of blocks) {
      const [some, others, both] = [
        { from: 0, to: 0.1 },
        { from: 0.1, to: 0.4 },
        { from: 0, to: 0.4 },
      ].map((share) => [...drawnRows(rng, block, share)])
      expect([...some, ...others].sort((a, b) => a - b)).toEqual(both)
      expect(drawnRows(rng, block, { from: 0, to: 1 })).toHaveLength(block.end - block.first)
      // Binomial: five standard deviations.
      const rows = block.end - block.first
      expect(Math.abs(both.length - 0.4 * rows)).toBeLessThan(5 * Math.sqrt(0.24 * rows))
    }
  })

  it('draws other records from every block, and with every key', () => {
    const share = { from: 0, to: 0.01 }
    expect([...drawnRows(rng, blocks[0], share)]).not.toEqual([...drawnRows(rng, blocks[1], share)])
    expect([...drawnRows(rng, blocks[0], share)]).not.toEqual([...drawnRows(seededRng(2), blocks[0], share)])
  })
})

describe('the rounds of a sample', () => {
  const context = {} as PairContext<unknown>
  const metric = (
    wanted: (before?: Measurement) => number | undefined,
    refused?: Measurement,
  ): SampledMetric<unknown> => ({
    shape: 'sample',
    passes: [],
    refused: () => refused,
    population: () => 1000,
    wanted: (_, before) => wanted(before),
    draw: () => new Float64Array(0),
    search: () => (sample) => sample,
    nearer: (a) => a,
    end: (_, sample, found) => ({ value: found[found.length - 1], used: sample.length }),
  })

  it('go on where the one before ended, until no more is wanted', () => {
    const growing = metric((before) => [100, 400, undefined][before?.used ?? 0])
    let sampled = nothingSampled(growing, context)
    const shares: unknown[] = []
    for (let round = 0; round < 3; round++) {
      const share = nextShare(growing, context, sampled)
      shares.push(share)
      if (!share) break
      sampled = sampledFurther(growing, context, sampled, {
        share,
        sample: Float64Array.of(round),
        found: Float64Array.of(10 * round),
      })
    }
    expect(shares).toEqual([{ from: 0, to: 0.1 }, { from: 0.1, to: 0.4 }, undefined])
    expect(sampled).toMatchObject({ sample: Float64Array.of(0, 1), measured: { value: 10, used: 2 } })
  })

  it('end with all records, and do not begin where nothing can be looked for', () => {
    const all = metric(() => 5000)
    expect(nextShare(all, context, nothingSampled(all, context))).toEqual({ from: 0, to: 1 })
    const share = { from: 0, to: 1 }
    const none = new Float64Array(0)
    expect(
      nextShare(
        all,
        context,
        sampledFurther(all, context, nothingSampled(all, context), { share, sample: none, found: none }),
      ),
    ).toBeUndefined()
    const refused = metric(() => 10, { value: null, reason: 'no keys', used: 0 })
    expect(nextShare(refused, context, nothingSampled(refused, context))).toBeUndefined()
    expect(nothingSampled(refused, context).measured?.reason).toBe('no keys')
  })

  it('put numbers one after the other', () => {
    expect(totalsTogether([Float64Array.of(1, 2), new Float64Array(0), Float64Array.of(3)])).toEqual(
      Float64Array.of(1, 2, 3),
    )
  })
})
