import * as Plot from '@observablehq/plot'
import { shortNumber } from '../chart/axes.js'
import { frameColour, gridColour, ground, ink } from '../colour/theme.js'
import { legendMarks } from '../map/legend-marks.js'
import { legendEntries } from '../map/legend.js'
import { captionLine, captionSize, margins, width } from '../chart/looks.js'
import { pixels } from '../chart/pixels.js'
import { drawnSvg } from '../chart/drawn-svg.js'
import type { SeriesStyle } from '../map/points/series-style.js'
import type { SvgDocument } from '../chart/svg-document.js'
import { brokenLines, lettersIn } from '../text.js'

export interface ChartAxis {
  /** Name of the axis with its unit. */
  readonly label: string
  readonly domain: readonly [number, number]
  readonly ticks: readonly number[]
  /** Text of a tick; by default the number itself. */
  readonly text?: ((tick: number) => string) | undefined
}

/** A plot of series over two linear axes, without the series themselves. */
export interface Chart {
  readonly className: string
  readonly title: string
  /** Sentences below the title; long ones are broken into lines. */
  readonly caption: readonly string[]
  /** Styles of the series in the legend. */
  readonly styles: ReadonlyMap<string, SeriesStyle>
  readonly x: ChartAxis
  readonly y: ChartAxis
  /** Names of rows, at their places on the y axis, instead of its numbers; the frame begins to their right. */
  readonly rowNames?: { readonly width: number; readonly at: readonly (readonly [place: number, name: string])[] }
  /** Least height of the plot itself, in pixels. */
  readonly plotHeight?: number
  /** Description for readers who cannot see it. */
  readonly description: string
  readonly marks: readonly Plot.Markish[]
}

const leastHeight = 560
const leastChart = 360
const titleSize = 18
const titleLine = 24
const room = width - margins.left - margins.right

/**
 * Returns the chart as a self-contained SVG of 900 × 560, higher if title, caption and legend are long. The same chart
 * gives the same text.
 */
export function chartSvg(chart: Chart, document?: SvgDocument): string {
  const { className, title, caption, styles, x, y, rowNames, plotHeight = leastChart, description, marks } = chart
  const start = margins.left - 10
  const lettersOf = (size: number, bold = false): number => lettersIn(room + 10, size, bold)
  const headings = brokenLines(title, lettersOf(titleSize, true))
  const lines = caption.flatMap((text) => (text === '' ? [] : brokenLines(text, lettersOf(captionSize))))
  const below = 20 + titleLine * headings.length
  const legend = legendEntries([], styles, undefined, start, below + captionLine * lines.length, room)
  const top = legend.bottom + margins.top
  const height = Math.max(leastHeight, top + plotHeight + margins.bottom)
  const frame = {
    left: rowNames?.width ?? margins.left,
    right: width - margins.right,
    top,
    bottom: height - margins.bottom,
  }
  const words = (text: string, left: number, above: number, look: Plot.TextOptions): Plot.Markish =>
    Plot.text([text], { x: pixels(() => left), y: pixels(() => above), text: (one: string) => one, fill: ink, ...look })
  const options: Plot.PlotOptions = {
    width,
    height,
    marginLeft: frame.left,
    marginRight: margins.right,
    marginTop: frame.top,
    marginBottom: margins.bottom,
    className,
    x: { domain: x.domain, label: null, axis: null },
    y: { domain: y.domain, label: null, axis: null },
    marks: [
      Plot.rect([0], {
        x1: pixels(() => 0),
        x2: pixels(() => width),
        y1: pixels(() => 0),
        y2: pixels(() => height),
        fill: ground,
      }),
      Plot.gridX(x.ticks, { stroke: gridColour, strokeOpacity: 1 }),
      Plot.gridY(y.ticks, { stroke: gridColour, strokeOpacity: 1 }),
      Plot.axisX(x.ticks, { tickSize: 4, fontSize: 12, text: x.text ?? shortNumber, label: null }),
      rowNames
        ? Plot.text(rowNames.at, {
            x: pixels(() => frame.left - 8),
            y: ([place]: readonly [number, string]) => place,
            text: ([, name]: readonly [number, string]) => name,
            textAnchor: 'end',
            fontSize: 11,
            fill: ink,
          })
        : Plot.axisY(y.ticks, { tickSize: 4, fontSize: 12, text: shortNumber, label: null }),
      Plot.frame({ stroke: frameColour }),
      ...marks,
      ...legendMarks(legend.entries),
      ...headings.map((line, i) =>
        words(line, start, 26 + titleLine * i, { fontSize: titleSize, fontWeight: 'bold', textAnchor: 'start' }),
      ),
      ...lines.map((line, i) =>
        words(line, start, below + 3 + captionLine * i, { fontSize: captionSize, textAnchor: 'start' }),
      ),
      words(x.label, (frame.left + frame.right) / 2, height - 18, { fontSize: 13 }),
      words(y.label, 20, (frame.top + frame.bottom) / 2, { fontSize: 13, rotate: -90 }),
    ],
  }
  return drawnSvg({ title, description, options }, document).outerHTML
}
