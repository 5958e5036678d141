import { expandPatterns, hasPatterns, type FileSchema } from '@sdc/engine'
import { withLayout, type FileLayout } from './layout.js'
import { inDocument, readSchema } from './documents.js'
import type { HierarchyFiles } from './hierarchies.js'
import type { InputFile } from './input-file.js'
import { withTaxonomies } from './taxonomies.js'

/** Access to files by their paths. A front end provides its own: standard input, other encodings, files of a page. */
export interface FileAccess {
  /** Reads a file; each iteration restarts at its first byte. */
  readonly read: (path: string) => Promise<InputFile>
  readonly isFile: (path: string) => Promise<boolean>
  /** Reads the column names of a table, without its records if possible. */
  readonly names: (data: string | InputFile, schema: FileSchema) => Promise<readonly string[]>
}

/** Sources of the schema of a table. */
export interface SchemaSources extends FileLayout {
  /** Path of a schema. */
  readonly schema?: string | undefined
  /** Schema if there is no schema file. */
  readonly otherwise?: FileSchema | undefined
  /** Hierarchy files whose taxonomies replace those of the schema. */
  readonly taxonomies?: HierarchyFiles['named'] | undefined
}

/**
 * Reads the schema of a table, and expands its patterns to the columns of the table.
 *
 * @param files - Access to the files.
 * @param data - The table or its path; read for its column names if the schema has a pattern.
 * @param sources - Sources of the schema.
 * @returns The schema; undefined if there is none.
 */
export async function schemaFor(
  files: FileAccess,
  data: string | InputFile,
  { schema: path, otherwise, taxonomies = [], ...layout }: SchemaSources,
): Promise<FileSchema | undefined> {
  const file = path === undefined ? undefined : await files.read(path)
  const schema = withLayout(file === undefined ? otherwise : readSchema(file), layout)
  if (schema === undefined || !hasPatterns(schema)) return withTaxonomies(schema, taxonomies)
  const names = await files.names(data, schema)
  const expand = (): FileSchema => expandPatterns(schema, names)
  return withTaxonomies(file === undefined ? expand() : inDocument(file, expand), taxonomies)
}
