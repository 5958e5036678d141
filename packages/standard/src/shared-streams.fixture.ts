import type { MaskingMethod, Rng } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'

/** Nodes whose children are numbers of columns, of their factors, or of their axes. */
const numbered = new Set(['factor', 'axis', 'order', 'ties', 'ties of round', 'stratum'])

/**
 * Returns a method that draws all its columns from one stream: the random source has the same nodes for all names of
 * its columns and for all numbers of its factors.
 */
export function sharingStreams(method: MaskingMethod): MaskingMethod {
  return {
    ...method,
    plan: () => ({
      form: 'file',
      mask: (input) => maskByPlan(method, { ...input, rng: shared(input.rng, input.columns) }),
    }),
  }
}

function shared(rng: Rng, columns: readonly string[], within = ''): Rng {
  const child = (name: string): Rng => {
    const one = columns.includes(name) ? 'column' : numbered.has(within) && /^[0-9]+$/.test(name) ? '0' : name
    return shared(rng.child(one), columns, one)
  }
  return { ...rng, child }
}
