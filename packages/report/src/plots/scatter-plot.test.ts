import { describe, expect, it } from 'vitest'
import { scatterPlot } from './scatter-plot.js'

const axis = (label: string): { label: string; unit: string } => ({ label, unit: 'USD' })
/** Returns the dots of every series, as [x, y] in pixels. */
const dots = (svg: string): number[][][] =>
  [...svg.matchAll(/<path d="((?:M[^"Z]*Z)*)"/g)].map(([, d]) =>
    [...d.matchAll(/M([\d.]+),([\d.]+)Z/g)].map(([, x, y]) => [Number(x), Number(y)]),
  )

describe('scatterPlot', () => {
  it('draws every record of a small file at its values', () => {
    const x = Float64Array.of(0, 50, 100)
    const y = Float64Array.of(0, 1, 2)
    const svg = scatterPlot({ title: 't', x: axis('wage'), y: axis('tax'), series: [{ name: 'original', x, y }] })
    const [points] = dots(svg)
    expect(points).toHaveLength(3)
    // Equal steps across and upwards, to twice half a thousandth of a pixel (coordinates have three decimals).
    expect(points[2][0] - points[1][0]).toBeCloseTo(points[1][0] - points[0][0], 2)
    expect(points[2][1] - points[1][1]).toBeCloseTo(points[1][1] - points[0][1], 2)
    expect(points[0][1]).toBeGreaterThan(points[2][1])
    for (const text of ['wage (USD)', 'tax (USD)', 'original (3 of 3)']) expect(svg).toContain(text)
  })

  it('draws 50,000 records of two files in well under a megabyte, and reports the number of dots', () => {
    const n = 50_000
    const x = Float64Array.from({ length: n }, (_, i) => (i * 7919) % n)
    const y = Float64Array.from({ length: n }, (_, i) => (i * 104729) % n)
    const series = [
      { name: 'a', x, y },
      { name: 'b', x: y, y: x },
    ]
    const svg = scatterPlot({ title: 't', x: axis('x'), y: axis('y'), series })
    // 200 × 100 cells of at most 17 letters.
    expect(svg.length).toBeLessThan(2 * 20_000 * 17 + 20_000)
    const [a, b] = dots(svg)
    expect(a.length).toBeLessThanOrEqual(20_000)
    expect(svg).toContain(
      `a (${a.length.toLocaleString('en-US')} of 50,000), b (${b.length.toLocaleString('en-US')} of 50,000)`,
    )
    // Both ends of the axis are there: nothing is cut off.
    expect(Math.max(...a.map(([px]) => px)) - Math.min(...a.map(([px]) => px))).toBeGreaterThan(700)
  })

  it('leaves out records with a missing value, and is the same every time', () => {
    const series = [
      { name: '<a>', x: Float64Array.of(1, Number.NaN, 2), y: Float64Array.of(1, 1, Number.NaN) },
      { name: 'none', x: new Float64Array(0), y: new Float64Array(0) },
    ]
    const plot = { title: 'a < b', x: { label: 'x', unit: '' }, y: { label: 'y', unit: '' }, series }
    const svg = scatterPlot(plot)
    expect(svg).toContain('1 of 1')
    expect(svg).not.toContain('<a>')
    expect(scatterPlot(plot)).toBe(svg)
    expect(scatterPlot({ ...plot, series: [] })).toMatch(/^<svg /)
  })
})
