import {
  briefNumber,
  isDrawable,
  isHollow,
  measuredOf,
  methodStyle,
  paretoSteps,
  sharedPlaces,
  signPath,
  type Axis,
  type Box,
  type MapScale,
  type Measured,
  type Place,
  type PlacedLabel,
  type RiskUtilityMap,
} from '@sdc/report/looks'
import type { DrawnPoint, Line } from './drawn-map.js'
import { lossFence } from './loss-fence.js'
import { mapScales, viewOf, type MapScales, type MapView } from './map-view.js'
import { labelsOf, type Unnamed } from './map-words.js'
import { ticksAcross, ticksUp, type Tick } from '../tick-room.js'
import { whiskersOf, type Whiskers } from './whiskers.js'

/** The map of another version of the settings, drawn fainter. */
export interface OtherMap {
  readonly label: string
  readonly map: RiskUtilityMap
}

export interface MapLayout {
  readonly width: number
  readonly height: number
  readonly frame: Box
  readonly across: readonly Tick[]
  readonly up: readonly Tick[]
  /** All candidates, including those outside the picture. */
  readonly points: readonly DrawnPoint[]
  /** Candidates within the picture. */
  readonly inside: readonly DrawnPoint[]
  readonly others: readonly { readonly label: string; readonly points: readonly DrawnPoint[]; readonly front: string }[]
  readonly front: string
  readonly limits: readonly Line[]
  readonly independent: readonly Line[]
  readonly whiskers: readonly Whiskers[]
  readonly words: readonly PlacedLabel[]
  /** Places with several points. */
  readonly places: readonly Place[]
  /** Candidates of the front without room for their names, each with the letter next to its sign. */
  readonly unnamed: readonly Unnamed[]
  readonly scales: MapScales
  /** The part that shows everything. */
  readonly everything: MapView
  /** True if all candidates and limits are within the picture. */
  readonly isWhole: boolean
}

/** Radius of a circle with the area of a sign. */
export const signRadius = 5.2
/** Size of the letters of axes and labels. */
export const letters = 12

const margins = { left: 46, right: 14, top: 14, bottom: 34 } as const

/** Options of a layout. */
export interface LayoutOptions {
  /** Label of the chosen candidate; its full name is written next to it. */
  readonly chosen?: string | undefined
  /** True to show all candidates and limits, including those far from the rest. */
  readonly whole?: boolean | undefined
  /** Part of the map to show; it takes precedence over `whole`. */
  readonly view?: MapView | undefined
}

/**
 * Computes the positions of everything on a map.
 *
 * @param map - The map.
 * @param others - Maps of other versions on the same axes.
 * @param width - Width in pixels.
 * @param options - The chosen candidate, and the part to show.
 * @returns The positions.
 */
export function mapLayout(
  map: RiskUtilityMap,
  others: readonly OtherMap[],
  width: number,
  { chosen, whole = false, view }: LayoutOptions = {},
): MapLayout {
  const height = Math.round(Math.max(300, Math.min(540, width * 0.68)))
  const frame = { left: margins.left, top: margins.top, right: width - margins.right, bottom: height - margins.bottom }
  const ranges = { x: [frame.left, frame.right], y: [frame.bottom, frame.top] } as const
  const measured = measuredOf(map.points)
  const otherPoints = others.map(({ map: other }) => measuredOf(other.points))
  const all = [...measured, ...otherPoints.flat()]
  const everything = mapScales(map, all, ranges, undefined)
  const near = whole ? everything : nearScales(map, all, ranges, chosen)
  const scales = view === undefined ? near : mapScales(map, all, ranges, view)
  const { x, y } = scales
  const points = drawn(measured, x, y)
  const inside = points.filter(isWithin(frame))
  const front = paretoSteps(measured, map)
  const limits = [...limitLine(map.risk, y, frame, true), ...limitLine(map.loss, x, frame, false)]
  const independent = independentLine(map.risk, y, frame)
  const places = sharedPlaces(
    inside.map(({ point }) => point),
    x,
    y,
  )
  const { words, unnamed } = labelsOf({ points: inside, front, places, limits, independent, chosen, frame })
  return {
    width,
    height,
    frame,
    scales,
    everything: viewOf(everything),
    across: ticksAcross(x, letters),
    up: ticksUp(y, letters),
    points,
    inside,
    others: others.map(({ label, map: other }, i) => ({
      label,
      points: drawn(otherPoints[i], x, y).filter(isWithin(frame)),
      front: steps(paretoSteps(otherPoints[i], other), x, y),
    })),
    front: front.length === 0 ? '' : steps(front, x, y),
    limits,
    independent,
    whiskers: whiskersOf(
      inside.filter((one) => isNamed(one, chosen)),
      x,
      y,
    ),
    places,
    words,
    unnamed,
    isWhole: [x, y].every(({ domain }, i) => {
      const [from, to] = [everything.x, everything.y][i].domain
      return domain[0] <= from && domain[1] >= to
    }),
  }
}

