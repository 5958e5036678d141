import { isDrawable, shortNumber, type MapScale } from '../chart/axes.js'
import type { Axis, RiskUtilityMap } from './points/map-types.js'
import type { Box } from './points/place-labels.js'

/** Shaded area beyond a limit, in pixels, with the line at its edge. */
export interface Beyond extends Box {
  readonly line: readonly [x1: number, y1: number, x2: number, y2: number]
  readonly text: string
}

/** Returns the areas beyond the limits of both axes, up to the end of the frame. */
export function beyondLimits(map: RiskUtilityMap, x: MapScale, y: MapScale, frame: Box): readonly Beyond[] {
  return [...beyondRisk(map.risk, y, frame), ...beyondLoss(map.loss, x, frame)]
}

function limitOf(axis: Axis): number | undefined {
  return axis.limit !== undefined && isDrawable(axis.limit) ? axis.limit : undefined
}

function textOf({ limit = Number.NaN, unit, better }: Axis): string {
  return `limit: at ${better === 'lower' ? 'most' : 'least'} ${shortNumber(limit)} ${unit}`
}

function beyondRisk(axis: Axis, y: MapScale, frame: Box): Beyond[] {
  const limit = limitOf(axis)
  if (limit === undefined) return []
  const at = within(y.position(limit), frame.top, frame.bottom)
  const [top, bottom] = axis.better === 'lower' ? [frame.top, at] : [at, frame.bottom]
  return [{ ...frame, top, bottom, line: [frame.left, at, frame.right, at], text: textOf(axis) }]
}

function beyondLoss(axis: Axis, x: MapScale, frame: Box): Beyond[] {
  const limit = limitOf(axis)
  if (limit === undefined) return []
  const at = within(x.position(limit), frame.left, frame.right)
  const [left, right] = axis.better === 'lower' ? [at, frame.right] : [frame.left, at]
  return [{ ...frame, left, right, line: [at, frame.bottom, at, frame.top], text: textOf(axis) }]
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
