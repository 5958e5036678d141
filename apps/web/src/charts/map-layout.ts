import {
  isDrawable,
  isHollow,
  lossScale,
  measuredOf,
  methodStyle,
  paretoSteps,
  riskScale,
  sharedPlaces,
  shortNumber,
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
import { labelsOf } from './map-words.js'
import { ticksAcross, ticksUp, type Tick } from './tick-room.js'
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
  readonly points: readonly DrawnPoint[]
  readonly others: readonly { readonly label: string; readonly points: readonly DrawnPoint[]; readonly front: string }[]
  readonly front: string
  readonly limits: readonly Line[]
  readonly independent: readonly Line[]
  readonly whiskers: readonly Whiskers[]
  readonly words: readonly PlacedLabel[]
  /** Where several points stand in one place. */
  readonly places: readonly Place[]
  /** Whether the losses stand on a logarithmic axis. */
  readonly logarithmic: boolean
  /** How many points are too far out to be drawn beside the others. */
  readonly farOut: number
}

/** The radius of a circle of a sign's area. */
export const signRadius = 5.2
/** Letters of axes and labels. */
export const letters = 12

const margins = { left: 46, right: 14, top: 14, bottom: 34 } as const

/**
 * Where everything on a map stands, for its width.
 *
 * @param map - What is drawn.
 * @param others - Maps of other versions on the same axes.
 * @param width - In pixels.
 * @param chosen - The label of the candidate that was chosen; it has its whole name beside it.
 * @param whole - Whether also points are drawn that are far out.
 */
export function mapLayout(
  map: RiskUtilityMap,
  others: readonly OtherMap[],
  width: number,
  chosen: string | undefined,
  whole = false,
): MapLayout {
  const height = Math.round(Math.max(300, Math.min(540, width * 0.68)))
  const frame = { left: margins.left, top: margins.top, right: width - margins.right, bottom: height - margins.bottom }
  const everyone = measuredOf(map.points)
  const fence = whole ? undefined : fenceOf(map, everyone, chosen)
  const isNear = ({ loss }: Measured): boolean => fence === undefined || loss <= fence
  const measured = everyone.filter(isNear)
  const otherPoints = others.map(({ map: other }) => measuredOf(other.points).filter(isNear))
  const all = [...measured, ...otherPoints.flat()]
  const x = lossScale(all, [frame.left, frame.right], map.loss.limit ?? null)
  const y = riskScale(all, [frame.bottom, frame.top], map.risk.limit ?? null)
  const points = drawn(measured, x, y)
  const front = paretoSteps(measured, map)
  const isLonger = everyone.some((one) => one.pareto && !isNear(one))
  const limits = [...limitLine(map.risk, y, frame, true), ...limitLine(map.loss, x, frame, false)]
  const places = sharedPlaces(measured, x, y)
  return {
    width,
    height,
    frame,
    across: ticksAcross(x, letters),
    up: ticksUp(y, letters),
    points,
    others: others.map(({ label, map: other }, i) => ({
      label,
      points: drawn(otherPoints[i], x, y),
      front: steps(paretoSteps(otherPoints[i], other), x, y),
    })),
    // Where the front goes on beyond the plot, its line does.
    front: front.length === 0 ? '' : steps(front, x, y) + (isLonger ? `H${frame.right}` : ''),
    limits,
    independent: [...independentLine(map.risk, y, frame)],
    whiskers: whiskersOf(points, x, y),
    places,
    words: labelsOf(points, front, places, limits, chosen, frame),
    logarithmic: x.type === 'log',
    farOut: everyone.length - measured.length,
  }
}

/** Nothing is left out where the axis is logarithmic, and never the chosen one. */
function fenceOf(map: RiskUtilityMap, points: readonly Measured[], chosen: string | undefined): number | undefined {
  const fence = map.loss.better === 'lower' ? lossFence(points) : undefined
  if (fence === undefined || lossScale(points, [0, 1]).type === 'log') return undefined
  const picked = points.find(({ label }) => label === chosen)
  return picked !== undefined && picked.loss > fence ? undefined : fence
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

/** Across at a point's risk to the next one's loss, then up or down. */
function steps(front: readonly Measured[], x: MapScale, y: MapScale): string {
  return front
    .map(({ loss, risk }, i) => {
      const [px, py] = [pixel(x.position(loss)), pixel(y.position(risk))]
      return i === 0 ? `M${px} ${py}` : `H${px}V${py}`
    })
    .join('')
}

function limitLine(axis: Axis, scale: MapScale, frame: Box, isRisk: boolean): readonly Line[] {
  const { limit, better, unit } = axis
  if (limit === undefined || !isDrawable(limit)) return []
  const text = `at ${better === 'lower' ? 'most' : 'least'} ${shortNumber(limit)} ${unit}`.trimEnd()
  if (isRisk) {
    const at = within(scale.position(limit), frame.top, frame.bottom)
    const beyond = better === 'lower' ? { ...frame, bottom: at } : { ...frame, top: at }
    return [{ x1: frame.left, y1: at, x2: frame.right, y2: at, text, beyond }]
  }
  const at = within(scale.position(limit), frame.left, frame.right)
  const beyond = better === 'lower' ? { ...frame, left: at } : { ...frame, right: at }
  return [{ x1: at, y1: frame.bottom, x2: at, y2: frame.top, text, beyond }]
}

function independentLine({ independent, unit }: Axis, y: MapScale, frame: Box): readonly Line[] {
  if (independent === undefined || !isDrawable(independent)) return []
  const at = y.position(independent)
  if (at < frame.top || at > frame.bottom) return []
  const text = `independent data: ${shortNumber(independent)} ${unit}`.trimEnd()
  return [{ x1: frame.left, y1: at, x2: frame.right, y2: at, text }]
}

function within(value: number, least: number, most: number): number {
  return pixel(Math.min(Math.max(value, least), most))
}

/** To a tenth of a pixel: shorter paths, and nothing that could be seen. */
export function pixel(value: number): number {
  return Math.round(value * 10) / 10
}
