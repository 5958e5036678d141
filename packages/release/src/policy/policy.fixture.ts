import type { LimitedValue } from '@sdc/engine'
import { registry } from '../../../inspect/src/in-memory.fixture.js'
import { judge } from './judge.js'
import type { Criterion, Judgement, Policy, PolicyFacts } from './policy-types.js'
import { readPolicy } from './read-policy.js'

/** Returns a policy of one type, `x`, with the given YAML. */
export function policyOf(type: string): Policy {
  return readPolicy({ name: 'policy.yaml', content: `version: 1\nreleases: { x: { ${type} } }\n` }, registry)
}

/** Returns facts with one metric, and its values by run. */
export function runsOf(
  metric: string,
  values: readonly (number | null)[],
  more: Partial<PolicyFacts> = {},
): PolicyFacts {
  const judged = (value: number | null): LimitedValue =>
    value === null ? { value, reason: 'there is none' } : { value }
  return {
    runs: values.map((value) => new Map([[metric, judged(value)]])),
    independent: new Map([[metric, 1.5]]),
    keyed: true,
    released: true,
    roles: { named: true, keys: ['region'], unmasked: [], unnamed: [] },
    hasItems: true,
    shuffled: true,
    identifiers: [],
    open: [],
    ...more,
  }
}

export function judged(type: string, facts: PolicyFacts, today = '2027-01-01'): Judgement {
  return judge(policyOf(type), 'x', facts, { registry, today, name: 'policy.yaml' })
}

/** Returns the only criterion. */
export function only({ criteria }: Judgement): Criterion {
  if (criteria.length !== 1) throw new Error(`${criteria.length} criteria`)
  return criteria[0]
}
