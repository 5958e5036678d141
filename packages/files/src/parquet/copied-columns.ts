/** Copies of Parquet files: unmasked columns are copied unchanged, one group of records at a time. */
import { closeSync, openSync } from 'node:fs'
import type { ColumnForm } from './column-forms.js'
import { checkUnchanged, type ParquetFile } from './parquet-files.js'
import { columnBytes, nameOf, readFooter, type ParquetFooter, type RowGroup } from './parquet-footer.js'

/** A group of records and its file. */
export interface GroupOfFile extends RowGroup {
  readonly file: ParquetFile
  /** True if its file defines the order of least and largest values. */
  readonly ordered: boolean
}

/** Parts of files that can be copied. */
export interface ParquetCopies {
  /** All columns of the files, in their order. */
  readonly names: readonly string[]
  /** Names of the columns that can be copied. */
  readonly columns: ReadonlySet<string>
  /** Columns in the files' own metadata, by name. */
  readonly footer: Pick<ParquetFooter, 'root' | 'columns' | 'orders'>
  readonly groups: readonly GroupOfFile[]
}

/**
 * Finds the parts that can be copied.
 *
 * @param files - The files.
 * @param forms - Forms of their columns: those with changed cells are not copied.
 * @returns The parts; undefined if there are none.
 * @throws FILE if a file has changed
 */
export function copiesOf(files: readonly ParquetFile[], forms: readonly ColumnForm[]): ParquetCopies | undefined {
  const footers: ParquetFooter[] = []
  const groups: GroupOfFile[] = []
  for (const file of files) {
    const footer = footerOf(file)
    if (footer === undefined || footer.columns.map(nameOf).join('\0') !== forms.map(({ name }) => name).join('\0'))
      return undefined
    footers.push(footer)
    for (const group of footer.groups)
      if (group.rows > 0) groups.push({ ...group, file, ordered: footer.orders !== undefined })
  }
  const [first] = footers
  const isAlike = (column: number): boolean => {
    const own = columnBytes(first.columns[column])
    return footers.every(({ columns }) => columnBytes(columns[column]).equals(own))
  }
  const names = forms.map(({ name }) => name)
  const columns = new Set(names.filter((_, c) => forms[c].asItStands && isAlike(c)))
  const orders = footers.every((own) => own.orders !== undefined) ? first.orders : undefined
  return columns.size === 0 ? undefined : { names, columns, footer: { ...first, orders }, groups }
}

function footerOf(file: ParquetFile): ParquetFooter | undefined {
  const opened = openSync(file.path, 'r')
  try {
    return readFooter(opened, Number(file.bytes))
  } finally {
    closeSync(opened)
    checkUnchanged(file)
  }
}
