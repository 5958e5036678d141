import { SdcError } from '@sdc/core'
import { percentOf, smallestPercent } from '@sdc/stats/internal'
import * as z from 'zod'

/** Makes two parameters for a number of ranks: in percent of the values, or in positions. */
export function window(what: string): {
  percent: z.ZodDefault<z.ZodNumber>
  positions: z.ZodOptional<z.ZodInt>
} {
  return {
    percent: z
      .number()
      .gt(0)
      .max(100)
      .default(5)
      .meta({
        description: `${what} In percent of the records that have a value, rounded down to whole positions.`,
        unit: 'percent of the records',
        search: { min: 1, max: 40, scale: 'linear', usual: [5, 10, 15] },
      }),
    positions: z.int().min(1).optional().meta({
      description: 'The same in positions of the sorted column. Replaces percent.',
      unit: 'positions',
    }),
  }
}

/** Returns the positions for a column with `count` values; throws NOTHING_MOVES if percent gives less than one. */
export function positionsOf(
  method: string,
  given: { readonly percent: number; readonly positions?: number | undefined },
  count: number,
  column: string,
): number {
  const positions = given.positions ?? percentOf(given.percent, count)
  if (positions >= 1) return positions
  const share = `${given.percent} % of the ${count} values of column "${column}"`
  const message = `${share} is less than one position: no value would move`
  const fix = `Set percent to ${smallestPercent(count)} or more, or give positions.`
  throw new SdcError('NOTHING_MOVES', message, { method, parameter: 'percent', column }, fix)
}
