import { describe, expect, it } from 'vitest'
import { linePlot } from './line-plot.js'

describe('linePlot', () => {
  const x = Float64Array.of(0, 50, 100)
  const plot = {
    title: 'Risk by size',
    x: { label: 'size', unit: 'records' },
    y: { label: 'risk', unit: '%' },
    series: [
      { name: 'noise', x, y: Float64Array.of(1, 2, 3) },
      { name: 'ranks', x, y: Float64Array.of(3, Number.NaN, 1) },
    ],
  }

  it('draws a line and a symbol at each point that is not missing', () => {
    const svg = linePlot(plot)
    const marks = (text: string): number => text.match(/<path transform="translate/g)?.length ?? 0
    const [first] = plot.series
    const whole = linePlot({ ...plot, series: [first, { name: 'ranks', x, y: Float64Array.of(3, 2, 1) }] })
    expect(marks(whole) - marks(svg)).toBe(1)
    for (const text of ['Risk by size', 'size (records)', 'risk (%)', 'noise', 'ranks']) expect(svg).toContain(text)
  })

  it('gives the same text for the same input', () => {
    expect(linePlot(plot)).toBe(linePlot(plot))
  })
})
