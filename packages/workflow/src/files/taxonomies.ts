import { SdcError, type Column } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { readCsv } from '@sdc/io'
import type { InputFile } from './input-file.js'

/** The schema with the taxonomies of files, by column, in the place of its own. */
export function withTaxonomies(
  schema: FileSchema | undefined,
  taxonomies: readonly (readonly [column: string, file: InputFile])[],
): FileSchema | undefined {
  if (taxonomies.length === 0) return schema
  const columns = new Map(Object.entries(schema?.columns ?? {}))
  for (const [name, file] of taxonomies) columns.set(name, { ...columns.get(name), taxonomy: readTaxonomy(file) })
  return { ...schema, columns: Object.fromEntries(columns) }
}

/** A CSV file of two columns: a category, and the category above it, empty for one at the top. */
function readTaxonomy(source: InputFile): Record<string, string | null> {
  const form = 'A taxonomy is a CSV file with the columns category and parent; the parent of one at the top is empty.'
  const { name: file } = source
  const names = readCsv(source.content, { file }).dataset.names
  if (names.length !== 2) throw new SdcError('BAD_PLAN', `the taxonomy has ${names.length} columns`, { file }, form)
  const columns = new Map(names.map((name) => [name, { kind: 'categorical', missing: [''] } as const]))
  const { dataset } = readCsv(source.content, { columns, file })
  const [category, parent] = names.map((name) => labels(dataset.column(name)))
  const above = new Map<string, string | null>()
  category.forEach((name, i) => {
    const place = { file, line: i + 2 }
    if (name === null) throw new SdcError('BAD_PLAN', `line ${place.line} has no category`, place, form)
    const known = above.get(name)
    if (known !== undefined && known !== parent[i]) {
      const message = `line ${place.line}: "${name}" is put below ${parent[i] ?? 'nothing'} and below ${known ?? 'nothing'}`
      throw new SdcError('BAD_PLAN', message, place, 'Each category has one above it.')
    }
    above.set(name, parent[i])
  })
  return Object.fromEntries(above)
}

function labels(column: Column): (string | null)[] {
  if (column.kind === 'numeric') throw new TypeError('the columns of a taxonomy are read as categories')
  return Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]))
}
