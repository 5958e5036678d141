import * as Plot from '@observablehq/plot'
import { isDrawable } from '../chart/axes.js'
import { shapeOf } from '../colour/shapes.js'
import { ink } from '../colour/theme.js'
import { seriesStyles } from '../map/points/series-style.js'
import { axisText } from '../text.js'
import { chartSvg } from './chart.js'
import { dataAxis } from './data-axis.js'
import type { ScatterPlot } from './scatter-plot.js'

type Point = readonly [x: number, y: number]

/**
 * Draws series as lines with a symbol at every point, as a self-contained SVG of 900 × 560, higher with a long legend.
 *
 * @param plot - title, axes and series; a point with a missing value is left out
 * @returns the text of the SVG; the same input gives the same text
 */
export function linePlot({ title, subtitle = '', x, y, series }: ScatterPlot): string {
  const styles = seriesStyles(series.map(({ name }) => name))
  const across = dataAxis(
    axisText(x),
    series.map((one) => one.x),
  )
  const upwards = dataAxis(
    axisText(y),
    series.map((one) => one.y),
  )
  return chartSvg({
    className: 'sdc-lines',
    title,
    caption: [subtitle],
    styles,
    x: across,
    y: upwards,
    description: `${axisText(x)} across, ${axisText(y)} upwards; series: ${series.map(({ name }) => name).join(', ')}`,
    marks: series.flatMap((one) => {
      const { colour = ink, symbol = 'circle' } = styles.get(one.name) ?? {}
      const points = Array.from(one.x, (value, i): Point => [value, one.y[i]]).filter(
        ([a, b]) => isDrawable(a) && isDrawable(b),
      )
      const at = { x: ([value]: Point) => value, y: ([, value]: Point) => value, stroke: colour }
      return [
        Plot.line(points, { ...at, strokeWidth: 1.8 }),
        Plot.dot(points, { ...at, symbol: shapeOf(symbol), r: 4, fill: colour }),
      ]
    }),
  })
}
