import * as Plot from '@observablehq/plot'
import { linearTicks, niceStep, shortNumber } from '../chart/axes.js'
import { chartSvg } from './chart.js'
import { shapeOf } from '../colour/shapes.js'
import { ink } from '../colour/theme.js'
import { seriesStyles } from '../map/points/series-style.js'

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

/**
 * Places of the signs along the line of the last series. The signs of other series are shifted, so that lines that
 * coincide show all.
 */
const signPlaces: readonly number[] = [0.45, 0.7, 0.95]
/** Greatest shift of the signs of a series. */
const SPREAD = 0.2
/** Most points of a line; more would not be visible. Both ends are kept. */
const mostPoints = 1000

/**
 * Draws the distances by which records moved in rank, as a self-contained SVG of 900 × 560, higher with a long legend. x is
 * the share of records, sorted by distance; y is the distance in ranks, as in the figures of Domingo-Ferrer & Muralidhar
 * 2016. The same input gives the same text.
 */
export function permutationPlot({ title, subtitle = '', series }: PermutationPlot): string {
  const curves = series.map(({ name, distance }) => ({ name, points: sortedCurve(distance) }))
  const drawn = curves.filter(({ points }) => points.length > 0)
  const styles = seriesStyles(curves.map(({ name }) => name))
  const most = Math.max(1, ...drawn.flatMap(({ points }) => points.map(([, distance]) => distance)))
  const distances = [0, most * 1.04] as const
  const described = drawn.map(({ name, points }) => `${name}: up to ${shortNumber(points[points.length - 1][1])} ranks`)
  return chartSvg({
    className: 'sdc-permutation',
    title,
    caption: [subtitle],
    styles,
    x: {
      label: 'records in the order of their distance (%)',
      domain: [0, 100],
      ticks: [0, 20, 40, 60, 80, 100],
    },
    y: {
      label: 'permutation distance (ranks)',
      domain: distances,
      ticks: linearTicks(distances, Math.max(1, niceStep(most))),
    },
    description: described.join('; '),
    marks: drawn.flatMap(({ name, points }, s) => {
      const { colour = ink, symbol = 'circle' } = styles.get(name) ?? {}
      const at = {
        x: ([share]: Point) => share,
        y: ([, distance]: Point) => distance,
        stroke: colour,
      }
      // Colours repeat after twelve series, so the signs of the legend are on the lines as well.
      const before = (SPREAD * (drawn.length - 1 - s)) / drawn.length
      const marked = signPlaces.map((place) => points[Math.round((place - before) * (points.length - 1))])
      return [
        Plot.line(points, { ...at, strokeWidth: 1.8 }),
        Plot.dot(marked, { ...at, symbol: shapeOf(symbol), r: 4, fill: colour }),
      ]
    }),
  })
}

/** Returns the sorted distances with the share of records up to each, thinned evenly to the visible number. */
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
