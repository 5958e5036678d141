import { readFileSync } from 'node:fs'
import { readSchema, readTable, type InputFile } from '@sdc/inspect'
import type { TableFile } from '@sdc/files/formats'

const input = (path: string): InputFile => ({ name: path, content: readFileSync(path) })

/** Reads a file of any format, by a schema if there is one. */
export const tableOf = (path: string, schema?: string): TableFile =>
  readTable(input(path), schema === undefined ? undefined : readSchema(input(schema)))

/** Returns the texts of the cells of a column; the kind of a missing one. */
export function cellsOf({ dataset, source }: TableFile, name: string): string[] {
  const column = dataset.column(name)
  const own = source.get(name)
  const missing = (i: number): string => `missing ${own?.exceptions.get(i) ?? own?.missing?.text ?? ''}`
  if (column.kind === 'numeric')
    return Array.from(column.values, (value, i) => (Number.isNaN(value) ? missing(i) : String(value)))
  return Array.from(column.codes, (code, i) => (code < 0 ? missing(i) : column.levels[code]))
}

/** Returns the description of a column. */
export function describedAs({ dictionary }: TableFile, name: string): object {
  const { label, labels, measure, format, missing, time, stored } = dictionary?.columns.get(name) ?? {}
  return { label, labels: labels && [...labels], measure, format, missing, time, stored }
}
