import * as Plot from '@observablehq/plot'
import { lossScale, riskScale, shortNumber, type MapScale } from '../chart/axes.js'
import { chosenSize, leastHeight, leastPlot, margins, width } from '../chart/looks.js'
import { drawnSvg } from '../chart/drawn-svg.js'
import { pixels } from '../chart/pixels.js'
import type { SvgDocument, SvgElement } from '../chart/svg-document.js'
import { frameColour, gridColour, ground } from '../colour/theme.js'
import { brokenLines } from '../text.js'
import { isoBoxes, isoLines } from './iso-score.js'
import { legendEntries } from './legend.js'
import { legendMarks } from './legend-marks.js'
import { limitMarks } from './limit-marks.js'
import { mapLabels } from './map-labels.js'
import { mapMarks } from './map-marks.js'
import type { Measured, RiskUtilityMap } from './points/map-types.js'
import { listedOf, measuredOf, paretoSteps } from './points/measured.js'
import { placeNotes } from './points/place-notes.js'
import type { PlacedLabel } from './points/place-labels.js'
import { sharedPlaces } from './points/places.js'
import { pointTexts } from './points/point-text.js'
import { methodStyles, type SeriesStyle } from './points/series-style.js'
import { headingOf, noHeading, lettersOf, noteLine, noteSize, wordMarks } from './word-marks.js'

/**
 * Draws the risk–utility map as a self-contained SVG of 900 × 640, higher with a long legend: x is information loss, y
 * disclosure risk. Points without both values are left out; the subtitle counts them. The same map gives the same text, in
 * Node and in a browser. Colours adapt to light and dark screens. O(points²), for the labels.
 *
 * @param map - Axes and points.
 * @param document - Document for drawing; by default a new one that needs no browser.
 * @returns The text of the SVG.
 */
export function riskUtilityMap(map: RiskUtilityMap, document?: SvgDocument): string {
  return drawnMap(map, document).svg.outerHTML
}

/** A drawn map, with its data for a page. */
export interface DrawnMap {
  /** The picture; every sign has the indexes of its points in `data-of`. */
  readonly svg: SvgElement
  /** The listed points or, without any, the chosen one and the front, from the least loss on. */
  readonly listed: readonly Measured[]
  readonly points: readonly Measured[]
  readonly styles: ReadonlyMap<string, SeriesStyle>
  /** Lines of the tooltip of each point, by index. */
  readonly texts: ReadonlyMap<number, readonly string[]>
}

/** Returns the map as an element, with its data for a page; a bare map has no title and no subtitle. */
export function drawnMap(map: RiskUtilityMap, document?: SvgDocument, isBare = false): DrawnMap {
  const points = measuredOf(map.points)
  const styles = methodStyles(map.points.map(({ series }) => series))
  const heading = isBare ? noHeading : headingOf(map, points.length)
  const legendLeft = margins.left - 10
  const legend = legendEntries(points, styles, map, legendLeft, heading.bottom, width - margins.right - legendLeft)
  const top = legend.bottom + margins.top
  // A long legend does not make the plot small.
  const bottom = Math.max(leastHeight - margins.bottom, top + leastPlot)
  const frame = { left: margins.left, right: width - margins.right, top, bottom }
  const x = lossScale(points, [frame.left, frame.right], map.loss.limit)
  const y = riskScale(points, [frame.bottom, frame.top], map.risk.limit)
  const places = sharedPlaces(points, x, y)
  const front = paretoSteps(points, map)
  const texts = pointTexts(points, places, map)
  const inside = { ...frame, left: frame.left + 2, right: frame.right - 2 }
  const iso = isoLines(map, x, y)
  const labels = mapLabels(points, styles, front, places, isoBoxes(iso, x, y), x, y, inside)
  const notes = [
    ...longName(points, labels),
    ...(isBare ? [] : listNotes(points, map)),
    ...placeNotes(places, lettersOf(noteSize)),
  ]
  const height = bottom + margins.bottom + (notes.length > 0 ? noteLine * notes.length + 8 : 0)
  const options: Plot.PlotOptions = {
    width,
    height,
    marginLeft: frame.left,
    marginRight: margins.right,
    marginTop: frame.top,
    marginBottom: height - frame.bottom,
    className: 'sdc-map',
    x: { type: x.type, domain: x.domain, range: x.range, axis: null },
    y: { type: 'linear', domain: y.domain, range: y.range, axis: null },
    marks: [
      Plot.rect([0], {
        x1: pixels(() => 0),
        x2: pixels(() => width),
        y1: pixels(() => 0),
        y2: pixels(() => height),
        fill: ground,
      }),
      ...axisMarks(x, y),
      ...limitMarks(map, x, y, frame),
      ...mapMarks(points, styles, x, iso, labels, map, texts),
      ...legendMarks(legend.entries),
      ...wordMarks(map, heading, notes, points.length, x, frame),
    ],
  }
  const svg = drawnSvg({ title: map.title, description: described(map, points), options }, document)
  const listed = listedOf(points)
  const chosen = points.filter((point) => point.chosen && !point.pareto)
  return { svg, listed: listed.length > 0 ? listed : [...chosen, ...front], points, styles, texts }
}

