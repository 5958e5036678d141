import type { BoundRule } from '../bind/bound-rule.js'

/** Greatest share of the judged records of an original that may break a rule that masked records have to keep. */
export const MOST_BROKEN = 0.001

/** Number of records of a file, or of a block of it, that break a rule. */
export interface RuleCount {
  readonly broken: number
  readonly notJudged: number
  readonly records: number
}

/** Rule with the number of records of the original that break it. */
export interface CountedRule extends RuleCount {
  readonly bound: BoundRule
}

/** Rules of an original: those that masked records keep, and those that too many of its own records break. */
export interface RulesThatHold {
  readonly kept: readonly CountedRule[]
  readonly left: readonly CountedRule[]
}

/**
 * Separates the rules that an original keeps from those that it breaks in more than 0.1 % of the judged records. A rule
 * with a few exceptions, which are errors in the data, is kept.
 *
 * @param rules - The bound rules.
 * @param counts - Their counts over the original.
 * @returns The rules that masked records have to keep, and those that are left out.
 */
export function rulesThatHold(rules: readonly BoundRule[], counts: readonly RuleCount[]): RulesThatHold {
  const counted = rules.map((bound, r): CountedRule => ({ bound, ...counts[r] }))
  const isKept = ({ broken, notJudged, records }: CountedRule): boolean => broken <= MOST_BROKEN * (records - notJudged)
  return { kept: counted.filter(isKept), left: counted.filter((rule) => !isKept(rule)) }
}
