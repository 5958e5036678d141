import { describe, expect, it } from 'vitest'
import { normalLayers, TAIL_FROM } from './ziggurat.js'

describe('the layers of the ziggurat', () => {
  const { widths, inside, heights } = normalLayers()
  const ends = widths.subarray(0, 256).map((width) => width * 2 ** 52)

  it('end at the height of the density', () => {
    expect(heights[256]).toBe(1)
    for (let i = 1; i < 256; i++) expect(heights[i]).toBeCloseTo(Math.exp((-ends[i] * ends[i]) / 2), 14)
  })

  it('have one area, that of the last with the tail: ∫_r^∞ f by Simpson’s rule', () => {
    const steps = 20_000
    const width = 10 / steps
    let tail = 0
    for (let i = 0; i <= steps; i++) {
      const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2
      tail += ((weight * width) / 3) * Math.exp(-((TAIL_FROM + i * width) ** 2) / 2)
    }
    const area = TAIL_FROM * heights[1] + tail
    expect(ends[0] * heights[1]).toBeCloseTo(area, 14)
    for (let i = 1; i < 256; i++) expect(ends[i] * (heights[i + 1] - heights[i])).toBeCloseTo(area, 14)
  })

  it('are accepted at once only where the next one ends, and mirrored', () => {
    for (let i = 0; i < 256; i++) {
      const next = i === 255 ? 0 : ends[i + 1]
      expect((inside[i] + 0.5) * widths[i]).toBeLessThanOrEqual(next + widths[i])
      if (inside[i] > 0) expect((inside[i] - 0.5) * widths[i]).toBeLessThan(next)
      expect(widths[256 + i]).toBe(-widths[i])
      expect(inside[256 + i]).toBe(inside[i])
    }
    // Marsaglia & Tsang 2000: 99.33 % of the draws with 256 layers; these 52-bit places change nothing of it.
    const settled = inside.subarray(0, 256).reduce((sum, places) => sum + places / 2 ** 52, 0) / 256
    expect(settled).toBeGreaterThan(0.98)
    expect(settled).toBeLessThan(0.995)
  })
})
