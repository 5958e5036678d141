import { roleOf } from '../../session/schema.js'
import type { OpenedFile } from '../../worker/protocol/file-types.js'
import type { Settings } from '../../worker/protocol/settings-types.js'
import type { TableSettings } from '../../worker/protocol/table-types.js'

/** Most levels of a dimension that the page proposes, and that it offers. */
const FEW = 30
export const MOST_LEVELS = 2000

/**
 * Returns the settings of the table: those of the user, or a proposal with two columns of few categories as dimensions
 * and the sum of the first confidential number.
 *
 * @param settings - All settings.
 * @param file - The file.
 * @returns The settings of the table.
 */
export function tableOf(settings: Settings, file: OpenedFile): TableSettings {
  if (settings.table !== undefined) return settings.table
  const isKey = (name: string): boolean => roleOf(settings, name) === 'quasi-identifier'
  const few = file.columns.filter(
    ({ name, kind, distinct }) =>
      distinct > 1 && distinct <= FEW && (kind === 'categorical' || isKey(name)) && roleOf(settings, name) !== 'weight',
  )
  const by = [...few.filter(({ name }) => isKey(name)), ...few.filter(({ name }) => !isKey(name))]
  const numbers = file.columns.filter(({ kind }) => kind === 'numeric')
  const value = numbers.find(({ name }) => roleOf(settings, name) === 'confidential')?.name
  return {
    by: by.slice(0, 2).map(({ name }) => name),
    value,
    weight: numbers.find(({ name }) => roleOf(settings, name) === 'weight')?.name,
    frequency: 3,
    ...(value !== undefined && { estimate: 10 }),
    protection: 'suppression',
    base: 5,
  }
}

/** Returns the reason that a table is impossible with these settings; undefined if it is possible. */
export function refusedTable({
  by,
  frequency,
  estimate,
  dominance,
  protection,
  id,
}: TableSettings): string | undefined {
  if (by.length === 0) return 'Choose a first dimension.'
  if (protection === 'cell keys' && id === undefined) return 'Cell keys need the column that identifies a record.'
  if (protection === 'suppression' && frequency === undefined && estimate === undefined && dominance === undefined)
    return 'Suppression needs a rule: choose at least one.'
  return undefined
}
