import { dataset, type Column, type MissingKinds } from '@sdc/core'
import type { ColumnSource, CsvFile } from '../csv/csv-file.js'
import { isMissing } from '../csv/unchanged.js'

/**
 * Returns a file whose columns carry the kinds of their missing values, for methods that create records: a missing
 * value of a new record has no text in the original file.
 *
 * @param file - The file.
 * @returns The same file; columns whose missing values all have the text of new ones are unchanged. Cost: one pass
 *   over its columns.
 */
export function withMissingKinds<File extends CsvFile>(file: File): File {
  const columns = file.dataset.names.map((name) => {
    const column = file.dataset.column(name)
    const source = file.source.get(name)
    const missingKinds = source && kindsOf(column, source)
    return [name, missingKinds ? { ...column, missingKinds } : column] as const
  })
  if (columns.every(([, { missingKinds }]) => missingKinds === undefined)) return file
  return { ...file, dataset: dataset(columns) }
}

function kindsOf(column: Column, { exceptions, missing, newMissing }: ColumnSource): MissingKinds | undefined {
  const rows = column.kind === 'numeric' ? column.values.length : column.codes.length
  const places = new Map<string, number>()
  const of = new Int32Array(rows).fill(-1)
  for (let i = 0; i < rows; i++) {
    if (!isMissing(column, i)) continue
    const text = exceptions.get(i) ?? missing?.text ?? newMissing.text
    const place = places.get(text) ?? places.size
    places.set(text, place)
    of[i] = place
  }
  const texts = [...places.keys()]
  return texts.every((text) => text === newMissing.text) ? undefined : { texts, of }
}
