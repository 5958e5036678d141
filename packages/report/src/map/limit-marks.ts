import * as Plot from '@observablehq/plot'
import { isDrawable, shortNumber, type MapScale } from '../chart/axes.js'
import { labelSize } from '../chart/looks.js'
import { ground, limitColour } from '../colour/theme.js'
import { pixels } from '../chart/pixels.js'
import type { Box } from './place-labels.js'
import type { Axis, RiskUtilityMap } from './map-types.js'

/** What is shaded beyond a limit, in pixels, and the line at its edge. */
interface Beyond extends Box {
  readonly line: readonly [x1: number, y1: number, x2: number, y2: number]
  readonly text: string
}

/** The limits of both axes: what is beyond is shaded, up to the end of the frame. */
export function limitMarks(map: RiskUtilityMap, x: MapScale, y: MapScale, frame: Box): Plot.Markish[] {
  const beyond = [...beyondRisk(map.risk, y, frame), ...beyondLoss(map.loss, x, frame)]
  if (beyond.length === 0) return []
  return [
    Plot.rect(beyond, {
      x1: pixels('left'),
      x2: pixels('right'),
      y1: pixels('top'),
      y2: pixels('bottom'),
      fill: limitColour,
      fillOpacity: 0.06,
    }),
    Plot.link(beyond, {
      x1: pixels(({ line }: Beyond) => line[0]),
      y1: pixels(({ line }: Beyond) => line[1]),
      x2: pixels(({ line }: Beyond) => line[2]),
      y2: pixels(({ line }: Beyond) => line[3]),
      stroke: limitColour,
      strokeWidth: 1.4,
      strokeDasharray: '7,4',
    }),
    Plot.text(beyond, {
      x: pixels(({ line }: Beyond) => line[2] - 6),
      y: pixels(({ line }: Beyond) => line[3] + 9),
      text: 'text',
      textAnchor: 'end',
      fontSize: labelSize,
      fill: limitColour,
      stroke: ground,
      strokeWidth: 3,
    }),
  ]
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
