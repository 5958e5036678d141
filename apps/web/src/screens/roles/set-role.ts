import { singleRoles, type Role } from '@sdc/core'
import type { Settings } from '../../worker/protocol/protocol.js'

/** A change of the settings, and how the history calls it. */
export interface Change {
  readonly settings: Pick<Settings, 'roles' | 'accepted'>
  readonly label: string
}

/**
 * Gives columns a role. The column that had a role of one column (weight, household, person, wave) before becomes confidential, which is masked: the
 * page never makes a column open that nobody called so. A column that is masked now is no longer accepted as open.
 */
export function setRole({ roles, accepted }: Settings, names: readonly string[], role: Role): Change {
  const before = (singleRoles as readonly Role[]).includes(role)
    ? Object.keys(roles).filter((name) => roles[name] === role && !names.includes(name))
    : []
  const changed = {
    ...roles,
    ...Object.fromEntries(before.map((name) => [name, 'confidential' as const])),
    ...Object.fromEntries(names.map((name) => [name, role])),
  }
  const what = names.length === 1 ? names[0] : `${names.length} columns`
  const instead = before.map((name) => `, ${name} confidential`).join('')
  return {
    settings: {
      roles: changed,
      accepted: accepted.filter((name) => !names.includes(name) || role === 'non-confidential'),
    },
    label: `${what} ${role}${instead}`,
  }
}
