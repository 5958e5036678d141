import type { Table } from '@sdc/core'
import * as z from 'zod'
import { areCounts } from '../table/counts-only.js'
import type { Bounds } from './reader-intervals.js'

/** The base that values are rounded to multiples of, as all rounding methods take it. */
export const baseParam = z
  .int()
  .min(2)
  .max(1e9)
  .default(3)
  .meta({ description: 'Base of the rounding; values become multiples of it.', unit: 'units of the value' })

/**
 * What a shown value says of the true one where all that is known is that it is less than `reach` away.
 *
 * @param table - The true table; of counts the ends are whole.
 * @param shown - What is shown.
 * @param reach - The base, or several.
 * @returns The bounds of each cell.
 */
export function within(table: Pick<Table, 'values' | 'counts'>, shown: Float64Array, reach: number): Bounds {
  const by = areCounts(table) ? reach - 1 : reach
  return { low: shown.map((value) => value - by), high: shown.map((value) => value + by) }
}

/**
 * What the user must know where a base is so large that nothing of the table is left.
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
