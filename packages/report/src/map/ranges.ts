import { isDrawable } from '../chart/axes.js'

/** Whether a range has an extent, and can be drawn. */
export function isRange(range: readonly [number, number] | undefined): range is readonly [number, number] {
  return range !== undefined && range.every(isDrawable) && range[0] < range[1]
}
