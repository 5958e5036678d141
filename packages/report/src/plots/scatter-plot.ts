import * as Plot from '@observablehq/plot'
import { isDrawable } from '../chart/axes.js'
import { chartSvg, type ChartAxis } from './chart.js'
import { dataAxis } from './data-axis.js'
import { ink } from '../colour/theme.js'
import { seriesStyles } from '../map/points/series-style.js'
import { axisText } from '../text.js'

/** The records of one file as points. */
export interface ScatterSeries {
  readonly name: string
  /** Coordinates: record i is the point (x[i], y[i]); one with a missing value is left out. */
  readonly x: Float64Array
  readonly y: Float64Array
}

export interface ScatterPlot {
  readonly title: string
  readonly subtitle?: string | undefined
  /** Name and unit of the values; an empty unit for none. */
  readonly x: { readonly label: string; readonly unit: string }
  readonly y: { readonly label: string; readonly unit: string }
  /** Series in drawing order. */
  readonly series: readonly ScatterSeries[]
}

type Point = readonly [x: number, y: number]

/** Cells across and upwards, about 4 × 4 pixels each: closer points could not be distinguished. */
const cells = [200, 100] as const
const dotWidth = 3.4

/**
 * Draws every point of a line as a subpath of length 0, which a round line cap turns into a dot: one path per series.
 */
const dots: Plot.CurveFunction = (context: { moveTo(x: number, y: number): void; closePath(): void }) => ({
  areaStart() {},
  areaEnd() {},
  lineStart() {},
  lineEnd() {},
  point(x: number, y: number) {
    context.moveTo(x, y)
    context.closePath()
  },
})

/**
 * Draws two columns of one or more files as points, as a self-contained SVG of 900 × 560, higher if caption and legend
 * are long. In each of 200 × 100 cells of the plot only the first record of a series is drawn, so that 50,000 records
 * stay a small picture; the caption gives the number of dots. The form follows Figures 5 to 7 and 10 of Muralidhar &
 * Sarathy 2007. The same input gives the same text. O(n).
 */
export function scatterPlot({ title, subtitle = '', x, y, series }: ScatterPlot): string {
  const across = dataAxis(
    axisText(x),
    series.map((one) => one.x),
  )
  const upwards = dataAxis(
    axisText(y),
    series.map((one) => one.y),
  )
  const styles = new Map(
    [...seriesStyles(series.map(({ name }) => name))].map(([name, style]) => [
      name,
      { ...style, symbol: 'circle' as const },
    ]),
  )
  const drawn = series.map((one) => ({ name: one.name, ...thinned(one, across, upwards) }))
  const counts = drawn.map(({ name, points, of }) => `${name} (${grouped(points.length)} of ${grouped(of)})`)
  return chartSvg({
    className: 'sdc-scatter',
    title,
    caption: [
      subtitle,
      `One record is drawn in each of ${cells.join(' × ')} cells of the plot that holds any: ${counts.join(', ')}.`,
    ],
    styles,
    x: across,
    y: upwards,
    description: `${axisText(x)} across, ${axisText(y)} upwards; records drawn: ${counts.join(', ')}`,
    marks: drawn.map(({ name, points }) =>
      Plot.line(points, {
        x: ([value]: Point) => value,
        y: ([, value]: Point) => value,
        curve: dots,
        stroke: styles.get(name)?.colour ?? ink,
        strokeWidth: dotWidth,
        strokeLinecap: 'round',
      }),
    ),
  })
}

/** Formats a count as `50,000`. */
function grouped(count: number): string {
  return count.toLocaleString('en-US')
}

/** Returns the first record of every cell, in file order, and the number of records. */
function thinned(
  { x, y }: ScatterSeries,
  across: ChartAxis,
  upwards: ChartAxis,
): { readonly points: readonly Point[]; readonly of: number } {
  const taken = new Uint8Array(cells[0] * cells[1])
  const points: Point[] = []
  let of = 0
  const cellOf = (value: number, [from, to]: readonly [number, number], count: number): number =>
    Math.min(count - 1, Math.floor((count * (value - from)) / (to - from)))
  for (let i = 0; i < x.length; i++) {
    if (!isDrawable(x[i]) || !isDrawable(y[i])) continue
    of++
    const at = cellOf(y[i], upwards.domain, cells[1]) * cells[0] + cellOf(x[i], across.domain, cells[0])
    if (taken[at] === 1) continue
    taken[at] = 1
    points.push([x[i], y[i]])
  }
  return { points, of }
}
