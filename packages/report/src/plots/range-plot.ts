import * as Plot from '@observablehq/plot'
import { linearTicks, niceStep, shortNumber } from '../chart/axes.js'
import { chartSvg } from './chart.js'
import { shapeOf } from '../colour/shapes.js'
import { grey, ink } from '../colour/theme.js'
import { seriesStyles } from '../map/points/series-style.js'
import { axisText } from '../text.js'

/** A value and its interval; the ends equal the value if it has none. */
export interface RangePoint {
  readonly value: number
  readonly low: number
  readonly high: number
}

export interface RangeSeries {
  readonly name: string
  /** One point for each category; null for none. */
  readonly points: readonly (RangePoint | null)[]
}

export interface RangePlot {
  readonly title: string
  readonly subtitle?: string | undefined
  /** Name of the categories, and their names from left to right. */
  readonly x: { readonly label: string; readonly names: readonly string[] }
  /** Name and unit of the values; an empty unit for none. */
  readonly y: { readonly label: string; readonly unit: string }
  readonly series: readonly RangeSeries[]
}

/** Part of the distance between two categories that the points of one category occupy. */
const occupied = 0.6

/**
 * Draws values with their intervals by category as a self-contained SVG of 900 × 560, higher with a long legend. The
 * points of a category stand next to each other, one for each series. A dashed line marks 0 if it is on the axis.
 *
 * @param plot - title, axes and series
 * @returns text of the SVG; the same plot gives the same text
 */
export function rangePlot({ title, subtitle = '', x, y, series }: RangePlot): string {
  const styles = seriesStyles(series.map(({ name }) => name))
  const ends = series.flatMap(({ points }) => points.flatMap((point) => (point ? [point.low, point.high] : [])))
  const [least, most] = ends.length > 0 ? [Math.min(...ends), Math.max(...ends)] : [0, 1]
  const span = most - least || Math.abs(most) || 1
  const domain = [least - 0.05 * span, most + 0.05 * span] as const
  const place = (category: number, s: number): number => category + occupied * ((s + 0.5) / series.length - 0.5)
  return chartSvg({
    className: 'sdc-ranges',
    title,
    caption: [subtitle],
    styles,
    x: {
      label: x.label,
      domain: [-0.5, x.names.length - 0.5],
      ticks: x.names.map((_, category) => category),
      text: (category) => x.names[category],
    },
    y: { label: axisText(y), domain, ticks: linearTicks(domain, niceStep(span)) },
    description: series.map(({ name, points }) => `${name}: ${points.map(described).join(', ')}`).join('; '),
    marks: [
      ...(domain[0] < 0 && domain[1] > 0 ? [Plot.ruleY([0], { stroke: grey, strokeDasharray: '3,3' })] : []),
      ...series.flatMap(({ name, points }, s) => {
        const { colour = ink, symbol = 'circle' } = styles.get(name) ?? {}
        const drawn = points.flatMap((point, category) => (point ? [{ ...point, at: place(category, s) }] : []))
        return [
          Plot.ruleX(drawn, { x: 'at', y1: 'low', y2: 'high', stroke: colour, strokeWidth: 2 }),
          Plot.dot(drawn, { x: 'at', y: 'value', symbol: shapeOf(symbol), r: 5, fill: colour, stroke: colour }),
        ]
      }),
    ],
  })
}

function described(point: RangePoint | null): string {
  if (!point) return 'none'
  const { value, low, high } = point
  return low === high ? shortNumber(value) : `${shortNumber(value)} (${shortNumber(low)} to ${shortNumber(high)})`
}
