import type { Goal } from '../../worker/protocol/settings-types.js'

/** Goals in the order of the question, each with its title and meaning. */
export const goalTexts: readonly { readonly goal: Goal; readonly title: string; readonly text: string }[] = [
  {
    goal: 'anonymous',
    title: 'Anonymous by its quasi-identifiers',
    text: 'Values that an intruder may know become coarser, until every record equals at least k − 1 others on them. Limits for sensitive columns (ℓ, t) can be added.',
  },
  {
    goal: 'statistics',
    title: 'Usable for statistics',
    text: 'The page compares masking methods by risk and information loss. You choose one that meets the policy.',
  },
  {
    goal: 'synthetic',
    title: 'Synthetic',
    text: 'The page compares methods that draw new records. No record comes from an original one.',
  },
  {
    goal: 'table',
    title: 'A table',
    text: 'Counts or sums by up to four columns, with cells that disclose somebody suppressed or rounded.',
  },
]
