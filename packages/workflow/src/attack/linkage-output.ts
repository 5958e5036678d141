import { left, right, textTable } from '@sdc/report/tables'
import type { LinkageAttack } from './linkage-attack.js'

/** The attack for people: what is promised, what was found, and what chance explains. */
export function linkageText({ promised, rate, bound, runs }: LinkageAttack): string {
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`
  const rows = [
    ['right links by the promise, at most', percent(promised)],
    [`right links in ${runs} runs`, percent(rate)],
    ['the most that chance explains', percent(bound)],
  ]
  return textTable([left('what'), right('share of the records')], rows)
}

/** The attack for programs; the form is described by `attackLinkageOutput`. */
export function linkageJson(attack: LinkageAttack): unknown {
  const { records, columns, clusters, leastCluster, runs, promised, rate, bound, holds, rates } = attack
  return { records, columns, clusters, leastCluster, runs, promised, rate, bound, holds, rates: [...rates] }
}
