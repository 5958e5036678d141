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

/** Number of records above which few runs tell all: values of so many records hardly differ between draws. */
export const MANY_RECORDS = 50_000

/**
 * Returns the settings to begin with: the schema that `sdc inspect` proposes. A column without a proposed role is released
 * unchanged. Candidates for a file of many records are run twice, not five times.
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
    replicates: (file?.records ?? 0) > MANY_RECORDS ? 2 : 5,
    // What is missing stays so, where nobody says otherwise: nothing is made up, and nothing fails.
    missing: file?.columns.some(({ missing }) => missing > 0) ? 'keep' : 'refuse',
    policy,
  }
}
