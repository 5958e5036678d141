import type { Role } from '@sdc/core'
import type { OpenedFile, Settings } from '../worker/protocol/protocol.js'

/**
 * The settings to begin with: every column has the role that its values suggest, and goes out as it is where they suggest none.
 *
 * @param file - The file; undefined where none is open yet.
 * @param policy - The policy to begin with.
 */
export function usualSettings(file: OpenedFile | undefined, policy: Settings['policy']): Settings {
  const roles = (file?.columns ?? []).map(({ name, suggested }): [string, Role] => [
    name,
    suggested?.role ?? 'non-confidential',
  ])
  return {
    roles: Object.fromEntries(roles),
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
