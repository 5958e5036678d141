import { unknownColumn, type Dataset } from '@sdc/core'
import { expandPatterns } from '../plan/expand-patterns.js'
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
  const said = expandPatterns(parseFileSchema(schema ?? {}), data.names)
  const columns = Object.entries(roles ?? {}).map(
    ([name, role]) => [name, { ...ownOf(said.columns, name), role }] as const,
  )
  return parseFileSchema({ ...said, columns: { ...said.columns, ...Object.fromEntries(columns) } })
}

function ownOf(columns: Readonly<Record<string, object>>, name: string): object {
  return Object.hasOwn(columns, name) ? columns[name] : {}
}
