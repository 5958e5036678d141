import * as Plot from '@observablehq/plot'
import { linearTicks, niceStep, shortNumber } from '../chart/axes.js'
import { chartSvg } from './chart.js'
import { stackedSvgs } from '../chart/stacked-svgs.js'
import { shapeOf } from '../colour/shapes.js'
import { ink } from '../colour/theme.js'
import { seriesStyles } from '../map/points/series-style.js'

/** A column and the distribution fitted to it, at the edges of bins. */
export interface FitPlot {
  readonly title: string
  /** Result of the fit: parameters, distance, p-value and how to read it. */
  readonly subtitle: string
  /** Name of the values. */
  readonly axis: string
  /** Name of the distribution. */
  readonly law: string
  /** Edges in ascending order, at least two. */
  readonly edges: Float64Array
  /** Share of the data that is at most each edge. */
  readonly data: Float64Array
  /** Probability of at most each edge under the distribution. */
  readonly expected: Float64Array
}

type Point = readonly [value: number, percent: number]

/**
 * Draws a histogram of the data with the expected shares of the bins, and below it both distribution functions. The
 * result is one self-contained SVG of 900 × 1120, higher if captions are long.
 *
 * @param fit - The column and its distribution.
 * @returns The text of the SVG; the same fit gives the same text. Cost: O(edges).
 */
export function fitPlot(fit: FitPlot): string {
  return stackedSvgs([histogram(fit), distributions(fit)])
}

function histogram({ title, subtitle, axis, law, edges, data, expected }: FitPlot): string {
  const shares = (upTo: Float64Array): Point[] =>
    Array.from(edges.subarray(1), (edge, b): Point => [(edges[b] + edge) / 2, 100 * (upTo[b + 1] - upTo[b])])
  const [observed, wanted] = [shares(data), shares(expected)]
  const most = Math.max(...observed.map(([, percent]) => percent), ...wanted.map(([, percent]) => percent)) || 1
  const width = edges[1] - edges[0]
  const outline = observed.map(([, percent], b): Point => [edges[b], percent])
  const last = outline[outline.length - 1]
  const outside = [100 * data[0], 100 * (1 - data[data.length - 1])]
  const beyond =
    outside[0] + outside[1] === 0
      ? ''
      : `Beyond the ends of the axis: ${shortNumber(outside[0])} % of the records below, ${shortNumber(outside[1])} % above.`
  return chart(
    { title, caption: [subtitle, beyond], axis, label: `records in a bin of ${shortNumber(width)} (%)`, edges, most },
    law,
    [...outline, [edges[edges.length - 1], last[1]]],
    wanted,
    'step-after',
  )
}

function distributions({ title, axis, law, edges, data, expected }: FitPlot): string {
  const points = (upTo: Float64Array): Point[] => Array.from(edges, (edge, b): Point => [edge, 100 * upTo[b]])
  const gap = Math.max(...Array.from(edges, (_, b) => Math.abs(data[b] - expected[b])))
  const caption = `Distribution functions at the edges of the bins: they are at most ${shortNumber(100 * gap)} % apart there.`
  return chart(
    { title, caption: [caption], axis, label: 'records up to a value (%)', edges, most: 100 },
    law,
    points(data),
    points(expected),
    'linear',
  )
}

interface Frame {
  readonly title: string
  readonly caption: readonly string[]
  readonly axis: string
  readonly label: string
  readonly edges: Float64Array
  readonly most: number
}

/** Returns a chart with the data as a wide line and the distribution as a line through points. */
function chart(
  { title, caption, axis, label, edges, most }: Frame,
  law: string,
  data: readonly Point[],
  expected: readonly Point[],
  curve: 'linear' | 'step-after',
): string {
  const names = ['data', law]
  const styles = seriesStyles(names)
  const domain = [edges[0], edges[edges.length - 1]] as const
  const percents = [0, most * 1.04] as const
  const at = { x: ([value]: Point) => value, y: ([, percent]: Point) => percent }
  const colour = (name: string): string => styles.get(name)?.colour ?? ink
  const highest = data.reduce((best, point) => (point[1] > best[1] ? point : best))
  return chartSvg({
    className: 'sdc-fit',
    title,
    caption,
    styles,
    x: { label: axis, domain, ticks: linearTicks(domain, niceStep(domain[1] - domain[0])) },
    y: { label, domain: percents, ticks: linearTicks(percents, niceStep(most)) },
    description: `data and ${law} law of ${axis}; the data reach ${shortNumber(highest[1])} % at ${shortNumber(highest[0])}`,
    marks: [
      Plot.line(data, { ...at, stroke: colour('data'), curve, strokeWidth: 3.2 }),
      Plot.line(expected, { ...at, stroke: colour(law), strokeWidth: 1.6 }),
      Plot.dot(expected, {
        ...at,
        stroke: colour(law),
        fill: colour(law),
        r: 2.5,
        symbol: shapeOf(styles.get(law)?.symbol ?? 'circle'),
      }),
    ],
  })
}
