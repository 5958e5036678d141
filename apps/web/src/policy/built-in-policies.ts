import { examplePolicies } from '@sdc/release'
import type { Goal, NamedPolicy, Settings } from '../worker/protocol/settings-types.js'

/** The policies of the project, each with one type of release of its name; their numbers are examples. */
export const builtInPolicies: readonly NamedPolicy[] = Object.entries(examplePolicies).map(([name, text]) => ({
  name,
  text,
  types: [name],
}))

/** Returns the policy that a comparison for a goal begins with. */
export function firstPolicy(goal: Goal): Settings['policy'] {
  const release = goal === 'synthetic' ? 'synthetic' : 'scientific-use'
  return { name: release, text: examplePolicies[release], release }
}

/** Returns `scientific-use` as `scientific use`. */
export function policyTitle(name: string): string {
  return name.replaceAll('-', ' ')
}
