import type { Note, Traits } from '@sdc/core'

/** What all methods claim that swap the ranks of each column by itself. */
export const swappingTraits: Partial<Traits> = {
  accepts: ['numeric', 'ordered'],
  stochastic: true,
  draws: 'choices',
  missing: 'keep',
  scope: 'column',
  claims: { marginals: true, means: true },
}

/** What becomes of categories, on the card of each. */
export const orderedNote: Note = {
  topic: 'limits',
  text:
    'Ordered categories are ranked by their levels and swapped as values are: with few levels most ranks are ties, and many ' +
    'records keep their category (the report counts them). Categories without an order are refused: give them one in a ' +
    'schema (levels, ordered: true), or use swapping/data-swap.',
}
