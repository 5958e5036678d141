import { neverMaskedRoles, type Dataset } from '@sdc/core'
import { columnsWithRole, type FileSchema, type ReleaseFinding } from '@sdc/engine'
import type { ReleasedRoles } from '../policy/policy-types.js'

/**
 * Returns the roles of the columns of a released file. A masked column with (almost) unchanged values counts as
 * unmasked.
 *
 * @param original - The original.
 * @param schema - Its roles.
 * @param released - Names of the released columns.
 * @param masked - Names of the masked columns.
 * @param findings - Findings against the release.
 * @returns The quasi-identifiers, and the columns that an intruder may know and that are released unmasked.
 */
export function releasedRoles(
  original: Dataset,
  schema: FileSchema | undefined,
  released: readonly string[],
  masked: readonly string[],
  findings: readonly ReleaseFinding[],
): ReleasedRoles {
  const same = new Set(findings.flatMap(({ kind, columns }) => (kind === 'unchanged' ? columns : [])))
  const keys = columnsWithRole(original, schema, ['quasi-identifier'])
  const told = columnsWithRole(original, schema, [...neverMaskedRoles, 'quasi-identifier'])
  const others = columnsWithRole(original, schema, ['non-confidential', 'confidential', 'item'])
  const unmasked = original.names.filter(
    (name) => released.includes(name) && (!masked.includes(name) || same.has(name)) && !told.includes(name),
  )
  return {
    named: told.length + others.length > 0,
    keys,
    unmasked,
    unnamed: unmasked.filter((name) => !others.includes(name)),
  }
}
