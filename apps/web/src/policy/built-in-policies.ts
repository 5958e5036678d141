import { examplePolicies } from '@sdc/release'
import type { NamedPolicy } from '../worker/protocol/protocol.js'

/** The policies that the project brings along, each of one type of release of its name; their numbers are examples. */
export const builtInPolicies: readonly NamedPolicy[] = Object.entries(examplePolicies).map(([name, text]) => ({
  name,
  text,
  types: [name],
}))

/** `scientific-use` as it is read: `scientific use`. */
export function policyTitle(name: string): string {
  return name.replaceAll('-', ' ')
}
