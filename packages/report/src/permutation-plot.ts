import * as Plot from '@observablehq/plot'
import { niceStep, shortNumber } from './axes.js'
import { legendMarks } from './legend-marks.js'
import { legendEntries } from './legend.js'
import { ink, margins, width } from './looks.js'
import { pixels } from './pixels.js'
import { seriesStyles } from './series-style.js'
import { finishedSvg, newDocument, type SvgElement } from './svg-document.js'
import { clean } from './text.js'

/** The permutation distances of one column, or of one masked file. */
export interface PermutationSeries {
  readonly name: string
  /** In ranks, in any order; missing ones (NaN) are left out. */
  readonly distance: Float64Array
}

export interface PermutationPlot {
  readonly title: string
  readonly subtitle?: string | undefined
  readonly series: readonly PermutationSeries[]
}

type Point = readonly [share: number, distance: number]

const height = 560
/** Where along a line its sign stands. */
const signPlaces: readonly number[] = [0.6, 0.8, 0.95]
/** More points than pixels show nothing more; both ends are kept. */
const mostPoints = 1000

/**
 * How far records moved in rank, as an SVG of 900 × 560 that needs nothing else: for every series its records in the
 * order of their distance across (percent of the records), the distance in ranks upwards. The form of the figures of
 * Domingo-Ferrer & Muralidhar 2016. The same input gives the same text.
 */
export function permutationPlot({ title, subtitle = '', series }: PermutationPlot): string {
  const curves = series.map(({ name, distance }) => ({ name, points: sortedCurve(distance) }))
  const drawn = curves.filter(({ points }) => points.length > 0)
  const styles = seriesStyles(curves.map(({ name }) => name))
  const legend = legendEntries(
    [],
    styles,
    false,
    margins.left - 10,
    subtitle === '' ? 44 : 64,
    width - margins.left - margins.right,
  )
  const most = Math.max(1, ...drawn.flatMap(({ points }) => points.map(([, distance]) => distance)))
  const step = Math.max(1, niceStep(most))
  const ticks = Array.from({ length: Math.floor((most * 1.04) / step) + 1 }, (_, i) => i * step)
  const document = newDocument()
  const words = (text: string, y: number, fontSize: number, fontWeight: 'bold' | 'normal'): Plot.Markish =>
    Plot.text([text], {
      x: pixels(() => margins.left - 10),
      y: pixels(() => y),
      text: (one: string) => one,
      textAnchor: 'start',
      fontSize,
      fontWeight,
      fill: ink,
    })
  const svg: SvgElement = Plot.plot({
    document,
    width,
    height,
    marginLeft: margins.left,
    marginRight: margins.right,
    marginTop: legend.bottom + margins.top,
    marginBottom: margins.bottom,
    className: 'sdc-permutation',
    style: { color: ink, fontFamily: 'sans-serif', fontSize: '12px', background: 'white' },
    x: { domain: [0, 100], label: null, axis: null },
    y: { domain: [0, most * 1.04], label: null, axis: null },
    marks: [
      Plot.rect([0], {
        x1: pixels(() => 0),
        x2: pixels(() => width),
        y1: pixels(() => 0),
        y2: pixels(() => height),
        fill: 'white',
      }),
      Plot.gridX([0, 20, 40, 60, 80, 100], { stroke: '#000000', strokeOpacity: 0.07 }),
      Plot.gridY(ticks, { stroke: '#000000', strokeOpacity: 0.07 }),
      Plot.axisX([0, 20, 40, 60, 80, 100], { tickSize: 4, fontSize: 12, label: null }),
      Plot.axisY(ticks, { tickSize: 4, fontSize: 12, text: shortNumber, label: null }),
      Plot.frame({ stroke: '#888888' }),
      ...drawn.flatMap(({ name, points }) => {
        const { colour = ink, symbol = 'circle' } = styles.get(name) ?? {}
        const at = {
          x: ([share]: Point) => share,
          y: ([, distance]: Point) => distance,
          stroke: colour,
        }
        // Colours come again after seven series: the signs of the legend stand on the lines, too.
        const marked = signPlaces.map((place) => points[Math.round(place * (points.length - 1))])
        return [Plot.line(points, { ...at, strokeWidth: 1.8 }), Plot.dot(marked, { ...at, symbol, r: 4, fill: colour })]
      }),
      ...legendMarks(legend.entries),
      words(clean(title), 26, 18, 'bold'),
      words(clean(subtitle), 47, 12.5, 'normal'),
      Plot.text(['records in the order of their distance (%)'], {
        x: pixels(() => (margins.left + width - margins.right) / 2),
        y: pixels(() => height - 18),
        text: (one: string) => one,
        fontSize: 13,
        fill: ink,
      }),
      Plot.text(['permutation distance (ranks)'], {
        x: pixels(() => 20),
        y: pixels(() => (legend.bottom + margins.top + height - margins.bottom) / 2),
        text: (one: string) => one,
        rotate: -90,
        fontSize: 13,
        fill: ink,
      }),
    ],
  })
  const described = drawn.map(({ name, points }) => `${name}: up to ${shortNumber(points[points.length - 1][1])} ranks`)
  return finishedSvg(svg, document, title, described.join('; '))
}

/** Sorted distances with the share of the records up to each, thinned evenly to what can be seen. */
function sortedCurve(distance: Float64Array): Point[] {
  const sorted = distance.filter((one) => Number.isFinite(one)).sort()
  const n = sorted.length
  if (n === 0) return []
  const shown = Math.min(n, mostPoints)
  return Array.from({ length: shown }, (_, i) => {
    const at = shown === 1 ? 0 : Math.round((i * (n - 1)) / (shown - 1))
    return [n === 1 ? 100 : (100 * at) / (n - 1), sorted[at]] as const
  })
}
