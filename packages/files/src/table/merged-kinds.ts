import type { ColumnSource, CsvFile } from '../csv/csv-file.js'
import { packedText } from '../csv/text/packed-text.js'
import { isMissing } from '../csv/unchanged.js'

/**
 * Returns a file whose columns have one kind of missing cells: each is written with the text of a cell that becomes
 * missing, which is system-missing in a statistical file.
 *
 * @param file - The file.
 * @param names - Names of the columns.
 * @returns The same file with other texts of these missing cells. Cost: one pass over their texts.
 */
export function withMergedKinds<File extends CsvFile>(file: File, names: readonly string[]): File {
  const source = new Map(file.source)
  for (const name of names) {
    const held = source.get(name)
    if (held !== undefined)
      source.set(
        name,
        merged(held, (record) => isMissing(file.dataset.column(name), record)),
      )
  }
  return { ...file, source }
}

function merged(source: ColumnSource, isMissingAt: (record: number) => boolean): ColumnSource {
  const exceptions = packedText()
  for (let i = 0; i < source.exceptions.size; i++) {
    const record = source.exceptions.recordAt(i)
    if (isMissingAt(record)) continue
    const from = source.exceptions.from(i)
    exceptions.pushBytes(record, source.exceptions.block(i), from, from + source.exceptions.length(i))
  }
  return { ...source, exceptions, missing: source.newMissing }
}
