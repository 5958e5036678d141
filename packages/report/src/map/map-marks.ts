import * as Plot from '@observablehq/plot'
import { isDrawable, shortNumber, type MapScale } from '../chart/axes.js'
import type { IsoLine } from './iso-score.js'
import { chosenSize, dotRadius, ink, labelSize, ringRadius } from '../chart/looks.js'
import type { CloudPoint, MapPoint, Measured, RiskUtilityMap } from './map-types.js'
import { limitColour } from './limit-marks.js'
import { pixels } from '../chart/pixels.js'
import type { PlacedLabel } from './place-labels.js'
import type { SeriesStyle } from './series-style.js'
import { clean } from '../text.js'

export function isMeasured(point: MapPoint): point is Measured {
  return isDrawable(point.risk) && isDrawable(point.loss)
}

/** What is drawn within the frame, from the bottom upwards: score lines, ranges, series, front, points, labels. */
export function mapMarks(
  points: readonly Measured[],
  styles: ReadonlyMap<string, SeriesStyle>,
  x: MapScale,
  iso: readonly IsoLine[],
  labels: readonly PlacedLabel[],
  map: RiskUtilityMap,
): Plot.Markish[] {
  const colour = (point: Measured): string => styles.get(point.series)?.colour ?? ink
  // Before and after are told apart only where some are after.
  const someAfter = points.some(({ reverseMapped }) => reverseMapped)
  const hollow = (point: Measured): boolean => someAfter && !point.reverseMapped
  const loss = (point: Measured): number => x.place(point.loss)
  const at = { x: loss, y: 'risk' }
  const dots = {
    ...at,
    symbol: (point: Measured) => styles.get(point.series)?.symbol ?? 'circle',
    r: dotRadius,
    strokeWidth: 1.6,
  }
  const title = (point: Measured): string => tooltip(point, map)
  const range = { stroke: colour, strokeOpacity: 0.55, strokeWidth: 1.2 }
  const path = {
    ...at,
    z: (point: Measured) => JSON.stringify([point.series, point.reverseMapped]),
    stroke: colour,
    strokeWidth: 1,
    strokeOpacity: 0.55,
  }
  const text = {
    x: pixels<PlacedLabel>('x'),
    y: pixels<PlacedLabel>('y'),
    text: ({ request }: PlacedLabel) => request.text,
    fill: ({ request }: PlacedLabel) => request.colour,
    stroke: 'white',
    strokeWidth: 3,
  } as const

  return [
    ...iso.map((line) =>
      Plot.line(line.points, {
        x: ([value]) => value,
        y: ([, value]) => value,
        stroke: '#999999',
        strokeDasharray: '2,4',
      }),
    ),
    Plot.text(
      iso.filter(({ labelled }) => labelled),
      {
        x: ({ points: along }: IsoLine) => along[0][0],
        y: ({ points: along }: IsoLine) => along[0][1],
        text: 'label',
        textAnchor: 'start',
        dx: 30,
        dy: 6,
        fontSize: 10,
        fill: '#777777',
        stroke: 'white',
        strokeWidth: 3,
      },
    ),
    Plot.ruleX(
      points.filter((point) => isRange(point.riskRange)),
      { x: loss, y1: low('riskRange'), y2: high('riskRange'), ...range },
    ),
    Plot.ruleY(
      points.filter((point) => isRange(point.lossRange)),
      {
        y: 'risk',
        x1: (point: Measured) => x.place(low('lossRange')(point)),
        x2: (point: Measured) => x.place(high('lossRange')(point)),
        ...range,
      },
    ),
    Plot.line(
      points.filter((point) => !hollow(point)),
      path,
    ),
    Plot.line(points.filter(hollow), { ...path, strokeDasharray: '4,3' }),
    Plot.line(paretoSteps(points, map), { ...at, curve: 'step-after', stroke: ink, strokeWidth: 1.6 }),
    Plot.dot(upwards(points, hollow), {
      ...dots,
      fill: (point: Measured) => (hollow(point) ? 'white' : colour(point)),
      stroke: colour,
      opacity: (point: Measured) => (point.barred ? 0.5 : 1),
      title,
    }),
    Plot.dot(
      points.filter(({ barred }) => barred),
      { ...at, symbol: 'times', r: dotRadius, stroke: limitColour, strokeWidth: 1.3 },
    ),
    Plot.dot(
      points.filter(({ chosen }) => chosen),
      { ...at, r: ringRadius, fill: 'none', stroke: ink, strokeWidth: 2 },
    ),
    ...(['start', 'middle', 'end'] as const).flatMap((textAnchor) =>
      [false, true].map((bold) =>
        Plot.text(
          labels.filter(({ request, anchor }) => anchor === textAnchor && request.bold === bold),
          {
            ...text,
            textAnchor,
            fontSize: bold ? chosenSize : labelSize,
            fontWeight: bold ? 'bold' : 'normal',
          },
        ),
      ),
    ),
  ]
}

/** Masked files without names: small, grey, below all that has one. */
export function cloudMark(cloud: readonly CloudPoint[], x: MapScale): Plot.Markish {
  return Plot.dot(cloud, {
    x: ({ loss }: CloudPoint) => x.place(loss),
    y: 'risk',
    r: 1.8,
    fill: '#777777',
    fillOpacity: 0.45,
  })
}

/** Hollow points below filled ones, the chosen one above all. */
function upwards(points: readonly Measured[], hollow: (point: Measured) => boolean): readonly Measured[] {
  const level = (point: Measured): number => (point.chosen ? 2 : hollow(point) ? 0 : 1)
  return [...points].sort((a, b) => level(a) - level(b))
}

/** The points of the front, from the least loss (or the greatest, where more is better) on. */
export function paretoSteps(points: readonly Measured[], map: RiskUtilityMap): readonly Measured[] {
  const loss = map.loss.better === 'lower' ? 1 : -1
  const risk = map.risk.better === 'lower' ? 1 : -1
  return points.filter(({ pareto }) => pareto).sort((a, b) => loss * (a.loss - b.loss) || risk * (b.risk - a.risk))
}

export function isRange(range: readonly [number, number] | undefined): range is readonly [number, number] {
  return range !== undefined && range.every(isDrawable) && range[0] < range[1]
}

function low(which: 'riskRange' | 'lossRange'): (point: Measured) => number {
  return (point) => point[which]?.[0] ?? Number.NaN
}

function high(which: 'riskRange' | 'lossRange'): (point: Measured) => number {
  return (point) => point[which]?.[1] ?? Number.NaN
}

function tooltip(point: Measured, map: RiskUtilityMap): string {
  const lines = [
    clean(point.label),
    `${clean(map.loss.label)}: ${shortNumber(point.loss)} ${clean(map.loss.unit)}`,
    `${clean(map.risk.label)}: ${shortNumber(point.risk)} ${clean(map.risk.unit)}`,
  ]
  if (point.pareto) lines.push('on the Pareto front')
  if (point.barred) lines.push(clean(map.barred ?? 'cannot be chosen'))
  if (point.chosen) lines.push('chosen')
  return lines.join('\n')
}
