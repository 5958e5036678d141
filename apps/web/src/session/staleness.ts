import type { Settings } from '../worker/protocol/protocol.js'

/** What a comparison depends on: settings that differ in nothing else have the same candidates, judged in the same way. */
export function comparisonKey(settings: Settings): string {
  const { policy } = settings
  return JSON.stringify([candidatesKey(settings), policy.text, policy.release])
}

/** What the measurements of a comparison depend on, whatever a policy says of them. */
export function candidatesKey(settings: Settings): string {
  const { schema, search, candidates, reverseMap, replicates, missing, fixed, last } = settings
  return JSON.stringify([sorted(schema), search, candidates, reverseMap, replicates, missing, fixed, last])
}

/** What a choice depends on, and what a policy says of it. */
export function choiceKey(settings: Settings): string {
  return JSON.stringify([releaseKey(settings), settings.replicates])
}

/** What a drawn file depends on, and what a policy says of it. */
export function releaseKey(settings: Settings): string {
  const { policy } = settings
  return JSON.stringify([drawKey(settings), policy.text, policy.release])
}

/** What a drawn file itself depends on, whatever a policy says of it. */
export function drawKey({ schema, accepted, chosen, steps, fixed, last }: Settings): string {
  return JSON.stringify([sorted(schema), [...accepted].sort(), chosen, steps, fixed, last])
}

/** What a table depends on. */
export function tableKey({ schema, table }: Settings): string {
  return JSON.stringify([sorted(schema), table])
}

/** What an anonymisation depends on. */
export function anonymityKey({ schema, anonymity, fixed, last }: Settings): string {
  return JSON.stringify([sorted(schema), anonymity, fixed, last])
}

/** A schema as text with its keys in one order, whatever order they were given in. */
export function sorted(schema: Settings['schema']): string {
  return JSON.stringify(schema, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
