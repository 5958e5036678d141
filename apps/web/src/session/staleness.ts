import type { Settings } from '../worker/protocol/protocol.js'

/** What a comparison depends on: settings that differ in nothing else have the same candidates with the same values. */
export function comparisonKey({
  schema,
  search,
  candidates,
  reverseMap,
  replicates,
  missing,
  policy,
}: Settings): string {
  return JSON.stringify([
    sorted(schema),
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
export function choiceKey({ schema, accepted, chosen, steps, replicates, policy }: Settings): string {
  return JSON.stringify([sorted(schema), [...accepted].sort(), chosen, steps, replicates, policy.text, policy.release])
}

/** What a drawn file depends on, and what a policy says of it. */
export function releaseKey({ schema, accepted, chosen, steps, policy }: Settings): string {
  return JSON.stringify([sorted(schema), [...accepted].sort(), chosen, steps, policy.text, policy.release])
}

/** What a drawn file itself depends on, whatever a policy says of it. */
export function drawKey({ schema, accepted, chosen, steps }: Settings): string {
  return JSON.stringify([sorted(schema), [...accepted].sort(), chosen, steps])
}

/** What a table depends on. */
export function tableKey({ schema, table }: Settings): string {
  return JSON.stringify([sorted(schema), table])
}

/** What an anonymisation depends on. */
export function anonymityKey({ schema, anonymity }: Settings): string {
  return JSON.stringify([sorted(schema), anonymity])
}

/** A schema as text with its keys in one order, whatever order they were given in. */
export function sorted(schema: Settings['schema']): string {
  return JSON.stringify(schema, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
