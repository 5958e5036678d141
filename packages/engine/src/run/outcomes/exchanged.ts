import { listed, option, SdcError } from '@sdc/core'
import type { CountedRule, ExchangeCounts } from '@sdc/rules'

/** Adds the counts of several files; undefined for none. */
export function addedExchanges(counts: readonly ExchangeCounts[]): ExchangeCounts | undefined {
  if (counts.length === 0) return undefined
  return counts.reduce((a, b) => ({
    ...a,
    exchanged: a.exchanged + b.exchanged,
    own: a.own + b.own,
    unchanged: a.unchanged + b.unchanged,
    left: a.left + b.left,
    together: [...new Set([...a.together, ...b.together])],
  }))
}

/** Words the exchanges for the user. */
export function exchangedText({ exchanged, together, own }: ExchangeCounts): string {
  if (exchanged === 0) return 'no masked record broke one'
  const whole =
    together.length > 0 ? `; values of ${listed(together)} from one original record each (${own} from their own)` : ''
  return `${exchanged} records exchanged values${whole}`
}

/**
 * Words the costs of the exchanges.
 *
 * @param counts - The exchanges; undefined for another treatment of rules.
 * @returns The warnings.
 */
export function exchangedWarnings(counts: ExchangeCounts | undefined): string[] {
  if (counts === undefined) return []
  const { together, own, unchanged, left } = counts
  const ownText = own === 0 ? 'never from their own' : `${own} from their own`
  return [
    ...(together.length > 0
      ? [
          `${listed(together)}: to keep the rules, records got these values together from one original record each ` +
            `(${ownText}); combinations and correlations of these columns are those of the original`,
        ]
      : []),
    ...(unchanged > 0
      ? [`${unchanged} records have all their original values, since many other records have the same values`]
      : []),
    ...(left > 0 ? [`${left} records break a rule after the exchange: the original records break it, too`] : []),
  ]
}

/**
 * Refuses exchanges that do not keep the rules.
 *
 * @param rules - The rules that are kept.
 * @param counts - The exchanges.
 * @throws BAD_PLAN for columns that no original record can provide; UNCHANGED for records that can only keep their
 *   original values.
 */
export function refuseExchanges(rules: readonly CountedRule[], counts: ExchangeCounts): void {
  const { foreign, mixed, forced, rule, left } = counts
  const text = rules[rule]?.bound.rule.text ?? ''
  const repair = option('brokenRules', 'repair')
  if (mixed.length > 0)
    throw new SdcError(
      'BAD_PLAN',
      `records cannot exchange values to keep the rule "${text}": it joins columns with one value per person or household and columns that differ between its records (${listed(mixed)})`,
      {},
      `Use ${repair}, which changes the records of one together.`,
    )
  if (foreign.length > 0)
    throw new SdcError(
      'BAD_PLAN',
      `${left} records break a rule, such as "${text}", after the exchange: masked values of ${listed(foreign)} are not those of the original in another order`,
      {},
      `Let reverse mapping be the last step of these columns, or use ${repair}.`,
    )
  if (forced > 0)
    throw new SdcError(
      'UNCHANGED',
      `the rule "${text}" and the unmasked columns leave ${forced} masked records no values but their original ones`,
      {},
      `Mask all columns of the rule. Or use ${option('brokenRules', 'report')}, which leaves records that break the rule.`,
    )
}
