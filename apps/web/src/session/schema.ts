import type { Role } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { Settings } from '../worker/protocol/settings-types.js'

export type ColumnSettings = FileSchema['columns'][string]

/** Returns the settings of a column; an empty object if there are none. */
export function columnOf({ schema }: Pick<Settings, 'schema'>, name: string): ColumnSettings {
  return Object.hasOwn(schema.columns, name) ? schema.columns[name] : {}
}

/** Returns the role of a column. */
export function roleOf(settings: Pick<Settings, 'schema'>, name: string): Role | undefined {
  return columnOf(settings, name).role
}

/** Returns true if a column is masked by its role. */
export function isMaskedRole(role: Role | undefined): boolean {
  return role === 'confidential' || role === 'quasi-identifier' || role === 'item'
}

/**
 * Returns the schema with changed columns.
 *
 * @param schema - The schema.
 * @param changes - Changed keys by column; an undefined key is removed.
 */
export function withColumns(schema: FileSchema, changes: ReadonlyMap<string, Partial<ColumnSettings>>): FileSchema {
  const columns = new Map(Object.entries(schema.columns))
  for (const [name, change] of changes) {
    const keys = Object.entries({ ...columns.get(name), ...change }).filter(([, value]) => value !== undefined)
    columns.set(name, Object.fromEntries(keys))
  }
  return { ...schema, columns: Object.fromEntries(columns) }
}
