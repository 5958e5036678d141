import * as Plot from '@observablehq/plot'
import { linearTicks, niceStep, shortNumber } from '../chart/axes.js'
import { chartSvg } from './chart.js'
import { commonBins, drawableValues, percentages, type Bins } from './common-bins.js'
import { shapeOf } from '../colour/shapes.js'
import { ink } from '../colour/theme.js'
import { seriesStyles } from '../map/points/series-style.js'
import { axisText } from '../text.js'

/** One column of one file. */
export interface DensitySeries {
  readonly name: string
  /** Values in any order; missing ones (NaN) are left out. */
  readonly values: Float64Array
}

export interface DensityPlot {
  readonly title: string
  readonly subtitle?: string | undefined
  /** Name and unit of the values; an empty unit for none. */
  readonly axis: { readonly label: string; readonly unit: string }
  /** The series; the first one is the reference and has a wider line. */
  readonly series: readonly DensitySeries[]
}

type Point = readonly [value: number, percent: number]

const noBins: Bins = { width: 1, first: 0, count: 1 }
/** Smallest percentage beyond the axis that the caption reports. */
const leastTold = 0.05
/** Signs of the legend on every line. */
const signs = 5

/**
 * Draws the distributions of one column in several files as a self-contained SVG of 900 × 560, higher with a long legend:
 * outlines of histograms, the percentage of a series' records in every bin. All series share their bins, and 0 is the edge
 * between two bins. `commonBins` limits the axis for heavy tails; the caption counts the records beyond it. For Figures 1 to
 * 4, 8 and 9 of Muralidhar & Sarathy 2007. The same input gives the same text. O(n log n).
 */
export function densityPlot({ title, subtitle = '', axis, series }: DensityPlot): string {
  const columns = series.map(({ values }) => drawableValues(values))
  const bins = commonBins(columns) ?? noBins
  const lines = series.map(({ name }, s) => ({ name, n: columns[s].length, ...percentages(columns[s], bins) }))
  const drawn = lines.filter(({ n }) => n > 0)
  const styles = seriesStyles(lines.map(({ name }) => name))
  const most = Math.max(0, ...drawn.map(({ inside }) => Math.max(...inside))) || 1
  const edge = (b: number): number => (bins.first + b) * bins.width
  const values = [edge(0), edge(bins.count)] as const
  const percents = [0, most * 1.04] as const
  const unit = axis.unit === '' ? '' : ` ${axis.unit}`
  return chartSvg({
    className: 'sdc-density',
    title,
    caption: [subtitle, beyondTheAxis(drawn)],
    styles,
    x: { label: axisText(axis), domain: values, ticks: linearTicks(values, niceStep(values[1] - values[0])) },
    y: {
      label: `records in a bin of ${shortNumber(bins.width)}${unit} (%)`,
      domain: percents,
      ticks: linearTicks(percents, niceStep(most)),
    },
    description: drawn.map((line) => described(line, bins, unit)).join('; '),
    marks: drawn.flatMap(({ name, inside }, s) => {
      const { colour = ink, symbol = 'circle' } = styles.get(name) ?? {}
      const at = { x: ([value]: Point) => value, y: ([, percent]: Point) => percent, stroke: colour }
      const percentAt = (b: number): number => inside[Math.min(b, inside.length - 1)]
      const outline = Array.from({ length: inside.length + 1 }, (_, b): Point => [edge(b), percentAt(b)])
      const middles = Array.from(inside, (percent, b): Point => [edge(b + 0.5), percent])
      return [
        Plot.line(outline, { ...at, curve: 'step-after', strokeWidth: s === 0 ? 3.2 : 1.6 }),
        Plot.dot(signPoints(middles, s, drawn.length), { ...at, symbol: shapeOf(symbol), r: 4, fill: colour }),
      ]
    }),
  })
}

/** Returns the number of records of each series beyond the axis; empty if there are none. */
function beyondTheAxis(lines: readonly { name: string; below: number; above: number }[]): string {
  if (lines.every(({ below, above }) => below + above === 0)) return ''
  const told = lines.flatMap(({ name, below, above }) => {
    const sides = [
      ...(below >= leastTold ? [`${percentText(below)} below`] : []),
      ...(above >= leastTold ? [`${percentText(above)} above`] : []),
    ]
    return sides.length > 0 ? [`${name} (${sides.join(', ')})`] : []
  })
  const under = `under ${leastTold} % of every series on either side`
  return `Beyond the ends of the axis: ${told.length > 0 ? told.join('; ') : under}.`
}

/**
 * Places signs evenly along the line, shifted from series to series, so that lines that coincide still show all signs.
 */
function signPoints(points: readonly Point[], s: number, series: number): Point[] {
  return Array.from({ length: Math.min(signs, points.length) }, (_, k) => {
    const share = (k + (s + 0.5) / series) / signs
    return points[Math.min(points.length - 1, Math.floor(share * points.length))]
  })
}

function described(line: { name: string; inside: Float64Array }, { first, width }: Bins, unit: string): string {
  const top = Math.max(...line.inside)
  const at = (first + line.inside.indexOf(top)) * width
  return `${line.name}: most records, ${percentText(top)}, from ${shortNumber(at)} to ${shortNumber(at + width)}${unit}`
}

function percentText(percent: number): string {
  return `${shortNumber(Number(percent.toPrecision(2)))} %`
}
