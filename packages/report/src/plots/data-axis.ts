import { isDrawable, linearTicks, niceStep } from '../chart/axes.js'
import type { ChartAxis } from './chart.js'

/**
 * Returns an axis with room for all values.
 *
 * @param label - name and unit
 * @param columns - values of the series; missing ones are left out
 * @returns the domain with a margin of 4 %, and its ticks
 */
export function dataAxis(label: string, columns: readonly Float64Array[]): ChartAxis {
  let [least, most] = [Infinity, -Infinity]
  for (const values of columns) {
    for (const value of values) {
      if (!isDrawable(value)) continue
      least = Math.min(least, value)
      most = Math.max(most, value)
    }
  }
  if (least > most) [least, most] = [0, 1]
  // Zero is shown if that costs less than a fifth of the axis; otherwise a cloud far from zero would be squeezed into a
  // corner.
  const low = least > 0 && least < (most - least) / 4 ? 0 : least
  const high = most < 0 && -most < (most - least) / 4 ? 0 : most
  // A cloud without extent gets an interval of its own magnitude.
  const span = high - low || Math.abs(high) || 1
  const margin = span * 0.04
  const domain = [low - margin, high + margin] as const
  return { label, domain, ticks: linearTicks(domain, niceStep(span)) }
}
