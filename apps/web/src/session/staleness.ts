import type { Settings } from '../worker/protocol/settings-types.js'

/**
 * Returns a key of the settings that a comparison depends on: with equal keys, the candidates and their judgement are
 * the same.
 */
export function comparisonKey(settings: Settings): string {
  const { policy } = settings
  return JSON.stringify([candidatesKey(settings), policy.text, policy.release])
}

/** Returns a key of the settings that the measurements of a comparison depend on, under any policy. */
export function candidatesKey(settings: Settings): string {
  const { schema, search, candidates, reverseMap, replicates, missing, fixed, last } = settings
  return JSON.stringify([sorted(schema), search, candidates, reverseMap, replicates, missing, fixed, last])
}

/** Returns a key of the settings that a choice and its judgement depend on. */
export function choiceKey(settings: Settings): string {
  return JSON.stringify([releaseKey(settings), settings.replicates])
}

/** Returns a key of the settings that a drawn file and its judgement depend on. */
export function releaseKey(settings: Settings): string {
  const { policy } = settings
  return JSON.stringify([drawKey(settings), policy.text, policy.release])
}

/** Returns a key of the settings that a drawn file depends on, under any policy. */
export function drawKey({ schema, accepted, chosen, steps, fixed, last }: Settings): string {
  return JSON.stringify([sorted(schema), [...accepted].sort(), chosen, steps, fixed, last])
}

/** Returns a key of the settings that a table depends on. */
export function tableKey({ schema, table }: Settings): string {
  return JSON.stringify([sorted(schema), table])
}

/** Returns a key of the settings that an anonymisation depends on. */
export function anonymityKey({ schema, anonymity, fixed, last }: Settings): string {
  return JSON.stringify([sorted(schema), anonymity, fixed, last])
}

/** Returns a schema as text with sorted keys. */
export function sorted(schema: Settings['schema']): string {
  return JSON.stringify(schema, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
