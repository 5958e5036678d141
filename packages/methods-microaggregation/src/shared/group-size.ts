import type { ParamCard } from '@sdc/core'
import * as z from 'zod'

type SearchRange = NonNullable<ParamCard['search']>

/** Sizes that statistical offices use and papers compare. */
const usualSizes = [3, 5, 10] as const

/** Groups of single columns may be large: neighbours in one column are near each other in any number. */
export const groupSizesOfOneColumn: SearchRange = { min: 2, max: 1000, scale: 'log', usual: usualSizes }

/**
 * Makes the parameter k of a method.
 *
 * @param get - Description of the common values of a group.
 * @param search - Range to search for the best k.
 * @returns The parameter.
 */
export function groupSize(
  get: string,
  search: SearchRange = { min: 2, max: 50, scale: 'log', usual: usualSizes },
): z.ZodDefault<z.ZodInt> {
  return z
    .int()
    .min(2)
    .default(3)
    .meta({ description: `Minimum records in a group, which all get ${get}.`, unit: 'records', search })
}