/** Returns true for a candidate with colour and name: on the front, in the list, or chosen. */
export function isNamed({ point }: DrawnPoint, chosen: string | undefined): boolean {
  return point.pareto || point.place !== undefined || point.label === chosen
}

/** Ratio to the largest value above which a limit is omitted at first. */
const FAR = 4

/** Returns scales without candidates and limits far from the rest, but always with the chosen one. */
function nearScales(
  map: RiskUtilityMap,
  points: readonly Measured[],
  ranges: Parameters<typeof mapScales>[2],
  chosen: string | undefined,
): MapScales {
  const picked = points.find(({ label }) => label === chosen)
  const fence = (map.loss.better === 'lower' ? lossFence(points) : undefined) ?? Infinity
  const most = picked !== undefined && picked.loss > fence ? Infinity : fence
  const some = points.filter(({ loss }) => loss <= most)
  const axis = (one: Axis, values: readonly number[]): Axis => {
    const largest = Math.max(...values.map(Math.abs))
    return largest > 0 && Math.abs(one.limit ?? 0) > FAR * largest ? { ...one, limit: undefined } : one
  }
  const risk = axis(
    map.risk,
    some.flatMap((point) => [point.risk, ...(point.riskRange ?? [])]),
  )
  const loss = axis(
    map.loss,
    some.map((point) => point.loss),
  )
  return mapScales({ ...map, risk, loss }, some, ranges, undefined)
}

function isWithin({ left, right, top, bottom }: Box): (one: DrawnPoint) => boolean {
  return ({ x, y }) => x >= left && x <= right && y >= top && y <= bottom
}

function drawn(measured: readonly Measured[], x: MapScale, y: MapScale): readonly DrawnPoint[] {
  const seen = new Map<string, number>()
  return measured.map((point) => {
    const count = seen.get(point.label) ?? 0
    seen.set(point.label, count + 1)
    const { colour, sign } = lookOf(point.series)
    return {
      key: count === 0 ? point.label : `${point.label} #${count + 1}`,
      point,
      x: pixel(x.position(point.loss)),
      y: pixel(y.position(point.risk)),
      sign,
      colour,
      hollow: isHollow(point),
    }
  })
}

/** Outlines and colours by method: a map has many points of few methods. */
const looks = new Map<string, { readonly colour: string; readonly sign: string }>()

export function lookOf(series: string): { readonly colour: string; readonly sign: string } {
  const held = looks.get(series)
  if (held) return held
  const { colour, symbol } = methodStyle(series)
  const look = { colour, sign: signPath(symbol, signRadius) }
  looks.set(series, look)
  return look
}

/** Returns the path of the front: across at the risk of a point to the loss of the next one, then up or down. */
function steps(front: readonly Measured[], x: MapScale, y: MapScale): string {
  return front
    .map(({ loss, risk }, i) => {
      const [px, py] = [pixel(x.position(loss)), pixel(y.position(risk))]
      return i === 0 ? `M${px} ${py}` : `H${px}V${py}`
    })
    .join('')
}

function limitLine({ limit, better, unit }: Axis, scale: MapScale, frame: Box, isRisk: boolean): readonly Line[] {
  if (limit === undefined || !isDrawable(limit)) return []
  const at = scale.position(limit)
  const [start, end] = isRisk ? [frame.top, frame.bottom] : [frame.left, frame.right]
  // A limit outside the picture has no line; if the whole picture is beyond it, it is shaded.
  const isShown = at >= start && at <= end
  const [least, most] = scale.domain
  if (!isShown && (better === 'lower' ? limit >= most : limit <= least)) return []
  const line = pixel(Math.min(Math.max(at, start), end))
  const text = isShown ? `at ${better === 'lower' ? 'most' : 'least'} ${briefNumber(limit)} ${unit}`.trimEnd() : ''
  if (isRisk) {
    const beyond = better === 'lower' ? { ...frame, bottom: line } : { ...frame, top: line }
    return [{ x1: frame.left, y1: line, x2: frame.right, y2: line, text, beyond }]
  }
  const beyond = better === 'lower' ? { ...frame, left: line } : { ...frame, right: line }
  return [{ x1: line, y1: frame.bottom, x2: line, y2: frame.top, text, beyond }]
}

function independentLine({ independent, unit }: Axis, y: MapScale, frame: Box): readonly Line[] {
  if (independent === undefined || !isDrawable(independent)) return []
  const at = y.position(independent)
  if (at < frame.top || at > frame.bottom) return []
  const text = `independent data: ${briefNumber(independent)} ${unit}`.trimEnd()
  return [{ x1: frame.left, y1: at, x2: frame.right, y2: at, text }]
}

/** Rounds to a tenth of a pixel, which shortens paths invisibly. */
export function pixel(value: number): number {
  return Math.round(value * 10) / 10
}
