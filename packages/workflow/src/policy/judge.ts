import type { Registry } from '@sdc/core'
import { bindLimits } from '@sdc/engine'
import { judgeDemands } from './judge-demands.js'
import { judgeLimit } from './judge-limit.js'
import { listed } from './counted.js'
import { judgeMeasured, ROLES } from './judge-measured.js'
import { isRefused, type Criterion, type Judgement, type Policy, type PolicyFacts } from './policy-types.js'
import { releaseTypeOf } from './read-policy.js'

/** What a judgement needs besides the policy and the facts. */
export interface JudgeContext {
  readonly registry: Registry
  /** The day, `2027-03-31`: an exception that ended before does not hold. */
  readonly today: string
  /** What the policy is called: the name of its file. */
  readonly name: string
}

/**
 * Holds a file, or the worst of several runs of its plan, against a type of release.
 *
 * @param policy - The policy (`readPolicy`).
 * @param release - The type; may be undefined where there is one only.
 * @param facts - What was measured, and what is known of the file.
 * @param context - The day, and what the policy is called.
 * @returns A criterion for every limit and demand, and what they come to.
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
  const limits = bindLimits(registry, type.limits).map((limit) => judgeLimit(limit, type, facts, today))
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

/** So many criteria are named in the verdict. */
const NAMED = 4

function verdictOf({ policy, release, runs, criteria, state }: Omit<Judgement, 'verdict'>): string {
  const whole = `${release} of ${policy}`
  const judged = runs > 1 ? `, judged by the worst of ${runs} runs` : ''
  const lacking = lackingText(criteria)
  if (isRefused(state)) {
    const left = criteria.filter((one) => isRefused(one.state))
    const more = left.length - NAMED
    const named = left.slice(0, NAMED).map(missedText).join('; ')
    const rest = more > 0 ? `; and ${more} more` : ''
    const head = state === 'not met' ? `Not met: ${whole} fails in` : `Too close to call: ${whole} is not certain in`
    return `${lacking}${head} ${left.length} of ${criteria.length} criteria${judged}: ${named}${rest}.`
  }
  const passed = criteria.filter((one) => one.state !== 'met')
  const count = `${criteria.length} ${criteria.length === 1 ? 'criterion' : 'criteria'}`
  if (passed.length === 0) return `${lacking}Met: ${whole}, ${count}${judged}.`
  const more = passed.length - NAMED
  const named = passed.slice(0, NAMED).map(passedText).join('; ')
  return `${lacking}Met but for what was let pass: ${whole}, ${count}${judged}; ${named}${more > 0 ? `; and ${more} more` : ''}.`
}

/** `2 of 5 metrics have no value (risk/dld, risk/suda). `; empty where all have one. */
function lackingText(criteria: readonly Criterion[]): string {
  const limits = criteria.filter(({ metric }) => metric !== undefined)
  const without = limits.filter(({ worst }) => worst === null)
  if (without.length === 0) return ''
  const names = without.map(({ key }) => key.slice(key.indexOf(' ') + 1))
  return `${without.length} of ${limits.length} metrics ${without.length === 1 ? 'has' : 'have'} no value (${listed(names)}). `
}

/** `risk/dbrl 31.2 % (at most 25 %)`, `keyed`. */
function missedText({ key, bound, text, limit }: Criterion): string {
  const what = key.slice(key.indexOf(' ') + 1)
  if (key === ROLES) return text.split(':')[0]
  if (limit === null) return what
  return `${what} ${text.split(/[:;]/)[0]} (${bound})`
}

function passedText({ key, state, exception }: Criterion): string {
  const what = key.slice(key.indexOf(' ') + 1)
  if (state === 'excepted' && exception) return `${what} by an exception of ${exception.by} until ${exception.until}`
  return `${what} without a value, as the policy allows`
}
