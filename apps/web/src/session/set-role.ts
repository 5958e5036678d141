import { singleRoles, type Role } from '@sdc/core'
import { roleOf, withColumns } from './schema.js'
import type { Disclosing } from '../worker/protocol/file-types.js'
import type { Settings } from '../worker/protocol/settings-types.js'

/** A change of the settings, with its label in the history. */
export interface Change {
  readonly settings: Pick<Settings, 'schema' | 'accepted'>
  readonly label: string
}

/**
 * Gives columns a role. If the role is for one column (weight, household, person, wave), its earlier column becomes
 * confidential and is masked: the page never makes a column open without the user. A masked column is no longer
 * accepted as open.
 *
 * @param settings - Schema and accepted columns.
 * @param names - The columns.
 * @param role - The role.
 * @returns The change.
 */
export function setRole({ schema, accepted }: Settings, names: readonly string[], role: Role): Change {
  const before = (singleRoles as readonly Role[]).includes(role)
    ? Object.keys(schema.columns).filter((name) => roleOf({ schema }, name) === role && !names.includes(name))
    : []
  const changed = withColumns(
    schema,
    new Map([
      ...before.map((name) => [name, { role: 'confidential' }] as const),
      ...names.map((name) => [name, { role }] as const),
    ]),
  )
  const what = names.length === 1 ? names[0] : `${names.length} columns`
  const instead = before.map((name) => `, ${name} confidential`).join('')
  return {
    settings: {
      schema: changed,
      accepted: accepted.filter((name) => !names.includes(name) || role === 'non-confidential'),
    },
    label: `${what} ${role}${instead}`,
  }
}

/** Settles findings on columns by their remedies: masks or drops the columns, or fills their missing cells. */
export function settledBy(
  settings: Settings,
  findings: readonly Disclosing[],
): { readonly settings: Partial<Settings>; readonly label: string } {
  const named = (remedy: Disclosing['remedy']): string[] =>
    findings.filter((one) => one.remedy === remedy).flatMap(({ columns }) => columns)
  const masked = setRole(settings, named('mask'), 'confidential')
  const dropped = setRole({ ...settings, ...masked.settings }, named('drop'), 'identifier')
  const labels = [
    ...(named('mask').length > 0 ? [masked.label] : []),
    ...(named('drop').length > 0 ? [dropped.label] : []),
    ...(named('fill').length > 0 ? ['missing cells filled'] : []),
  ]
  return {
    settings: { ...dropped.settings, ...(named('fill').length > 0 && { missing: 'impute' as const }) },
    label: labels.join(', '),
  }
}
