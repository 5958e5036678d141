import type { Traits } from '@sdc/core'

/** What the methods of this package have in common. */
export const copulaTraits: Partial<Traits> = { stochastic: true }
