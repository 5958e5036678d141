import type { MapScale } from '../chart/axes.js'
import { chosenSize, dotRadius, ink, labelSize, ringRadius } from '../chart/looks.js'
import { isRange } from './map-marks.js'
import type { Measured } from './map-types.js'
import { placeLabels, type Box, type LabelRequest, type PlacedLabel } from './place-labels.js'
import type { SeriesStyle } from './series-style.js'
import { shortened, textWidth } from '../text.js'

const longestLabel = 24

/**
 * The chosen candidate gets its name, the others their parameters as far as there is room, the Pareto front first.
 * Points of one place share a label. `front` are the corners of the front's line.
 */
export function mapLabels(
  points: readonly Measured[],
  styles: ReadonlyMap<string, SeriesStyle>,
  front: readonly Measured[],
  x: MapScale,
  y: MapScale,
  frame: Box,
): readonly PlacedLabel[] {
  const at = (point: Measured): readonly [number, number] => [x.position(point.loss), y.position(point.risk)]
  const dots = points.map((point) => {
    const [px, py] = at(point)
    return around(px, py, px, py, point.chosen ? ringRadius : dotRadius + 1)
  })
  const rank = (point: Measured): number => (point.chosen ? 0 : point.pareto ? 1 : 2)
  const requests = new Map<string, LabelRequest>()
  const textsAt = new Map<string, readonly string[]>()
  // Array sorting is stable, so points of one rank stay in the order given.
  for (const point of [...points].sort((a, b) => rank(a) - rank(b))) {
    const [px, py] = at(point)
    const text = point.chosen ? chosenText(point, frame) : shortened(point.parameter, longestLabel)
    const key = `${point.chosen} ${Math.round(px)} ${Math.round(py)}`
    const texts = textsAt.get(key) ?? []
    if (text === '' || texts.includes(text)) continue
    textsAt.set(key, [...texts, text])
    const held = requests.get(key)
    if (!held) requests.set(key, requestAt(point, text, px, py, styles))
    else requests.set(key, { ...held, text: shortened([...texts, text].join(', '), longestLabel), colour: ink })
  }
  return placeLabels([...requests.values()], dots, [...rangeBoxes(points, x, y), ...stepBoxes(front, x, y)], frame)
}

function requestAt(
  { chosen, series }: Measured,
  text: string,
  x: number,
  y: number,
  styles: ReadonlyMap<string, SeriesStyle>,
): LabelRequest {
  if (chosen) return { text, x, y, size: chosenSize, radius: ringRadius, required: true, bold: true, colour: ink }
  return {
    text,
    x,
    y,
    size: labelSize,
    radius: dotRadius,
    required: false,
    bold: false,
    colour: styles.get(series)?.ink ?? ink,
  }
}

/** At most half as wide as the frame. */
function chosenText(point: Measured, frame: Box): string {
  return shortened(point.label, Math.floor((frame.right - frame.left) / 2 / textWidth('x', chosenSize, true)))
}

function rangeBoxes(points: readonly Measured[], x: MapScale, y: MapScale): Box[] {
  const boxes: Box[] = []
  for (const { loss, risk, lossRange, riskRange } of points) {
    const [px, py] = [x.position(loss), y.position(risk)]
    if (isRange(lossRange)) boxes.push(around(x.position(lossRange[0]), py, x.position(lossRange[1]), py, 1))
    if (isRange(riskRange)) boxes.push(around(px, y.position(riskRange[1]), px, y.position(riskRange[0]), 1))
  }
  return boxes
}

/** The front's line: across at a point's risk to the next one's loss, then up or down. */
function stepBoxes(front: readonly Measured[], x: MapScale, y: MapScale): Box[] {
  return front.slice(1).flatMap((point, i) => {
    const [px, py] = [x.position(front[i].loss), y.position(front[i].risk)]
    const [nx, ny] = [x.position(point.loss), y.position(point.risk)]
    return [
      around(Math.min(px, nx), py, Math.max(px, nx), py, 2),
      around(nx, Math.min(py, ny), nx, Math.max(py, ny), 2),
    ]
  })
}

function around(left: number, top: number, right: number, bottom: number, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}
