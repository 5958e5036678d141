import type { Settings } from '../worker/protocol/protocol.js'

/** What a comparison depends on: settings that differ in nothing else have the same candidates with the same values. */
export function comparisonKey({
  roles,
  search,
  candidates,
  reverseMap,
  replicates,
  missing,
  policy,
}: Settings): string {
  return JSON.stringify([
    sorted(roles),
    search,
    candidates,
    reverseMap,
    replicates,
    missing,
    policy.text,
    policy.release,
  ])
}

/** What a choice depends on, and what a policy says of it. */
export function choiceKey({ roles, accepted, chosen, steps, replicates, policy }: Settings): string {
  return JSON.stringify([sorted(roles), [...accepted].sort(), chosen, steps, replicates, policy.text, policy.release])
}

/** What a drawn file depends on, and what a policy says of it. */
export function releaseKey({ roles, accepted, chosen, steps, policy }: Settings): string {
  return JSON.stringify([sorted(roles), [...accepted].sort(), chosen, steps, policy.text, policy.release])
}

/** What a drawn file itself depends on, whatever a policy says of it. */
export function drawKey({ roles, accepted, chosen, steps }: Settings): string {
  return JSON.stringify([sorted(roles), [...accepted].sort(), chosen, steps])
}

/** Roles in one order, whatever order they were given in. */
export function sorted(roles: Settings['roles']): [string, string][] {
  return Object.entries(roles).sort(([a], [b]) => (a < b ? -1 : 1))
}
