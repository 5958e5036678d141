import { SdcError } from '@sdc/core'
import * as z from 'zod'

/** The two parameters that give a number of ranks: in percent of the values, or in positions. */
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
        search: { min: 1, max: 20, scale: 'linear' },
      }),
    positions: z.int().min(1).optional().meta({
      description: 'The same in positions of the sorted column; where given, it is used instead of percent.',
      unit: 'positions',
    }),
  }
}

/** Positions for a column with `count` values; throws NOTHING_MOVES where percent makes less than one. */
export function positionsOf(
  method: string,
  given: { readonly percent: number; readonly positions?: number | undefined },
  count: number,
  column: string,
): number {
  const positions = given.positions ?? percentOf(given.percent, count)
  if (positions >= 1) return positions
  const share = `${given.percent} % of the ${count} values of column "${column}"`
  const message = `${share} is less than one position: nothing would move`
  const advice = `Set percent to ${smallestPercent(count)} or more, or give positions.`
  throw new SdcError('NOTHING_MOVES', message, { method, parameter: 'percent', column }, advice)
}

/** ⌊percent·count/100⌋; the product may be rounded to just below a whole number: .57 % of 10,000 is 57. */
export function percentOf(percent: number, count: number): number {
  return Math.floor((percent * count) / 100 + 1e-9)
}

/** 100/count rounded up to four digits, and without the noise of binary fractions. */
export function smallestPercent(count: number): number {
  const least = 100 / count
  const digits = Math.max(0, 3 - Math.floor(Math.log10(least)))
  const rounded = Number(least.toFixed(digits))
  return percentOf(rounded, count) >= 1 ? rounded : Number((least + 10 ** -digits).toFixed(digits))
}
