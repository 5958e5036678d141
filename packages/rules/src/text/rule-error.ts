import { SdcError } from '@sdc/core'

/** Number of characters of a rule that a message shows from the mistake on. */
const SHOWN = 24

/**
 * Makes the error for an invalid rule.
 *
 * @param rule - The rule as written.
 * @param at - Index of the mistake, in characters from 0; without it, the whole rule.
 * @param what - Description of the mistake, a clause.
 * @param fix - Remedy, as a sentence.
 * @returns BAD_RULE, which names the rule and shows the place.
 */
export function ruleError(rule: string, at: number | undefined, what: string, fix: string): SdcError {
  const rest = at === undefined ? '' : rule.slice(at).trim()
  const shown = rest.length > SHOWN ? `${rest.slice(0, SHOWN)}…` : rest
  const place = at === undefined ? '' : rest === '' ? ', at its end' : `, at "${shown}"`
  return new SdcError('BAD_RULE', `the rule "${rule}"${place}: ${what}`, {}, fix)
}
