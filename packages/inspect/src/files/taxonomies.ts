import type { FileSchema } from '@sdc/engine'
import type { InputFile } from './input-file.js'
import { readLevelHierarchy } from './level-hierarchy.js'

/**
 * Sets the taxonomies of columns from hierarchy files, in place of those of the schema.
 *
 * @param schema - The schema.
 * @param files - Hierarchy files of any form, by column.
 * @returns The schema with the taxonomies.
 * @throws BAD_HIERARCHY, EMPTY_FILE, RAGGED_ROW for an invalid file.
 */
export function withTaxonomies(
  schema: FileSchema | undefined,
  files: readonly (readonly [column: string, file: InputFile])[],
): FileSchema | undefined {
  if (files.length === 0) return schema
  const columns = new Map(Object.entries(schema?.columns ?? {}))
  for (const [name, file] of files)
    columns.set(name, { ...columns.get(name), taxonomy: Object.fromEntries(readLevelHierarchy(file)) })
  return { ...schema, columns: Object.fromEntries(columns) }
}
