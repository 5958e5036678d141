import type { Note, Traits } from '@sdc/core'

/** Claims of all methods that swap the ranks of each column independently. */
export const swappingTraits: Partial<Traits> = {
  accepts: ['numeric', 'ordered'],
  stochastic: true,
  draws: 'choices',
  missing: 'keep',
  scope: 'column',
  claims: { marginals: true, means: true },
}

/** Note about categories on the card of each method. */
export const orderedNote: Note = {
  topic: 'limits',
  text:
    'Ordered categories are ranked by their levels and swapped like values. With few levels most ranks are ' +
    'ties, and many records keep their category (the report counts them). Unordered categories are refused: ' +
    'give them an order in a schema (levels, ordered: true), or use swapping/data-swap.',
}
