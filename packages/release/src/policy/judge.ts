import { listed, type Registry } from '@sdc/core'
import { bindLimits, briefText, titleWithin } from '@sdc/engine'
import { judgeDemands } from './judge-demands.js'
import { judgeLimit } from './judge-limit.js'
import { judgeMeasured, ROLES } from './judge-measured.js'
import { isRefused, type Criterion, type Judgement, type Policy, type PolicyFacts } from './policy-types.js'
import { releaseTypeOf } from './read-policy.js'
import { valueAgainstLimit } from './value-beside.js'

/** Registry, day and name for a judgement. */
export interface JudgeContext {
  readonly registry: Registry
  /** The day, `2027-03-31`: an exception that ended before it does not hold. */
  readonly today: string
  /** Name of the policy: that of its file. */
  readonly name: string
}

/**
 * Judges a file, or the worst of several runs of its plan, by a type of release.
 *
 * @param policy - The policy (`readPolicy`).
 * @param release - The type; may be undefined if there is only one.
 * @param facts - Measurements and known properties of the file.
 * @param context - The day, and the name of the policy.
 * @returns A criterion for every limit and demand, and the verdict.
 * @throws BAD_OPTION for a type that the policy lacks.
 */
export function judge(
  policy: Policy,
  release: string | undefined,
  facts: PolicyFacts,
  { registry, today, name }: JudgeContext,
): Judgement {
  const chosen = releaseTypeOf(policy, release)
  const { type } = chosen
  const limits = bindLimits(registry, type.limits)
    .filter(({ metric }) => metric.of !== 'keys and items' || facts.hasItems)
    .map((limit) => judgeLimit(limit, type, facts, today))
  const criteria = [...limits, ...judgeMeasured(limits, facts, registry), ...judgeDemands(type.require, facts)]
  const refused = criteria.filter((one) => isRefused(one.state))
  const has = (state: Criterion['state']): boolean => criteria.some((one) => one.state === state)
  const state = has('not met')
    ? 'not met'
    : has('too close')
      ? 'too close'
      : has('excepted') || has('allowed')
        ? 'excepted'
        : 'met'
  const lacksRoles = !facts.roles.named && refused.length > 0 && refused.every(({ key }) => key === ROLES)
  const told = { policy: name, release: chosen.name, runs: facts.runs.length, criteria, state, lacksRoles } as const
  return { ...told, verdict: verdictOf(told) }
}

function verdictOf({ policy, release, runs, criteria, state }: Omit<Judgement, 'verdict'>): string {
  const refused = criteria.filter((one) => isRefused(one.state))
  const passed = criteria.filter((one) => one.state === 'excepted' || one.state === 'allowed')
  const count = `${criteria.length} ${criteria.length === 1 ? 'criterion' : 'criteria'}`
  const judged = runs > 1 ? ` in the worst of ${runs} runs` : ''
  const whole = release === policy ? policy : `${release} of ${policy}`
  const heads = {
    met: `Met: ${whole}, all of ${count}${judged}`,
    excepted: `Met with exceptions: ${whole}, ${count}${judged}`,
    'too close': `Too close to call: ${whole}, ${refused.length} of ${count}${judged}`,
    'not met': `Not met: ${whole}, ${refused.length} of ${count} fail${judged}`,
  }
  const exceptions = passed.length > 0 ? [`Exceptions: ${passed.map(passedText).join('; ')}.`] : []
  const fixes = [...new Set(refused.flatMap(({ fix }) => fix ?? []))]
  return [
    `${heads[state]}${lackingText(criteria)}.`,
    ...riskText(criteria),
    ...exceptions,
    ...(fixes.length > 0 ? [`To do: ${fixes.join('; ')}.`] : []),
  ].join('\n')
}

/** Returns the first limit that is not met, else the first limit, with the value in independent data. */
function riskText(criteria: readonly Criterion[]): string[] {
  const limits = criteria.filter(({ limit, worst }) => limit !== null && worst !== null)
  const first = limits.find(({ state }) => isRefused(state)) ?? limits[0]
  if (!first) return []
  const { title, worst, limit, unit, bound, independent } = first
  const value = valueAgainstLimit(worst ?? 0, limit ?? 0)
  const yardstick = independent === null ? '' : `; independent data ${briefText(independent, { unit })}`
  return [`Disclosure risk: ${titleWithin({ title })} ${value} ${unit} (${bound}${yardstick}).`]
}

/** Returns `; 2 of 5 metrics have no value (k-anonymity, Special uniques (SUDA))`; empty if all have one. */
function lackingText(criteria: readonly Criterion[]): string {
  const limits = criteria.filter(({ metric }) => metric !== undefined)
  const without = limits.filter(({ worst }) => worst === null)
  if (without.length === 0) return ''
  const names = without.map(({ title }) => title)
  return `; ${without.length} of ${limits.length} metrics ${without.length === 1 ? 'has' : 'have'} no value (${listed(names)})`
}

function passedText({ title, state, exception }: Criterion): string {
  if (state === 'excepted' && exception) return `${title} by ${exception.by} until ${exception.until}`
  return `${title} without a value`
}
