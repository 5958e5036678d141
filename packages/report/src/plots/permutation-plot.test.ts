import { describe, expect, it } from 'vitest'
import { permutationPlot } from './permutation-plot.js'

const ramp = (n: number, top: number): Float64Array => Float64Array.from({ length: n }, (_, i) => (top * i) / (n - 1))
const lines = (svg: string): string[] =>
  [...svg.matchAll(/aria-label="line"[^>]*><path d="([^"]*)"/g)].map(([, d]) => d)

describe('permutationPlot', () => {
  const series = [
    { name: 'a', distance: ramp(50, 40) },
    { name: 'b', distance: ramp(50, 10).reverse() },
  ]

  it('draws one line a series, in ascending order of the distances, with its name in the legend', () => {
    const svg = permutationPlot({ title: 'Moves', subtitle: '50 records', series })
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 900 560"/)
    expect(lines(svg)).toHaveLength(2)
    for (const path of lines(svg)) {
      const heights = path
        .split(/[ML]/)
        .filter(Boolean)
        .map((point) => Number(point.split(',')[1]))
      expect(heights).toHaveLength(50)
      expect(heights.every((y, i) => i === 0 || y <= heights[i - 1])).toBe(true)
    }
    for (const text of ['>Moves<', '>50 records<', '>a<', '>b<', 'a: up to 40 ranks; b: up to 10 ranks'])
      expect(svg).toContain(text)
  })

  it('thins long files and keeps both ends', () => {
    const svg = permutationPlot({ title: 't', series: [{ name: 'long', distance: ramp(100_000, 99_990) }] })
    expect(lines(svg)[0].split('L')).toHaveLength(1000)
    expect(svg).toContain('long: up to 99990 ranks')
  })

  it('leaves out missing values and series without any, and is the same every time', () => {
    const odd = {
      title: 'a < b',
      series: [
        { name: 'none', distance: Float64Array.of(Number.NaN) },
        { name: '<one>', distance: Float64Array.of(3, Number.NaN) },
      ],
    }
    const svg = permutationPlot(odd)
    expect(lines(svg)).toHaveLength(1)
    expect(svg).toContain('a &lt; b')
    expect(svg).not.toContain('<one>')
    expect(permutationPlot(odd)).toBe(svg)
    expect(permutationPlot({ title: '', series: [] })).toMatch(/^<svg /)
  })
})
