import {
  brokenLines,
  countText,
  placeLabels,
  pointTitle,
  textWidth,
  type Box,
  type LabelRequest,
  type Measured,
  type Place,
  type PlacedLabel,
} from '@sdc/report/looks'
import type { DrawnPoint, Line } from './drawn-map.js'

/** Most labels, since placing them takes time by their number and that of the points. */
const MOST_LABELLED = 24
const MOST_COUNTED = 24
/** Most letters in a line of a name, and lines of a name. */
const LETTERS = 26
const LINES = 3
const SIZE = 11
const RING = 11

/** A candidate without room for its name. */
export interface Unnamed {
  /** Text next to its sign: its rank in the list, or a letter. */
  readonly mark: string
  readonly drawn: DrawnPoint
}

interface LabelInput {
  readonly points: readonly DrawnPoint[]
  readonly front: readonly Measured[]
  readonly places: readonly Place[]
  readonly limits: readonly Line[]
  readonly independent: readonly Line[]
  readonly chosen: string | undefined
  readonly frame: Box
}

/**
 * Places labels next to points: the names of the chosen candidate and of those on the front and in the list, or a mark
 * if a name has no room. Places shared by several points get their number.
 *
 * @param input - The points within the picture, and the other elements.
 * @returns The labels, and the candidates with a mark instead of a name.
 */
export function labelsOf({ points, front, places, limits, independent, chosen, frame }: LabelInput): {
  readonly words: readonly PlacedLabel[]
  readonly unnamed: readonly Unnamed[]
} {
  const isChosen = ({ point }: DrawnPoint): boolean => point.label === chosen
  const dots = points.map((drawn) => around(drawn.x, drawn.y, isChosen(drawn) ? RING : 6))
  const taken = [...dots, ...limits.map(textBox), ...independent.map(startBox)]
  const fronts = new Set(front.map(({ at }) => at))
  const listed = points
    .filter((drawn) => !isChosen(drawn) && drawn.point.place !== undefined)
    .sort((a, b) => (a.point.place ?? 0) - (b.point.place ?? 0))
  const others = oneAPlace(
    points.filter((drawn) => !isChosen(drawn) && drawn.point.place === undefined && fronts.has(drawn.point.at)),
  ).sort((a, b) => a.x - b.x)
  const marked = [
    ...listed.map((drawn): Unnamed => ({ mark: String(drawn.point.place), drawn })),
    ...others.slice(0, MOST_LABELLED).map((drawn, i): Unnamed => ({ mark: letterAt(i), drawn })),
  ]
  const required = [
    ...points.filter(isChosen).slice(0, 1).map(chosenRequest),
    ...places.slice(0, MOST_COUNTED).map(countRequest),
  ]
  const first = placeLabels(required, taken, [], frame)
  const named = placeLabels(
    marked.map(({ mark, drawn }) => nameRequest(drawn, drawn.point.place === undefined ? '' : `${mark} `)),
    [...taken, ...first.map(({ box }) => box)],
    [],
    frame,
  )
  const hasName = new Set(named.flatMap(({ request }) => request.of))
  const unnamed = marked.filter(({ drawn }) => !hasName.has(drawn.point.at))
  const marks = placeLabels(
    unnamed.map(({ mark, drawn }) => markRequest(mark, drawn)),
    [...taken, ...first.map(({ box }) => box), ...named.map(({ box }) => box)],
    [],
    frame,
  )
  return {
    words: [...first, ...named, ...marks],
    unnamed: unnamed.filter(({ drawn }) => drawn.point.place === undefined),
  }
}

/** Returns `a`, `b`, … `z`, `aa`, … */
function letterAt(i: number): string {
  return i < 26 ? String.fromCodePoint(97 + i) : letterAt(Math.floor(i / 26) - 1) + letterAt(i % 26)
}

/** Returns the first point of each place. */
function oneAPlace(points: readonly DrawnPoint[]): DrawnPoint[] {
  return [...new Map([...points].reverse().map((drawn) => [`${drawn.x} ${drawn.y}`, drawn])).values()].reverse()
}

const plain = { size: SIZE, radius: 6, required: false, bold: false, colour: '', isCount: false } as const

/** Breaks a name into a few lines; a longer one is cut. */
function nameLines(text: string): string {
  const lines = brokenLines(text, LETTERS)
  return lines.length <= LINES ? lines.join('\n') : `${lines.slice(0, LINES).join('\n')} …`
}

function chosenRequest({ point, x, y }: DrawnPoint): LabelRequest {
  const text = nameLines(`chosen: ${pointTitle(point)}`)
  return { ...plain, text, x, y, size: 12.5, radius: RING, required: true, bold: true, of: [point.at] }
}

function nameRequest({ point, x, y }: DrawnPoint, before: string): LabelRequest {
  return { ...plain, text: nameLines(`${before}${pointTitle(point)}`), x, y, of: [point.at] }
}

/** Returns the request for a mark next to a sign. */
function markRequest(mark: string, { point, x, y }: DrawnPoint): LabelRequest {
  return { ...plain, text: mark, x, y, required: true, bold: true, of: [point.at] }
}

function countRequest(place: Place): LabelRequest {
  const of = place.points.map(({ at }) => at)
  return { ...plain, text: countText(place), x: place.x, y: place.y, size: 10, required: true, isCount: true, of }
}

/** Returns the box of a line's text: above its right end, or at the top of an upright line. */
function textBox({ text, x1, x2, y1, y2 }: Line): Box {
  const width = textWidth(text, 12)
  const right = Math.max(x1, x2) - 4
  const bottom = x1 === x2 ? y2 + 18 : y1 - 2
  return { left: right - width, right, top: bottom - 16, bottom }
}

/** Returns the box of the text above the left end of a line. */
function startBox({ text, x1, y1 }: Line): Box {
  return { left: x1 + 4, right: x1 + 4 + textWidth(text, 12), top: y1 - 17, bottom: y1 - 1 }
}

function around(x: number, y: number, by: number): Box {
  return { left: x - by, right: x + by, top: y - by, bottom: y + by }
}
