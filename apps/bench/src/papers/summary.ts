import type { PaperTable } from './paper.js'
import { chanceOfOutside, outsideChance } from './drawn.js'
import { verdictOf, type Verdict } from './verdict.js'

/** A paper of whose drawn values more lie outside than chance leaves outside once in a thousand papers is not reproduced. */
const LEAST_CHANCE = 0.001

/** What is known to be off says nothing of the others. */
const unlike: readonly Verdict[] = ['misprint', 'not reproducible']

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
    outlying: 0,
    misprint: 0,
    'not reproducible': 0,
    disputed: 0,
    'not printed': 0,
    'not compared': 0,
    differs: 0,
  }
  let drawn = 0
  for (const check of tables.flatMap(({ rows }) => rows.flatMap(({ checks }) => checks))) {
    if (!check) continue
    const verdict = verdictOf(check)
    counts[verdict]++
    if (check.tolerance?.most !== undefined && !check.disagreement && !unlike.includes(verdict)) drawn++
  }
  const { outlying } = counts
  const chance = chanceOfOutside(outlying, drawn)
  const compared =
    counts.exact +
    counts['within tolerance'] +
    outlying +
    counts.misprint +
    counts['not reproducible'] +
    counts.disputed +
    counts.differs
  const parts = [
    `${counts.exact} exact`,
    ...(counts['within tolerance'] > 0 ? [`${counts['within tolerance']} within tolerance`] : []),
    ...(outlying > 0 ? [`${outlying} outlying`] : []),
    ...(counts.misprint > 0 ? [`${counts.misprint} known misprint${counts.misprint > 1 ? 's' : ''}`] : []),
    ...(counts['not reproducible'] > 0 ? [`${counts['not reproducible']} not reproducible`] : []),
    ...(counts.disputed > 0 ? [`${counts.disputed} known disagreement${counts.disputed > 1 ? 's' : ''}`] : []),
    `${counts.differs} different`,
  ]
  const passed = counts.differs === 0 && compared > 0 && chance >= LEAST_CHANCE
  return {
    passed,
    outcome: passed ? 'REPRODUCED' : 'NOT REPRODUCED',
    counts,
    sentence: `${compared} printed values compared with ours: ${parts.join(', ')}.${drawn === 0 ? '' : ` ${drawnSentence(drawn, outlying, chance)}`}`,
  }
}

/** How many of the drawn values lie outside of their intervals, and whether that is chance. */
function drawnSentence(drawn: number, outlying: number, chance: number): string {
  const expected = (outsideChance * drawn).toFixed(1)
  const many =
    outlying === 0 ? '' : `; as many or more in ${(100 * chance).toPrecision(2)} % of papers, were they apart`
  return (
    `Of ${drawn} that were drawn once ${outlying} lie outside the middle 95 % of ours, where ${expected} are expected${many}: ` +
    `below ${100 * LEAST_CHANCE} % a paper is not reproduced, nor where one lies where one in 100,000 does.`
  )
}