function axisMarks(x: MapScale, y: MapScale): Plot.Markish[] {
  const look = { tickSize: 4, fontSize: 12 }
  return [
    Plot.gridX(x.ticks, { stroke: gridColour, strokeOpacity: 1 }),
    Plot.gridY(y.ticks, { stroke: gridColour, strokeOpacity: 1 }),
    Plot.axisX(x.ticks, { ...look, text: (tick: number) => x.text(tick), label: null }),
    Plot.axisY(y.ticks, { ...look, text: (tick: number) => y.text(tick), label: null }),
    Plot.frame({ stroke: frameColour }),
  ]
}

/** Returns the names of the listed plans, except the chosen one, which is named in the plot. */
function listNotes(points: readonly Measured[], { listed = '' }: RiskUtilityMap): readonly string[] {
  const others = listedOf(points).filter(({ chosen }) => !chosen)
  const named = others.map(({ place, label }) => `${place} ${label}`).join('; ')
  return others.length === 0 ? [] : brokenLines(`${listed}: ${named}`, lettersOf(noteSize))
}

/** Returns the names of chosen candidates without room in the plot, in lines. */
function longName(points: readonly Measured[], labels: readonly PlacedLabel[]): readonly string[] {
  const letters = lettersOf(noteSize)
  return points.flatMap(({ chosen, label, at }) => {
    const own = labels.find(({ request }) => request.size === chosenSize && request.of.includes(at))
    const isWhole = own && own.request.text !== 'chosen: see below'
    return chosen && !isWhole ? brokenLines(`chosen: ${label}`, letters) : []
  })
}

function described(map: RiskUtilityMap, points: readonly Measured[]): string {
  const value = (point: Measured): string =>
    `${point.label} (loss ${shortNumber(point.loss)}, risk ${shortNumber(point.risk)})`
  const chosen = points.filter((point) => point.chosen).map(value)
  const barred = points.filter((point) => point.barred)
  const front = paretoSteps(points, map).map(value)
  return [
    `Scatter plot of ${points.length} of ${map.points.length} masked files:`,
    `${map.loss.label} across, ${map.risk.label} upwards.`,
    front.length > 0 ? `Pareto front: ${front.join('; ')}.` : '',
    barred.length > 0 ? `Crossed out (${map.barred ?? 'cannot be chosen'}): ${barred.length}.` : '',
    ...[map.risk, map.loss].map(({ label, limit, unit, better }) =>
      limit === undefined
        ? ''
        : `Limit of ${label}: at ${better === 'lower' ? 'most' : 'least'} ${shortNumber(limit)} ${unit}.`,
    ),
    chosen.length > 0 ? `Chosen: ${chosen.join('; ')}.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}
