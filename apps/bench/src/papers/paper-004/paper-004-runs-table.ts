import type { Paper004Masking } from '@sdc/datasets'
import type { PaperTable } from '../paper.js'
import type { Paper004Run } from './paper-004-runs.js'

/** Every run of a table by itself: the scores by both truths before and after, and whether Algorithm 1 reached its target. */
export function runsTable(masking: Paper004Masking, all: readonly Paper004Run[]): PaperTable {
  return {
    id: masking === 'rank swapping' ? 'Table 1, runs' : 'Table 2, runs',
    title: 'Whether the score falls in every run',
    sentence:
      'Score by truth nearest before → after, the same by truth identity, E before → after and its target, the steps tried, ' +
      'and whether the target was reached. Lower: whether the score by truth nearest is lower than before, as it is in print.',
    given: ['q', 'run', 'nearest', 'identity', 'E', 'target', 'steps', 'reached'],
    checks: ['lower'],
    rows: all
      .flatMap(({ run, masked, E, optimised }) =>
        optimised.map((after) => ({
          q: after.q,
          row: {
            given: [
              after.q,
              run,
              fall(masked.Score, after.measures.Score, 1),
              fall(masked.identity, after.measures.identity, 1),
              fall(E, after.E, 3),
              after.target,
              after.steps.toLocaleString('en'),
              after.reached ? 'yes' : 'no',
            ],
            checks: [{ ours: after.measures.Score < masked.Score ? 'yes' : 'no', printed: 'yes' }],
          },
        })),
      )
      .sort((a, b) => b.q - a.q)
      .map(({ row }) => row),
    notes: [stalls],
  }
}

const stalls =
  'Where the target is not reached, the search stopped because E no longer fell: that is a property of the file, which few ' +
  'records cannot mend, and neither another seed nor another step helps.'

function fall(before: number, after: number, decimals: number): string {
  return `${before.toFixed(decimals)} → ${after.toFixed(decimals)}`
}
