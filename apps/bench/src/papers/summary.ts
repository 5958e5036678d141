import type { PaperTable } from './paper.js'
import { verdictOf, type Verdict } from './verdict.js'

export interface Summary {
  /** Whether everything that should reproduce does. */
  readonly passed: boolean
  readonly outcome: 'REPRODUCED' | 'NOT REPRODUCED'
  readonly counts: Readonly<Record<Verdict, number>>
  /** The counts in a sentence. */
  readonly sentence: string
}

/** Counts the verdicts of a paper's tables; a paper with nothing to compare has not passed. */
export function summarise(tables: readonly PaperTable[]): Summary {
  const counts: Record<Verdict, number> = {
    exact: 0,
    'within tolerance': 0,
    misprint: 0,
    'not printed': 0,
    'not compared': 0,
    differs: 0,
  }
  for (const { rows } of tables) {
    for (const { checks } of rows) for (const check of checks) if (check) counts[verdictOf(check)]++
  }
  const compared = counts.exact + counts['within tolerance'] + counts.misprint + counts.differs
  const parts = [
    `${counts.exact} exact`,
    ...(counts['within tolerance'] > 0 ? [`${counts['within tolerance']} within tolerance`] : []),
    ...(counts.misprint > 0 ? [`${counts.misprint} known misprint${counts.misprint > 1 ? 's' : ''}`] : []),
    `${counts.differs} different`,
  ]
  const passed = counts.differs === 0 && compared > 0
  return {
    passed,
    outcome: passed ? 'REPRODUCED' : 'NOT REPRODUCED',
    counts,
    sentence: `${compared} printed values compared with ours: ${parts.join(', ')}.`,
  }
}
