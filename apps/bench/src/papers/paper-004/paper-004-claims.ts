import type { Paper004Masking } from '@sdc/datasets'
import type { PaperRow, PaperTable } from '../paper.js'
import type { Paper004Run } from './paper-004-runs.js'

/** A run before and after optimisation, by q descending: .5, .3, .1. */
interface Claim {
  readonly text: string
  holds(run: Paper004Run): boolean
}

/** Claims of section 4: each with the share of our runs in which it holds. */
export function claimsTable(masking: Paper004Masking, all: readonly Paper004Run[]): PaperTable {
  return {
    id: masking === 'rank swapping' ? 'Table 1, claims' : 'Table 2, claims',
    where: 'Section 4, claims',
    title: 'Claims of the text',
    sentence: `Percentage of ${all.length} runs in which the claim holds. Printed: the claim holds, 100.`,
    given: ['claim'],
    checks: ['runs (%)'],
    rows: claims[masking].map(({ text, holds }): PaperRow => ({
      given: [text],
      checks: [{ ours: (100 * all.filter(holds).length) / all.length, printed: 100 }],
    })),
    notes: masking === 'rank swapping' ? [truths] : [],
  }
}

const truths =
  'By truth identity the scores rise (see the table of runs). About half of the gain by truth nearest is IL1, which ' +
  'p = .5 halves by definition.'

/** Tests whether a value per q is in ascending order. */
const ascends = (values: readonly number[]): boolean => values.every((value, i) => i === 0 || values[i - 1] < value)

const lowerScore = (q: number): Claim => ({
  text: `The score falls with q = ${q}`,
  holds: ({ masked, optimised }) => optimised.every((one) => one.q !== q || one.measures.Score < masked.Score),
})

const higherRisk = (name: 'DLD' | 'ID'): Claim => ({
  text: `${name} rises, less with a smaller q`,
  holds: ({ masked, optimised }) =>
    ascends([masked[name], ...optimised.map(({ measures }) => measures[name]).reverse()]),
})

const claims: Readonly<Record<Paper004Masking, readonly Claim[]>> = {
  'rank swapping': [
    ...[0.5, 0.3, 0.1].map(lowerScore),
    {
      text: 'The lower q, the lower the score',
      holds: ({ optimised }) => ascends(optimised.map(({ measures }) => measures.Score).reverse()),
    },
    higherRisk('DLD'),
    higherRisk('ID'),
  ],
  microaggregation: [
    ...[0.5, 0.3, 0.1].map(lowerScore),
    {
      text: 'The higher q, the lower the score',
      holds: ({ optimised }) => ascends(optimised.map(({ measures }) => measures.Score)),
    },
  ],
}
