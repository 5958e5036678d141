import { fileScreen, left, right, type Screen, textTable } from '@sdc/report/tables'
import { verdictLine } from '@sdc/inspect'
import type { LinkageAttack } from './linkage-attack.js'

/** Formats the attack as text: the promised chance, the share found, and the share explained by chance. */
export function linkageText(
  { promised, rate, bound, replicates, holds }: LinkageAttack,
  screen: Screen = fileScreen,
): string {
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`
  const rows = [
    ['right links by the promise, at most', percent(promised)],
    [`right links in ${replicates} runs`, percent(rate)],
    ['the most that chance explains', percent(bound)],
  ]
  const columns = [left('what', { rank: 0, wraps: true }), right('share of the records', { rank: 0 })]
  const verdict = holds
    ? `Verdict: the promise holds: ${percent(rate)} right links are no more than ${percent(promised)} and chance.`
    : `Verdict: the promise does not hold: ${percent(rate)} right links are more than ${percent(promised)} and chance explain.`
  return `${textTable(columns, rows, { screen })}\n\n${verdictLine(verdict, screen)}`
}

/** Returns the attack as JSON in the form of `attackLinkageOutput`. */
export function linkageJson(attack: LinkageAttack): unknown {
  const { records, columns, clusters, leastCluster, replicates, promised, rate, bound, holds, rates } = attack
  return { records, columns, clusters, leastCluster, replicates, promised, rate, bound, holds, rates: [...rates] }
}
