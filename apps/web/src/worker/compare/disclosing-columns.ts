import { renumberedRoles, chooseColumns, columnsWithRole, openBeside, rolesOf, type ReleaseFinding } from '@sdc/engine'
import type { OpenData } from '../data/open-data.js'
import { isMaskedRole } from '../../session/schema.js'
import type { Disclosing } from '../protocol/file-types.js'
import type { Settings } from '../protocol/settings-types.js'
import { schemaOf } from '../plans/settings-plan.js'

/**
 * Finds the columns that disclose masked ones or identify people despite masking: unmasked columns, ids of households
 * and persons, and missing cells.
 *
 * @param data - The file.
 * @param settings - The roles.
 * @returns Each column, or the columns of a pattern, with reason and remedy; empty if no column is to be masked.
 */
export function disclosingColumns({ csv }: OpenData, settings: Settings): Disclosing[] {
  const schema = schemaOf(settings)
  const isMasked = Object.values(schema.columns).some(({ role }) => isMaskedRole(role))
  if (!isMasked) return []
  const { dataset } = csv
  const masked = chooseColumns(dataset, undefined, schema, [])
  const { keys } = rolesOf(dataset, schema)
  const together = keys.filter((name) => masked.includes(name))
  const findings = openBeside(dataset, masked, schema, { together, keepsMissing: settings.missing === 'keep' })
  const ids = columnsWithRole(dataset, schema, renumberedRoles)
  const isPattern = ({ remedy }: ReleaseFinding): boolean => remedy !== ''
  const patterns = findings.filter(isPattern)
  const found = new Map<string, string[]>()
  for (const { accept, columns, sentence } of findings.filter((one) => !isPattern(one))) {
    for (const name of accept.length > 0 ? accept : columns) found.set(name, [...(found.get(name) ?? []), sentence])
  }
  return [
    ...[...found].map(([name, sentences]) => ({
      columns: [name],
      why: sentences.join('; '),
      remedy: ids.includes(name) ? ('drop' as const) : ('mask' as const),
    })),
    ...patterns.map(({ columns, sentence }) => ({
      columns,
      why: sentence,
      remedy: settings.missing === 'keep' ? ('fill' as const) : ('drop' as const),
    })),
  ]
}
