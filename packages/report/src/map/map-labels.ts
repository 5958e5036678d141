import type { MapScale } from '../chart/axes.js'
import { chosenSize, dotRadius, labelSize, ringRadius } from '../chart/looks.js'
import { ink } from '../colour/theme.js'
import { isRange } from './points/ranges.js'
import type { Measured } from './points/map-types.js'
import { placeLabels, type Box, type LabelRequest, type PlacedLabel } from './points/place-labels.js'
import { countText, type Place } from './points/places.js'
import type { SeriesStyle } from './points/series-style.js'
import { brokenLines, lettersIn, shortened } from '../text.js'

const longestLabel = 24
/** On a map of more points, candidates that cannot be chosen have no parameter label, which would cover the others. */
const MOST_LABELLED = 40
/** Private-use character that stands for a non-breaking space. */
const HELD = '\uE000'
/** Letter size of the counts at places of several points. */
const COUNT_SIZE = 10
/** Most letters in a line of the chosen candidate's name. */
const CHOSEN_LETTERS = 34

/**
 * Places the labels of the points. The chosen candidate gets its full name, other listed plans their numbers, and
 * places of several points their count. The others get their parameters if there is room, the Pareto front first.
 * Points at one place share a label. `front` are the corners of the line of the front, `words` the boxes of text
 * already in the plot.
 */
export function mapLabels(
  points: readonly Measured[],
  styles: ReadonlyMap<string, SeriesStyle>,
  front: readonly Measured[],
  places: readonly Place[],
  words: readonly Box[],
  x: MapScale,
  y: MapScale,
  frame: Box,
): readonly PlacedLabel[] {
  const at = (point: Measured): readonly [number, number] => [x.position(point.loss), y.position(point.risk)]
  const dots = points.map((point) => {
    const [px, py] = at(point)
    return around(px, py, px, py, point.chosen ? ringRadius : dotRadius + 1)
  })
  const rank = (point: Measured): number => (point.chosen ? 0 : point.pareto ? 1 : point.barred ? 3 : 2)
  const chosen = points.filter((point) => point.chosen).map((point) => chosenRequest(point, ...at(point), frame))
  const listed = points.filter((point) => !point.chosen && point.place !== undefined)
  const numbers = listed.map((point) => numberRequest(point, ...at(point)))
  const counts = places.map(countRequest)
  const requests = new Map<string, LabelRequest>()
  const textsAt = new Map<string, readonly string[]>()
  // Array sorting is stable, so points of one rank stay in the order given.
  for (const point of [...points].sort((a, b) => rank(a) - rank(b))) {
    const text = shortened(point.parameter, longestLabel)
    if (point.chosen || point.place !== undefined || text === '' || (point.barred && points.length > MOST_LABELLED))
      continue
    const [px, py] = at(point)
    const key = `${Math.round(px)} ${Math.round(py)}`
    const texts = textsAt.get(key) ?? []
    const held = requests.get(key)
    const of = [...(held?.of ?? []), point.at]
    if (held && texts.includes(text)) {
      requests.set(key, { ...held, of })
      continue
    }
    textsAt.set(key, [...texts, text])
    if (!held) requests.set(key, parameterRequest(point, text, px, py, styles))
    else requests.set(key, { ...held, of, text: shortened([...texts, text].join(', '), longestLabel), colour: ink })
  }
  const lines = [...rangeBoxes(points, x, y), ...stepBoxes(front, x, y)]
  return placeLabels([...chosen, ...numbers, ...counts, ...requests.values()], [...dots, ...words], lines, frame)
}

function parameterRequest(
  { at, series }: Measured,
  text: string,
  x: number,
  y: number,
  styles: ReadonlyMap<string, SeriesStyle>,
): LabelRequest {
  const look = { size: labelSize, radius: dotRadius, required: false, bold: false }
  return { text, x, y, ...look, colour: styles.get(series)?.ink ?? ink, of: [at], isCount: false }
}

/** Returns the label of the chosen candidate: its full name, in as many lines as it takes within half of the frame. */
function chosenRequest({ label, at }: Measured, x: number, y: number, frame: Box): LabelRequest {
  const room = lettersIn((frame.right - frame.left) / 2, chosenSize, true)
  // `name = value` stays on one line.
  const bound = brokenLines(label.replaceAll(' = ', `${HELD}=${HELD}`), Math.min(room, CHOSEN_LETTERS))
  const lines = bound.map((line) => line.replaceAll(HELD, ' '))
  const tallest = Math.floor((frame.bottom - frame.top) / (chosenSize * 1.15))
  // A name that would fill the plot is written below it.
  const text = lines.length > tallest / 2 ? 'chosen: see below' : lines.join('\n')
  const look = { size: chosenSize, radius: ringRadius, required: true, bold: true, colour: ink }
  return { text, x, y, ...look, of: [at], isCount: false }
}

/** Returns the label of a listed plan: its number, next to its sign. */
function numberRequest({ at, place }: Measured, x: number, y: number): LabelRequest {
  const look = { size: labelSize, radius: dotRadius, required: true, bold: true, colour: ink }
  return { text: String(place), x, y, ...look, of: [at], isCount: false }
}

function countRequest(place: Place): LabelRequest {
  const { x, y, points } = place
  const radius = points.some(({ chosen }) => chosen) ? ringRadius : dotRadius
  const look = { size: COUNT_SIZE, radius, required: true, bold: false, colour: ink }
  return { text: countText(place), x, y, ...look, of: points.map(({ at }) => at), isCount: true }
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

/**
 * Returns the boxes of the front's line: across at the risk of a point to the loss of the next one, then up or down.
 */
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
