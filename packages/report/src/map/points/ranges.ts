import { isDrawable } from '../../chart/axes.js'

/** Returns true for a range with an extent, which can be drawn. */
export function isRange(range: readonly [number, number] | undefined): range is readonly [number, number] {
  return range !== undefined && range.every(isDrawable) && range[0] < range[1]
}
