import { withColumns } from './schema.js'
import type { Anonymity, OpenedFile, Settings } from '../worker/protocol/protocol.js'

/** Requirements of anonymity to begin with. */
export const usualAnonymity: Anonymity = {
  k: 5,
  suppressionLimit: 5,
  local: true,
  keep: [],
  importance: {},
  grouped: 20,
}

/**
 * Returns the settings to begin with: the schema that `sdc inspect` proposes. A column without a proposed role is released
 * unchanged.
 *
 * @param file - The file; undefined where none is open yet.
 * @param policy - The policy to begin with.
 */
export function usualSettings(file: OpenedFile | undefined, policy: Settings['policy']): Settings {
  const proposed = file?.proposed ?? { columns: {} }
  const roles = (file?.columns ?? []).map(
    ({ name, suggested }) => [name, { role: suggested?.role ?? 'non-confidential' }] as const,
  )
  return {
    goal: 'statistics',
    anonymity: usualAnonymity,
    schema: withColumns(proposed, new Map(roles)),
    accepted: [],
    search: 'usual',
    candidates: [],
    reverseMap: true,
    replicates: 5,
    // What is missing stays so, where nobody says otherwise: nothing is made up, and nothing fails.
    missing: file?.columns.some(({ missing }) => missing > 0) ? 'keep' : 'refuse',
    policy,
  }
}
