import { SdcError, type Column } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { readCsvFile } from '@sdc/io/node'
import { keyValue } from './options.js'

/** The schema with the taxonomies of `--taxonomy column=FILE` in the place of its own. */
export async function withTaxonomies(
  schema: FileSchema | undefined,
  pairs: readonly string[],
): Promise<FileSchema | undefined> {
  if (pairs.length === 0) return schema
  const columns = new Map(Object.entries(schema?.columns ?? {}))
  for (const pair of pairs) {
    const [name, path] = keyValue(pair)
    columns.set(name, { ...columns.get(name), taxonomy: await readTaxonomy(path) })
  }
  return { ...schema, columns: Object.fromEntries(columns) }
}

/** A CSV file of two columns: a category, and the category above it, empty for one at the top. */
async function readTaxonomy(path: string): Promise<Record<string, string | null>> {
  const form = 'A taxonomy is a CSV file with the columns category and parent; the parent of one at the top is empty.'
  const names = (await readCsvFile(path)).dataset.names
  if (names.length !== 2) {
    throw new SdcError('BAD_PLAN', `the taxonomy has ${names.length} columns`, { file: path }, form)
  }
  const columns = new Map(names.map((name) => [name, { kind: 'categorical', missing: [''] } as const]))
  const { dataset } = await readCsvFile(path, { columns })
  const [category, parent] = names.map((name) => labels(dataset.column(name)))
  const above = new Map<string, string | null>()
  category.forEach((name, i) => {
    const place = { file: path, line: i + 2 }
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
