import { chooseColumns, openBeside } from '@sdc/engine'
import type { OpenData } from '../data/open-data.js'
import { isMaskedRole } from '../../session/schema.js'
import type { Settings } from '../protocol/protocol.js'
import { schemaOf } from '../plans/settings-plan.js'

/**
 * Returns the unmasked columns that disclose masked ones or name people.
 *
 * @param data - The file.
 * @param settings - The roles.
 * @returns Each column with the reason; empty where nothing is to be masked yet.
 */
export function disclosingColumns(
  { csv }: OpenData,
  settings: Settings,
): { readonly name: string; readonly why: string }[] {
  const schema = schemaOf(settings)
  const isMasked = Object.values(schema.columns).some(({ role }) => isMaskedRole(role))
  if (!isMasked) return []
  const masked = chooseColumns(csv.dataset, undefined, schema, [])
  const found = new Map<string, string[]>()
  for (const { accept, columns, sentence } of openBeside(csv.dataset, masked, schema)) {
    for (const name of accept.length > 0 ? accept : columns) found.set(name, [...(found.get(name) ?? []), sentence])
  }
  return [...found].map(([name, sentences]) => ({ name, why: sentences.join('; ') }))
}
