import type { Traits } from '@sdc/core'

/** What the methods claim that mask each column by groups of its own. */
export const columnwiseTraits: Partial<Traits> = { scope: 'column', claims: { means: true, kAnonymousBy: 'k' } }

/** What those claim that mask several columns by the same groups; consecutive blocks need the order of the columns. */
export const togetherTraits: Partial<Traits> = { ...columnwiseTraits, ordered: true, scope: 'file' }
