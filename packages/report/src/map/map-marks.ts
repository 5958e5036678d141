import * as Plot from '@observablehq/plot'
import type { MapScale } from '../chart/axes.js'
import { ISO_SHIFT, ISO_SIZE, type IsoLine } from './iso-score.js'
import { dotRadius, ringRadius } from '../chart/looks.js'
import { shapeOf } from '../colour/shapes.js'
import { grey, ground, ink, soft } from '../colour/theme.js'
import type { Measured, RiskUtilityMap } from './points/map-types.js'
import { joined, paretoSteps, upwards } from './points/measured.js'
import { pixels } from '../chart/pixels.js'
import type { PlacedLabel } from './points/place-labels.js'
import { isRange } from './points/ranges.js'
import type { SeriesStyle } from './points/series-style.js'
import { tagged } from './tagged.js'

/** The cross in the sign of a candidate that cannot be chosen. */
export const crossLook = { symbol: 'times', r: 3, strokeWidth: 1.5, pointerEvents: 'none' } as const

/** Returns the marks within the frame, from the bottom upwards: score lines, ranges, series, front, points, labels. */
export function mapMarks(
  points: readonly Measured[],
  styles: ReadonlyMap<string, SeriesStyle>,
  x: MapScale,
  iso: readonly IsoLine[],
  labels: readonly PlacedLabel[],
  map: RiskUtilityMap,
  texts: ReadonlyMap<number, readonly string[]>,
): Plot.Markish[] {
  const colour = (point: Measured): string => styles.get(point.series)?.colour ?? ink
  const hollow = ({ reverseMapped }: Measured): boolean => reverseMapped
  const loss = (point: Measured): number => x.place(point.loss)
  const at = { x: loss, y: 'risk' }
  const dots = {
    ...at,
    symbol: (point: Measured) => shapeOf(styles.get(point.series)?.symbol ?? 'circle'),
    r: dotRadius,
    strokeWidth: 1.6,
  }
  const title = (point: Measured): string => (texts.get(point.at) ?? []).join('\n')
  const own = ({ at: place }: Measured): readonly number[] => [place]
  const range = { stroke: colour, strokeOpacity: 0.55, strokeWidth: 1.2 }
  const [risky, lossy] = [
    points.filter((point) => isRange(point.riskRange)),
    points.filter((point) => isRange(point.lossRange)),
  ]
  const lines = joined(points, hollow)
  const crossed = points.filter(({ barred }) => barred)
  const chosen = points.filter((point) => point.chosen)
  const above = upwards(points, hollow)
  const text = {
    x: pixels<PlacedLabel>('x'),
    y: pixels<PlacedLabel>('y'),
    text: ({ request }: PlacedLabel) => request.text,
    fill: ({ request }: PlacedLabel) => request.colour,
    stroke: ground,
    strokeWidth: 3,
    lineHeight: 1.15,
  } as const

  return [
    ...iso.map((line) =>
      Plot.line(line.points, {
        x: ([value]) => value,
        y: ([, value]) => value,
        stroke: grey,
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
        dx: ISO_SHIFT[0],
        dy: ISO_SHIFT[1],
        fontSize: ISO_SIZE,
        fill: soft,
        stroke: ground,
        strokeWidth: 3,
      },
    ),
    Plot.ruleX(risky, { x: loss, y1: low('riskRange'), y2: high('riskRange'), ...range, render: tagged(risky, own) }),
    Plot.ruleY(lossy, {
      y: 'risk',
      x1: (point: Measured) => x.place(low('lossRange')(point)),
      x2: (point: Measured) => x.place(high('lossRange')(point)),
      ...range,
      render: tagged(lossy, own),
    }),
    ...lines.map((line) =>
      Plot.line(line, {
        ...at,
        stroke: colour(line[0]),
        strokeWidth: 1,
        strokeOpacity: 0.35,
        ...(hollow(line[0]) ? { strokeDasharray: '4,3' } : {}),
        render: tagged([line], (all) => all.map((point) => point.at)),
      }),
    ),
    Plot.line(paretoSteps(points, map), { ...at, curve: 'step-after', stroke: ink, strokeWidth: 1.6 }),
    Plot.dot(above, {
      ...dots,
      fill: (point: Measured) => (hollow(point) ? ground : colour(point)),
      stroke: colour,
      title,
      render: tagged(above, own, () => 'point'),
    }),
    // Within the sign, so that its shape and colour remain visible.
    ...[false, true].map((isHollow) => {
      const some = crossed.filter((point) => hollow(point) === isHollow)
      return Plot.dot(some, { ...at, ...crossLook, stroke: isHollow ? colour : ground, render: tagged(some, own) })
    }),
    Plot.dot(chosen, {
      ...at,
      r: ringRadius,
      fill: 'none',
      stroke: ink,
      strokeWidth: 2,
      pointerEvents: 'none',
      render: tagged(chosen, own),
    }),
    ...(['start', 'middle', 'end'] as const).flatMap((textAnchor) =>
      [...new Set(labels.map(({ request }) => request.size))].flatMap((fontSize) =>
        [false, true].map((bold) => {
          const some = labels.filter(
            ({ request, anchor }) => anchor === textAnchor && request.bold === bold && request.size === fontSize,
          )
          return Plot.text(some, {
            ...text,
            textAnchor,
            fontSize,
            fontWeight: bold ? 'bold' : 'normal',
            pointerEvents: 'none',
            render: tagged(
              some,
              ({ request }) => request.of,
              ({ request }) => (request.isCount ? 'count' : undefined),
            ),
          })
        }),
      ),
    ),
  ]
}

function low(which: 'riskRange' | 'lossRange'): (point: Measured) => number {
  return (point) => point[which]?.[0] ?? Number.NaN
}

function high(which: 'riskRange' | 'lossRange'): (point: Measured) => number {
  return (point) => point[which]?.[1] ?? Number.NaN
}
