import { describe, expect, it } from 'vitest'
import { rangePlot, type RangePlot } from './range-plot.js'

const plot: RangePlot = {
  title: 'a < b',
  x: { label: 'records', names: ['25', '100'] },
  y: { label: 'loss', unit: '%' },
  series: [
    {
      name: 'noise',
      points: [
        { value: 2, low: -1, high: 5 },
        { value: 1, low: 1, high: 1 },
      ],
    },
    { name: 'swapping', points: [null, { value: 0, low: 0, high: 0 }] },
  ],
}

describe('rangePlot', () => {
  it('names axes, categories and series, and describes every point', () => {
    const svg = rangePlot(plot)
    for (const text of ['records', 'loss (%)', '>25<', '>100<', 'noise', 'swapping']) expect(svg).toContain(text)
    expect(svg).toContain('noise: 2 (−1 to 5), 1; swapping: none, 0')
    expect(svg).not.toContain('a < b')
  })

  it('is the same every time, and stands an empty plot', () => {
    expect(rangePlot(plot)).toBe(rangePlot(plot))
    expect(rangePlot({ ...plot, series: [] })).toMatch(/^<svg /)
  })
})
