import { listed, option, SdcError } from '@sdc/core'
import type { CountedRule, ExchangeCounts, RepairCounts } from '@sdc/rules'
import { shortNumber } from '../../ground/value-text.js'
import type { BrokenRulePolicy } from '../../plan/plan.js'
import { exchangedText, exchangedWarnings } from './exchanged.js'

/** Treatment of the rules of a schema in a run. */
export interface KeptRules {
  readonly policy: BrokenRulePolicy
  /** Rules that masked records keep. */
  readonly rules: readonly CountedRule[]
  /** Rules that the original itself breaks too often. */
  readonly left: readonly CountedRule[]
  /** Rules that no masked record breaks; none for the policy `report`. */
  readonly hold: readonly CountedRule[]
  /** Columns computed from others. */
  readonly computed: readonly string[]
  /** Counts of the repairs, over all files. */
  readonly counts: RepairCounts
  /** Counts of values that records exchanged; only for the policy `exchange`. */
  readonly exchanges?: ExchangeCounts | undefined
  /** Columns with a permutation of the original values, in which values were computed or repaired. */
  readonly unpermuted: readonly string[]
}

/**
 * Words the treatment of rules for the user.
 *
 * @param kept - The treatment.
 * @returns One line; none for a run without rules, or whose rules are only counted.
 */
export function keptRulesText(kept: KeptRules | undefined): string[] {
  if (kept === undefined || kept.policy === 'report' || kept.rules.length === 0) return []
  const { rules, computed, counts, exchanges } = kept
  if (exchanges) return [`rules: ${exchangedText(exchanges)}`]
  const parts = [
    computed.length > 0 ? `${computed.length} of ${rules.length} computed (${listed(computed)})` : undefined,
    counts.repaired > 0
      ? `${counts.repaired} records repaired (largest change ${shortNumber(counts.largest)} sd)`
      : undefined,
    counts.returned > 0 ? `${counts.returned} values returned to their original` : undefined,
  ].filter((one) => one !== undefined)
  return [`rules: ${parts.length === 0 ? 'no masked record broke one' : parts.join(', ')}`]
}

/**
 * Words the costs of the treatment of rules, as warnings.
 *
 * @param kept - The treatment.
 * @returns The warnings.
 */
export function keptRulesWarnings(kept: KeptRules | undefined): string[] {
  if (kept === undefined) return []
  const { counts, rules, unpermuted, exchanges } = kept
  return [
    ...exchangedWarnings(exchanges),
    ...(counts.left > 0
      ? [
          `${counts.left} records break a rule, and no repair was found: their unmasked columns and bounds leave few other values or none ` +
            `(rule "${rules[counts.rule]?.bound.rule.text}")`,
        ]
      : []),
    ...(unpermuted.length > 0
      ? [
          `${listed(unpermuted)}: no longer the original values in another order, because values were computed or repaired to ` +
            `keep the rules; ${option('brokenRules', 'exchange')} keeps the values of each column`,
        ]
      : []),
  ]
}

/**
 * Refuses records that can keep the rules only with their original values in all masked columns.
 *
 * @param rules - The rules that are kept.
 * @param counts - Counts of the repairs.
 * @throws UNCHANGED for such records.
 */
export function refuseForced(rules: readonly CountedRule[], { forced, rule }: RepairCounts): void {
  if (forced === 0) return
  const text = rules[rule]?.bound.rule.text ?? ''
  const message = `the rule "${text}" leaves ${forced} masked records no values but their original ones`
  const fix =
    'The columns of the rule that stay unmasked disclose the masked ones: mask them, too. Or use ' +
    `${option('brokenRules', 'report')}, which leaves records that break the rule.`
  throw new SdcError('UNCHANGED', message, {}, fix)
}
