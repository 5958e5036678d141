import type { FileSchema } from '@sdc/engine'
import type { Dictionary } from '@sdc/files/formats'

/**
 * Adds the missing values declared by a file to its schema. Masked values then avoid them, and the masked file is read
 * with them in any format.
 *
 * @param schema - The schema, which takes precedence.
 * @param dictionary - The dictionary of the file.
 * @returns The schema with the missing values of columns for which it names none.
 */
export function withMissingOf<Schema extends FileSchema | undefined>(
  schema: Schema,
  dictionary: Dictionary | undefined,
): Schema | FileSchema {
  if (dictionary === undefined || schema?.missing !== undefined) return schema
  const columns = new Map(Object.entries(schema?.columns ?? {}))
  let isSame = true
  for (const [name, { missing, labels }] of dictionary.columns) {
    const said = columns.get(name)
    if (said?.missing !== undefined || said?.missingRange !== undefined) continue
    const letters = [...(labels?.keys() ?? [])].filter((text) => /^\.[a-z_]$/.test(text))
    const texts = [...new Set([...(missing?.values ?? []), ...letters])]
    if (texts.length === 0 && missing?.range === undefined) continue
    isSame = false
    const missingRange = missing?.range && ([...missing.range] as [number, number])
    columns.set(name, { ...said, missing: ['', ...texts], ...(missingRange && { missingRange }) })
  }
  return isSame ? schema : { ...schema, columns: Object.fromEntries(columns) }
}
