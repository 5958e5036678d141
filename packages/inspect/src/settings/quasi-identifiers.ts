import { unknownColumn, type Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'

/**
 * The schema with these columns as the quasi-identifiers, in the place of those it has: what a front end asks for where
 * there is no schema. Throws UNKNOWN_COLUMN.
 */
export function withQuasiIdentifiers(
  schema: FileSchema | undefined,
  names: readonly string[] | undefined,
  original: Dataset,
): FileSchema | undefined {
  if (names === undefined || names.length === 0) return schema
  const unknown = names.find((name) => !original.names.includes(name))
  if (unknown !== undefined) throw unknownColumn(unknown, original.names)
  const columns = new Map(Object.entries(schema?.columns ?? {}))
  for (const [name, { role, ...rest }] of columns) if (role === 'quasi-identifier') columns.set(name, rest)
  for (const name of names) columns.set(name, { ...columns.get(name), role: 'quasi-identifier' })
  return { ...schema, columns: Object.fromEntries(columns) }
}
