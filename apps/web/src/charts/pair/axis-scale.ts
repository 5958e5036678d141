import { isoText } from '@sdc/core'
import type { TwoColumns } from '@sdc/release/reports'
import { plainScale, type TickScale } from '../tick-room.js'

/** Ends of an axis. */
type PictureAxis = Extract<TwoColumns, { kind: 'numbers' }>['x']

/**
 * Returns the scale of an axis before and after masking.
 *
 * @param axis - Its ends; dates have their texts.
 * @param range - Its ends in pixels.
 * @returns The scale, with texts of its ticks.
 */
export function axisScale({ least, most, time }: PictureAxis, range: readonly [number, number]): TickScale {
  const scale = plainScale(least < most ? [least, most] : [least - 0.5, most + 0.5], range)
  return time === undefined ? scale : { ...scale, text: (value) => isoText(time, Math.floor(value)).slice(0, 10) }
}
