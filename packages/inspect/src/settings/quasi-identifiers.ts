import { unknownColumn, type Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'

/**
 * Returns the schema with these columns as the quasi-identifiers, in place of its own; a front end without a schema
 * needs this.
 *
 * @param schema - The schema, if there is one.
 * @param names - Names of the quasi-identifiers; without any, the schema is unchanged.
 * @param original - The original file.
 * @returns The schema.
 * @throws UNKNOWN_COLUMN if the file lacks one.
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
