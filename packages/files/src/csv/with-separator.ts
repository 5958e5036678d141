import type { Column } from '@sdc/core'
import type { ColumnSource, CsvFile } from './csv-file.js'
import { asNeeded } from './quoting.js'

/**
 * Changes the separator of a file. Cells keep their text and quotes; a column with the new separator in its text is
 * quoted as needed.
 *
 * @param file - The file that was read.
 * @param separator - The new separator.
 * @returns The same records, to be written with it.
 */
export function withSeparator(file: CsvFile, separator: string): CsvFile {
  if (file.dialect.separator === separator) return file
  const prefix = file.dialect.prefix.replace(/(sep=)./i, `$1${separator}`)
  const dialect = { ...file.dialect, separator, prefix }
  const source = new Map<string, ColumnSource>()
  for (const [name, own] of file.source) {
    if (!holds(own, file.dataset.column(name), separator))
      source.set(name, { ...own, header: own.header && asNeeded(name, dialect) })
  }
  return { ...file, dialect, source }
}

/** Returns true if the text of a column contains the separator, inside or outside quotes. */
function holds(
  { missing, newMissing, exceptions, trailing }: ColumnSource,
  column: Column,
  separator: string,
): boolean {
  const inText = (text: string | undefined): boolean => text?.includes(separator) === true
  if (inText(missing?.text) || inText(newMissing.text)) return true
  if (column.kind === 'categorical' && column.levels.some(inText)) return true
  for (const text of trailing.values()) if (inText(text)) return true
  for (let i = 0; i < exceptions.size; i++) if (inText(exceptions.get(exceptions.recordAt(i)))) return true
  return false
}
