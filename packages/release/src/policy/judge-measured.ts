import { listed, type Registry } from '@sdc/core'
import { counted } from '@sdc/inspect'
import type { Criterion, PolicyFacts } from './policy-types.js'

/** Key of the criterion on roles. */
export const ROLES = 'require roles'

/**
 * Returns the criterion that every policy has: identity disclosure can be measured, and some disclosure was. Otherwise
 * a file without named quasi-identifiers would meet every limit on them by having no value.
 *
 * Without a quasi-identifier, no unmasked column may be released that an intruder may know; with one, none without a
 * role. At least one limit that is not on a loss must have a value, even if others may lack one.
 *
 * @param limits - The criteria of the limits.
 * @param facts - The roles.
 * @param registry - The metrics.
 * @returns A criterion for a missing role or value; none if nothing is missing.
 */
export function judgeMeasured(limits: readonly Criterion[], { roles }: PolicyFacts, registry: Registry): Criterion[] {
  return [...missingRoles(roles), ...missingRisk(limits, registry)]
}

function missingRoles({ keys, unmasked, unnamed }: PolicyFacts['roles']): Criterion[] {
  const isNone = keys.length === 0
  const left = isNone ? unmasked : unnamed
  if (left.length === 0) return []
  const none = isNone ? 'no quasi-identifier is named; ' : ''
  const which = `${none}${counted(left.length, 'column')}${isNone ? '' : ' without a role'}`
  const what = `${which} ${left.length === 1 ? 'is' : 'are'} released unmasked`
  const fix = 'say by roles in a schema (quasi-identifier) what an intruder may know of somebody'
  return [
    missing(
      ROLES,
      'Roles of unmasked columns',
      'named',
      `${what}: ${listed(left)}; ${fix}`,
      isNone ? 'name the quasi-identifiers' : 'give every column a role',
    ),
  ]
}

function missingRisk(limits: readonly Criterion[], registry: Registry): Criterion[] {
  const risks = limits.filter(({ metric }) => metric !== undefined && registry.get('metrics', metric).kind !== 'loss')
  if (risks.some(({ worst, state }) => worst !== null || state === 'not met')) return []
  const what =
    risks.length === 0
      ? 'the policy has no limit on a risk'
      : `of ${counted(risks.length, 'risk')} with a limit none has a value`
  return [
    missing('require risk', 'Some risk measured', 'a value', `${what}; an unmeasured risk may be high`, 'limit a risk'),
  ]
}

function missing(key: string, title: string, bound: string, text: string, fix: string): Criterion {
  const nothing = { limit: null, released: null, worst: null, worstRun: null, independent: null, unit: '' }
  return { key, title, bound, ...nothing, state: 'not met', text, fix }
}
