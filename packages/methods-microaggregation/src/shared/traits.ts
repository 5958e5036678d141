import type { Note, Traits } from '@sdc/core'

/** Claims of the methods that mask each column by its own groups. */
export const columnwiseTraits: Partial<Traits> = { scope: 'column', claims: { means: true, kAnonymousBy: 'k' } }

/** Claims of those that mask several columns by the same groups; consecutive blocks need the order of the columns. */
export const togetherTraits: Partial<Traits> = { ...columnwiseTraits, ordered: true, scope: 'file' }

/** Note on the k-anonymity of records masked together. */
export const combinationNote: Note = {
  topic: 'keeps',
  text:
    'Every combination of the masked columns occurs at least k times: k-anonymity over these columns, and ' +
    'over no other columns of the file; not with several blocks (see below).',
}

/** Note on the moments that means of groups keep and lose. */
export const varianceNote: Note = {
  topic: 'loses',
  text:
    'Variances and covariances shrink by the within-group part. Means are kept, up to the rounding of ' +
    'averages to the step of their column (exactly with precision fine).',
}

/** Attacks that groups of records enable. */
export const littleEnabled =
  'Little: k can be counted in the released file. An intruder who knows the mean and all originals of a ' +
  'group but one learns the last one.'
