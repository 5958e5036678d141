import {
  brokenLines,
  countText,
  placeLabels,
  textWidth,
  type Box,
  type LabelRequest,
  type Measured,
  type Place,
  type PlacedLabel,
} from '@sdc/report/looks'
import type { DrawnPoint, Line } from './drawn-map.js'

/** Labels take time by their number and that of the points: the front's first so many have one. */
const MOST_LABELLED = 24
const MOST_COUNTED = 24
/** A label's letters; the chosen candidate's name is broken into lines of at most so many. */
const LETTERS = 26
const SIZE = 11
const RING = 11

/**
 * What is written beside points: the whole name of the chosen one, how many points share a place, and the parameters of the
 * front, as far as there is room.
 */
export function labelsOf(
  points: readonly DrawnPoint[],
  front: readonly Measured[],
  places: readonly Place[],
  limits: readonly Line[],
  chosen: string | undefined,
  frame: Box,
): readonly PlacedLabel[] {
  const byPlace = new Map(points.map((drawn) => [drawn.point.at, drawn] as const))
  const isChosen = ({ point }: DrawnPoint): boolean => point.label === chosen
  const dots = points.map((drawn) => around(drawn.x, drawn.y, isChosen(drawn) ? RING : 6))
  const listed = points.filter((drawn) => !isChosen(drawn) && drawn.point.place !== undefined)
  const fronts = front.slice(0, MOST_LABELLED).flatMap(({ at }) => byPlace.get(at) ?? [])
  const words = limits.map(limitBox)
  const requests: LabelRequest[] = [
    ...points.filter(isChosen).slice(0, 1).map(chosenRequest),
    ...listed.map(numberRequest),
    ...places.slice(0, MOST_COUNTED).map(countRequest),
    ...oneAPlace(
      fronts.filter((drawn) => !isChosen(drawn) && drawn.point.place === undefined && drawn.point.parameter !== ''),
    ).map(parameterRequest),
  ]
  return placeLabels(requests, [...dots, ...words], [], frame)
}

/** Of points in one place, the first. */
function oneAPlace(points: readonly DrawnPoint[]): readonly DrawnPoint[] {
  return [...new Map([...points].reverse().map((drawn) => [`${drawn.x} ${drawn.y}`, drawn])).values()].reverse()
}

function chosenRequest({ point, x, y }: DrawnPoint): LabelRequest {
  const lines = brokenLines(point.name ?? point.label, LETTERS).slice(0, 4)
  const look = { size: 12.5, radius: RING, required: true, bold: true, colour: '', isCount: false }
  return { text: lines.join('\n'), x, y, ...look, of: [point.at] }
}

/** The place of a listed plan, next to its sign. */
function numberRequest({ point, x, y }: DrawnPoint): LabelRequest {
  const look = { size: SIZE, radius: 6, required: true, bold: true, colour: '', isCount: false }
  return { text: String(point.place), x, y, ...look, of: [point.at] }
}

function countRequest(place: Place): LabelRequest {
  const look = { size: 10, radius: 6, required: true, bold: false, colour: '', isCount: true }
  return { text: countText(place), x: place.x, y: place.y, ...look, of: place.points.map(({ at }) => at) }
}

function parameterRequest({ point, x, y }: DrawnPoint): LabelRequest {
  // On the page a point says its name when it is come to: a few letters are enough here.
  const values = point.parameter.replace(/[^,=]* = /g, '').trim()
  const text = values.length > 10 ? `${values.slice(0, 9)}…` : values
  const look = { size: SIZE, radius: 6, required: false, bold: false, colour: '', isCount: false }
  return { text, x, y, ...look, of: [point.at] }
}

/** Where the text of a limit stands: above its right end, or at the top of an upright one. */
function limitBox({ text, x1, x2, y1, y2 }: Line): Box {
  const width = textWidth(text, 12)
  const right = Math.max(x1, x2) - 4
  const bottom = x1 === x2 ? y2 + 18 : y1 - 2
  return { left: right - width, right, top: bottom - 16, bottom }
}

function around(x: number, y: number, by: number): Box {
  return { left: x - by, right: x + by, top: y - by, bottom: y + by }
}
