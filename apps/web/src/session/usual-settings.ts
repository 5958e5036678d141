import { withColumns } from './schema.js'
import type { OpenedFile } from '../worker/protocol/file-types.js'
import type { Anonymity, Settings } from '../worker/protocol/settings-types.js'

/** Default requirements of anonymity. */
export const usualAnonymity: Anonymity = {
  k: 5,
  suppressionLimit: 5,
  local: true,
  keep: [],
  importance: {},
  grouped: 20,
}

/** Number of records above which few runs suffice, since values hardly differ between draws. */
export const MANY_RECORDS = 50_000

/**
 * Returns the default settings: the schema that `sdc inspect` proposes. A column without a proposed role is released
 * unchanged. Candidates for a file of many records are run twice, not five times.
 *
 * @param file - The file; undefined if none is open yet.
 * @param policy - The initial policy.
 * @returns The settings.
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
    // Missing values stay missing by default: no value is invented, and no method fails.
    missing: file?.columns.some(({ missing }) => missing > 0) ? 'keep' : 'refuse',
    policy,
  }
}
