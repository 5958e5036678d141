import * as z from 'zod'

/** The parameter k of every method here. */
export function groupSize(get: string): z.ZodDefault<z.ZodInt> {
  return z
    .int()
    .min(2)
    .default(3)
    .meta({
      description: `The least number of records in a group, which all get ${get}.`,
      unit: 'records',
      search: { min: 2, max: 50, scale: 'log' },
    })
}
