import type { Registry } from '@sdc/core'
import { bindLimits } from '@sdc/engine'
import { judgeDemands } from './judge-demands.js'
import { judgeLimit } from './judge-limit.js'
import type { Criterion, Judgement, Policy, PolicyFacts } from './policy-types.js'
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
  const criteria = [
    ...bindLimits(registry, type.limits).map((limit) => judgeLimit(limit, type, facts, today)),
    ...judgeDemands(type.require, facts),
  ]
  const state = criteria.some((one) => one.state === 'not met')
    ? 'not met'
    : criteria.some((one) => one.state !== 'met')
      ? 'excepted'
      : 'met'
  const told = { policy: name, release: chosen.name, runs: facts.runs.length, criteria, state } as const
  return { ...told, verdict: verdictOf(told) }
}

/** So many criteria are named in the verdict. */
const NAMED = 4

function verdictOf({ policy, release, runs, criteria, state }: Omit<Judgement, 'verdict'>): string {
  const whole = `${release} of ${policy}`
  const judged = runs > 1 ? `, judged by the worst of ${runs} runs` : ''
  if (state === 'not met') {
    const left = criteria.filter((one) => one.state === 'not met')
    const more = left.length - NAMED
    const named = left.slice(0, NAMED).map(missedText).join('; ')
    const rest = more > 0 ? `; and ${more} more` : ''
    return `Not met: ${whole} fails in ${left.length} of ${criteria.length} criteria${judged}: ${named}${rest}.`
  }
  const passed = criteria.filter((one) => one.state !== 'met')
  const count = `${criteria.length} ${criteria.length === 1 ? 'criterion' : 'criteria'}`
  if (passed.length === 0) return `Met: ${whole}, ${count}${judged}.`
  const more = passed.length - NAMED
  const named = passed.slice(0, NAMED).map(passedText).join('; ')
  return `Met but for what was let pass: ${whole}, ${count}${judged}; ${named}${more > 0 ? `; and ${more} more` : ''}.`
}

/** `risk/dbrl 31.2 % (at most 25 %)`, `keyed`. */
function missedText({ key, bound, text, limit }: Criterion): string {
  const what = key.slice(key.indexOf(' ') + 1)
  if (limit === null) return what
  return `${what} ${text.split(/[:;]/)[0]} (${bound})`
}

function passedText({ key, state, exception }: Criterion): string {
  const what = key.slice(key.indexOf(' ') + 1)
  if (state === 'excepted' && exception) return `${what} by an exception of ${exception.by} until ${exception.until}`
  return `${what} without a value, as the policy allows`
}
