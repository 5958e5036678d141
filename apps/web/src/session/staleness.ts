import type { Settings } from '../worker/protocol/protocol.js'

/** Settings that a comparison depends on: settings that differ in nothing else have the same candidates, judged in the same way. */
export function comparisonKey(settings: Settings): string {
  const { policy } = settings
  return JSON.stringify([candidatesKey(settings), policy.text, policy.release])
}

/** Settings that the measurements of a comparison depend on, under any policy. */
export function candidatesKey(settings: Settings): string {
  const { schema, search, candidates, reverseMap, replicates, missing, fixed, last } = settings
  return JSON.stringify([sorted(schema), search, candidates, reverseMap, replicates, missing, fixed, last])
}

/** Settings that a choice and its judgement depend on. */
export function choiceKey(settings: Settings): string {
  return JSON.stringify([releaseKey(settings), settings.replicates])
}

/** Settings that a drawn file and its judgement depend on. */
export function releaseKey(settings: Settings): string {
  const { policy } = settings
  return JSON.stringify([drawKey(settings), policy.text, policy.release])
}

/** Settings that a drawn file depends on, under any policy. */
export function drawKey({ schema, accepted, chosen, steps, fixed, last }: Settings): string {
  return JSON.stringify([sorted(schema), [...accepted].sort(), chosen, steps, fixed, last])
}

/** Settings that a table depends on. */
export function tableKey({ schema, table }: Settings): string {
  return JSON.stringify([sorted(schema), table])
}

/** Settings that an anonymisation depends on. */
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
