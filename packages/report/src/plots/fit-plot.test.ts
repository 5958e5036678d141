import { describe, expect, it } from 'vitest'
import { stackedSvgs } from '../chart/stacked-svgs.js'
import { fitPlot } from './fit-plot.js'

const fit = {
  title: 'income < 5: gamma',
  subtitle: 'D = 0.1',
  axis: 'income',
  law: 'gamma',
  edges: Float64Array.of(0, 10, 20, 30),
  data: Float64Array.of(0.02, 0.32, 0.82, 0.95),
  expected: Float64Array.of(0, 0.4, 0.75, 0.9),
}
/** Returns the points of every line, in pixels. */
const lines = (svg: string): number[][][] =>
  [...svg.matchAll(/aria-label="line"[^>]*><path d="([^"]*)"/g)].map(
    ([, d]) =>
    d.split(/[ML]/).slice(1).map((point) => point.split(',').map(Number)), // oxfmt-ignore
  )

describe('fitPlot', () => {
  const svg = fitPlot(fit)

  it('has the shares of the bins above, as steps and points, and the distribution functions below', () => {
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 900 \d+"/)
    const [bins, law, data, expected] = lines(svg)
    // Bins of 30, 50 and 13 %, with the last edge repeated; each step is two points.
    expect(bins).toHaveLength(7)
    const height = ([a, b]: readonly number[][]): number => a[1] - b[1]
    const scale = height([bins[0], bins[2]]) / 20
    expect(height([bins[0], bins[4]]) / scale).toBeCloseTo(-17, 4)
    // 40, 35 and 15 % under the distribution, in the middle of each bin.
    expect(law).toHaveLength(3)
    expect(height([law[0], law[2]]) / scale).toBeCloseTo(-25, 4)
    expect(2 * (law[0][0] - bins[0][0])).toBeCloseTo(law[1][0] - law[0][0], 2)
    expect([data.length, expected.length]).toEqual([4, 4])
    const percent = height([expected[0], expected[1]]) / 40
    expect(height([data[0], data[3]]) / percent).toBeCloseTo(93, 4)
    for (const text of [
      'records in a bin of 10 (%)',
      'records up to a value (%)',
      '2 % of the records below, 5 % above',
      'D = 0.1',
    ])
      // oxfmt-ignore
      expect(svg).toContain(text)
    // .82 − .75 is nearer than .32 − .4.
    expect(svg).toContain('at most 8 % apart')
    expect(svg).toContain('income &lt; 5: gamma')
    expect(fitPlot(fit)).toBe(svg)
  })

  it('stacks the two pictures vertically in one', () => {
    const [height] = /viewBox="0 0 900 (\d+)"/.exec(svg)?.slice(1) ?? []
    const both = stackedSvgs([svg, svg])
    expect(both).toContain(`viewBox="0 0 900 ${2 * Number(height)}"`)
    expect(both).toContain(`<svg y="${height}" `)
    expect(() => stackedSvgs(['<p>'])).toThrow(RangeError)
  })
})
