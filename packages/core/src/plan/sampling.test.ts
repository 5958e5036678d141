import { describe, expect, it } from 'vitest'
import { BLOCK, blocksOf } from '../random/blocks.js'
import { seededRng } from '../random/rng.js'
import type { SampleMeasuring } from './measuring.js'
import { drawnFurther, drawnRows, nextShare, nothingDrawn, totalsTogether } from './sampling.js'

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
  const measuring = (wanted: SampleMeasuring['wanted']): SampleMeasuring => ({
    form: 'sample',
    draws: 'pairs',
    searches: 'masked',
    population: 1000,
    wanted,
    draw: () => new Float64Array(0),
    search: () => (sample) => sample,
    nearer: (a) => a,
    end: (sample, found) => ({ value: found[found.length - 1], used: sample.length }),
  })

  it('go on where the one before ended, until no more is wanted', () => {
    const growing = measuring((before) => [100, 400, undefined][before?.used ?? 0])
    let drawn = nothingDrawn
    const shares: unknown[] = []
    for (let round = 0; round < 3; round++) {
      const share = nextShare(growing, drawn)
      shares.push(share)
      if (!share) break
      drawn = drawnFurther(growing, drawn, {
        share,
        sample: Float64Array.of(round),
        found: Float64Array.of(10 * round),
      })
    }
    expect(shares).toEqual([{ from: 0, to: 0.1 }, { from: 0.1, to: 0.4 }, undefined])
    expect(drawn).toMatchObject({ sample: Float64Array.of(0, 1), measured: { value: 10, used: 2 } })
  })

  it('end with all records, and with a sample that has no value', () => {
    const all = measuring(() => 5000)
    expect(nextShare(all, nothingDrawn)).toEqual({ from: 0, to: 1 })
    const round = { share: { from: 0, to: 1 }, sample: Float64Array.of(1), found: Float64Array.of(1) }
    expect(nextShare(all, drawnFurther(all, nothingDrawn, round))).toBeUndefined()
    const none: SampleMeasuring = { ...all, end: () => ({ value: null, reason: 'no keys', used: 0 }) }
    const drawn = drawnFurther(none, nothingDrawn, { ...round, share: { from: 0, to: 0.5 } })
    expect(nextShare(none, drawn)).toBeUndefined()
  })

  it('put numbers one after the other', () => {
    expect(totalsTogether([Float64Array.of(1, 2), new Float64Array(0), Float64Array.of(3)])).toEqual(
      Float64Array.of(1, 2, 3),
    )
  })
})
