import { describe, expect, it } from 'vitest'
import { intervalPlot, type PlottedInterval } from './interval-plot.js'

const cell = (change: Partial<PlottedInterval>): PlottedInterval => ({
  name: 'a',
  series: 'primary',
  value: 100,
  low: 50,
  high: 150,
  lower: 20,
  upper: 20,
  ...change,
})
/** Returns the ends of the bars in pixels, from the top. */
const bars = (svg: string): number[][] => {
  const group = /aria-label="link"[^>]*>(.*?)<\/g>/.exec(svg)?.[1] ?? ''
  return [...group.matchAll(/d="M([\d.]+),[\d.]+L([\d.]+),/g)].map(([, from, to]) => [Number(from), Number(to)])
}

describe('intervalPlot', () => {
  it('draws each interval in percent of its true value, on a logarithmic scale', () => {
    const svg = intervalPlot({
      title: 't',
      cells: [cell({}), cell({ name: 'b', value: 1e12, low: 0, high: 2e12, series: 'secondary', lower: 0, upper: 0 })],
    })
    const [[a, b], [c, d]] = bars(svg)
    // ±50 % and ±100 %: log 51 and log 101, around the same middle (pixels are written with three decimals).
    expect((b - a) / (d - c)).toBeCloseTo(Math.log(51) / Math.log(101), 2)
    expect((a + b) / 2).toBeCloseTo((c + d) / 2, 1)
    expect(svg).toContain('1 primary, 1 secondary')
  })

  it('draws an arrow for an infinite end, at the same place for all', () => {
    const svg = intervalPlot({ title: 't', cells: [cell({ high: Infinity }), cell({ high: 1e9 }), cell({})] })
    // The narrowest first.
    const [[, near], [, far], [, open]] = bars(svg)
    expect(open).toBe(far)
    expect(near).toBeLessThan(open)
    expect(svg.match(/▶/g)).toHaveLength(2)
    expect(svg).toContain('goes beyond 10000 %')
  })

  it('accepts zeros, exact cells, a single cell, and more cells than can be seen', () => {
    expect(bars(intervalPlot({ title: 't', cells: [cell({ value: 0, low: 0, high: 0 })] }))).toHaveLength(1)
    const many = Array.from({ length: 2000 }, (_, i) => cell({ low: i % 100, lower: 0, upper: 0 }))
    const svg = intervalPlot({ title: 't', cells: many })
    expect(bars(svg)).toHaveLength(600)
    expect(svg).toContain('The plot shows the 600 narrowest bars of 2000 suppressed cells.')
    expect(svg).not.toContain('NaN')
  })
})
