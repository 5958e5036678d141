import type { Table } from '@sdc/core'
import * as z from 'zod'
import { areCounts } from '../table/counts-only.js'
import type { Bounds } from './reader-intervals.js'

/** Parameter for the base of rounding, shared by all rounding methods. */
export const baseParam = z
  .int()
  .min(2)
  .max(1e9)
  .default(3)
  .meta({ description: 'Base of the rounding; values become multiples of it.', unit: 'units of the value' })

/**
 * Returns the bounds of the true value given that it is less than `reach` from the shown one.
 *
 * @param table - True table; ends for counts are whole.
 * @param shown - Shown values.
 * @param reach - Distance: the base, or several bases.
 * @returns The bounds of each cell.
 */
export function within(table: Pick<Table, 'values' | 'counts'>, shown: Float64Array, reach: number): Bounds {
  const by = areCounts(table) ? reach - 1 : reach
  return { low: shown.map((value) => value - by), high: shown.map((value) => value + by) }
}

/**
 * Warns if the base is so large that the rounded table has no information.
 *
 * @param table - The true values.
 * @param base - The base.
 * @returns A warning, or none.
 */
export function largeBaseWarnings({ values }: Pick<Table, 'values'>, base: number): readonly string[] {
  const greatest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (greatest === 0 || base <= greatest) return []
  return [`the base ${base} is larger than every value (the largest is ${greatest}): all values become 0 or ±${base}`]
}
