import { csvHead } from '@sdc/files'
import { csvFilesAt } from '@sdc/files/node'
import { tableOptions } from '@sdc/inspect'
import type { FileSource } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { FileForms } from '../files/file-forms.js'

/**
 * Returns the schema of a masked file, as `readMasked` reads it: its columns, with categories if the original has some.
 */
export function schemaOfMasked(
  {
    maskedPath,
    forms,
    schema,
  }: { readonly maskedPath: string; readonly forms: FileForms; readonly schema: FileSchema | undefined },
  original: FileSource,
): FileSchema {
  const said = new Map(Object.entries(schema?.columns ?? {}))
  for (const name of original.names)
    if (original.kind(name) !== 'numeric') said.set(name, { kind: 'categorical', ...said.get(name) })
  // Skipped lines are not written.
  const all = { ...schema, skip: undefined, columns: Object.fromEntries(said) }
  // Parquet has the names of columns already.
  if (forms.masked === 'parquet') return all
  const options = { ...tableOptions(maskedPath, all), absentColumns: 'ignore' } as const
  const { names } = csvHead(csvFilesAt(maskedPath, options).content, options)
  return { ...all, columns: Object.fromEntries([...said].filter(([name]) => names.includes(name))) }
}
