import { describe, expect, it } from 'vitest'
import { densityPlot } from './density-plot.js'

const lines = (svg: string): string[] =>
  [...svg.matchAll(/aria-label="line"[^>]*><path d="([^"]*)"/g)].map(([, d]) => d)
/** Returns the heights of a step line in pixels; y grows downwards. */
const heights = (path: string): number[] => [...path.matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y))

describe('densityPlot', () => {
  const values = Float64Array.from({ length: 1000 }, (_, i) => i / 1000)
  const axis = { label: 'Income', unit: 'USD' }

  it('draws one line a series over common bins, with name, unit and bin width', () => {
    const series = [
      { name: 'original', values },
      { name: 'masked', values: values.map((value) => value * value).reverse() },
    ]
    const svg = densityPlot({ title: 'Marginal distribution', subtitle: '1,000 records', axis, series })
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 900 560"/)
    const [original, masked] = lines(svg).map(heights)
    // 2 · 1000^(1/3) = 20 bins of .05. Each holds 5 % of uniform values; the first holds √(.05) = 22 % of their
    // squares.
    expect(Math.max(...original) - Math.min(...original)).toBe(0)
    expect(masked[0]).toBe(Math.min(...masked))
    for (const text of ['Income (USD)', 'records in a bin of 0.05 USD (%)', '>original<', '>masked<', '1,000 records'])
      expect(svg).toContain(text)
    expect(svg).toContain('masked: most records, 22 %, from 0 to 0.05 USD')
    expect(svg).not.toContain('Beyond')
  })

  it('draws nothing on the negative side for a series without negative values', () => {
    const series = [
      { name: 'positive', values },
      { name: 'shifted', values: values.map((value) => value - 0.5) },
    ]
    const [positive, shifted] = lines(densityPlot({ title: 't', axis, series }))
    const steps = (path: string): string[][] => path.split('L').map((point) => point.replace('M', '').split(','))
    const [left, bottom] = steps(positive)[0]
    expect(left).toBe(steps(shifted)[0][0])
    // The line leaves the bottom at one place and rises there vertically.
    const rise = steps(positive).findIndex(([, y]) => y !== bottom)
    expect(steps(positive)[rise][0]).toBe(steps(positive)[rise - 1][0])
  })

  it('says how many records lie beyond the axis', () => {
    const svg = densityPlot({ title: 't', axis, series: [{ name: 'heavy', values: Float64Array.of(...values, 1e6) }] })
    expect(svg).toContain('Beyond the ends of the axis: heavy (0.1 % above).')
  })

  it('keeps the legend of every series outside the plot, for any number of series', () => {
    const series = Array.from({ length: 24 }, (_, s) => ({ name: `a series with a long name, number ${s}`, values }))
    const svg = densityPlot({ title: 't', axis, series })
    const height = Number(/viewBox="0 0 900 (\d+)"/.exec(svg)?.[1])
    expect(height).toBeGreaterThan(560)
    expect(lines(svg)).toHaveLength(24)
  })

  it('leaves out missing values and series without any value, and is the same every time', () => {
    const odd = {
      title: 'a < b',
      axis: { label: '<x>', unit: '' },
      series: [
        { name: 'none', values: Float64Array.of(Number.NaN) },
        { name: '<one>', values: Float64Array.of(3, Number.NaN, 4) },
      ],
    }
    const svg = densityPlot(odd)
    expect(lines(svg)).toHaveLength(1)
    expect(svg).toContain('a &lt; b')
    expect(svg).not.toContain('<one>')
    expect(densityPlot(odd)).toBe(svg)
    expect(densityPlot({ title: '', axis, series: [] })).toMatch(/^<svg /)
  })
})
