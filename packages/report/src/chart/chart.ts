import * as Plot from '@observablehq/plot'
import { shortNumber } from './axes.js'
import { legendMarks } from '../map/legend-marks.js'
import { legendEntries } from '../map/legend.js'
import { ink, leastPlot, margins, width } from './looks.js'
import { pixels } from './pixels.js'
import type { SeriesStyle } from '../map/series-style.js'
import { finishedSvg, newDocument, type SvgElement } from './svg-document.js'
import { clean, shortened, textWidth } from '../text.js'
import { wrapped } from '../wrapped.js'

export interface ChartAxis {
  /** With its unit. */
  readonly label: string
  readonly domain: readonly [number, number]
  readonly ticks: readonly number[]
}

/** A plot of series over two linear axes: everything but the series themselves. */
export interface Chart {
  readonly className: string
  readonly title: string
  /** Sentences below the title, broken into lines where they are long. */
  readonly caption: readonly string[]
  /** The series of the legend. */
  readonly styles: ReadonlyMap<string, SeriesStyle>
  readonly x: ChartAxis
  readonly y: ChartAxis
  /** Names of rows, at their places of the y axis, instead of its numbers; the frame begins right of them. */
  readonly rowNames?: { readonly width: number; readonly at: readonly (readonly [place: number, name: string])[] }
  /** How high the plot itself is at least. */
  readonly plotHeight?: number
  /** For readers who cannot see it. */
  readonly description: string
  readonly marks: readonly Plot.Markish[]
}

const leastHeight = 560
const captionSize = 12.5
const captionLine = 20
const room = width - margins.left - margins.right

/**
 * The chart as an SVG of 900 × 560, higher where caption and legend are long, that needs nothing else. The same chart
 * gives the same text.
 */
export function chartSvg(chart: Chart): string {
  const { className, title, caption, styles, x, y, rowNames, plotHeight = leastPlot, description, marks } = chart
  const start = margins.left - 10
  const letters = Math.floor((room + 10) / textWidth('x', captionSize))
  const lines = caption.flatMap((text) => (text === '' ? [] : wrapped(clean(text), letters).split('\n')))
  const legend = legendEntries([], styles, undefined, start, 44 + captionLine * lines.length, room)
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
  const document = newDocument()
  const svg: SvgElement = Plot.plot({
    document,
    width,
    height,
    marginLeft: frame.left,
    marginRight: margins.right,
    marginTop: frame.top,
    marginBottom: margins.bottom,
    className,
    style: { color: ink, fontFamily: 'sans-serif', fontSize: '12px', background: 'white' },
    x: { domain: x.domain, label: null, axis: null },
    y: { domain: y.domain, label: null, axis: null },
    marks: [
      Plot.rect([0], {
        x1: pixels(() => 0),
        x2: pixels(() => width),
        y1: pixels(() => 0),
        y2: pixels(() => height),
        fill: 'white',
      }),
      Plot.gridX(x.ticks, { stroke: '#000000', strokeOpacity: 0.07 }),
      Plot.gridY(y.ticks, { stroke: '#000000', strokeOpacity: 0.07 }),
      Plot.axisX(x.ticks, { tickSize: 4, fontSize: 12, text: shortNumber, label: null }),
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
      Plot.frame({ stroke: '#888888' }),
      ...marks,
      ...legendMarks(legend.entries),
      words(shortened(title, 78), start, 26, { fontSize: 18, fontWeight: 'bold', textAnchor: 'start' }),
      ...lines.map((line, i) =>
        words(line, start, 47 + captionLine * i, { fontSize: captionSize, textAnchor: 'start' }),
      ),
      words(x.label, (frame.left + frame.right) / 2, height - 18, { fontSize: 13 }),
      words(y.label, 20, (frame.top + frame.bottom) / 2, { fontSize: 13, rotate: -90 }),
    ],
  })
  return finishedSvg(svg, document, title, description)
}
