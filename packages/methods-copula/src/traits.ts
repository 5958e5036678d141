import type { Note, Traits } from '@sdc/core'

/** Common traits of the methods of this package. */
export const copulaTraits: Partial<Traits> = { stochastic: true }

/** Note on repeated values. */
export const repeatedValuesNote: Note = {
  topic: 'keeps',
  text:
    'Repeated values (zeros, few values, two) are taken into account: the scores are correlated so that the ' +
    'mid-ranks correlate as before. If no normal copula does that for all pairs at once, or the file has ' +
    'fewer than 100 records, a warning says how far a rank correlation will be off.',
}

/** Note on relations that a normal copula does not have. */
export const monotoneNote: Note = {
  topic: 'loses',
  text:
    'Relations that are not monotone are lost, and so are those within three or more columns that pairs do ' +
    'not show (totals, identities).',
}

/** Note on given columns. */
export const givenColumnsNote: Note = {
  topic: 'parameters',
  text:
    'Given columns are used unchanged: with ties, with two values, as indicators of a category. Their ' +
    'weights are those that give the rank correlations.',
}
