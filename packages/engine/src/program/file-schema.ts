import { unknownColumn, type Dataset } from '@sdc/core'
import { expandPatterns } from '../plan/expand-patterns.js'
import { parseFileSchema, type FileSchema } from '../plan/plan.js'
import type { FileOptions } from './step-types.js'

/**
 * Schema of a call: its `schema`, with its `roles` added.
 *
 * @param data - The file.
 * @param options - Schema and roles of the call.
 * @returns The schema; undefined without both.
 * @throws BAD_PLAN for an invalid schema; UNKNOWN_COLUMN for the role of a column that the file lacks.
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
