import { examplePolicies } from '@sdc/workflow/policies'
import type { NamedPolicy } from './policies.js'

/** The policies that the project brings along, the numbers of which are examples. */
export const builtInPolicies: readonly NamedPolicy[] = Object.entries(examplePolicies).map(([name, text]) => ({
  name,
  text,
}))

/** `scientific-use` as it is read: `scientific use`. */
export function policyTitle(name: string): string {
  return name.replaceAll('-', ' ')
}
