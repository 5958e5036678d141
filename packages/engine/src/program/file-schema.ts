import { unknownColumn, type Dataset } from '@sdc/core'
import { parseFileSchema, type FileSchema } from '../plan/plan.js'
import type { FileOptions } from './step-types.js'

/**
 * The schema of a call: what is said as a schema, with the roles that are said by themselves.
 *
 * @param data - The file.
 * @param options - What is said of it.
 * @returns The schema; undefined where nothing is said.
 * @throws BAD_PLAN where it is none; UNKNOWN_COLUMN where a role is that of a column which is not there.
 */
export function schemaOf(data: Dataset, { schema, roles }: FileOptions): FileSchema | undefined {
  if (schema === undefined && roles === undefined) return undefined
  for (const name of Object.keys(roles ?? {})) if (!data.names.includes(name)) throw unknownColumn(name, data.names)
  const columns = Object.entries(roles ?? {}).map(
    ([name, role]) => [name, { ...ownOf(schema?.columns, name), role }] as const,
  )
  return parseFileSchema({ ...schema, columns: { ...schema?.columns, ...Object.fromEntries(columns) } })
}

function ownOf(columns: Readonly<Record<string, object>> | undefined, name: string): object {
  return columns && Object.hasOwn(columns, name) ? (columns[name] ?? {}) : {}
}
