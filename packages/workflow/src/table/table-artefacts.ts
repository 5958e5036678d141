import type { CsvFile } from '@sdc/io'
import type { Artefact } from '../outcome.js'
import type { TableColumns } from './table-columns.js'
import { tableCsv, type WeightedTable } from './table-csv.js'
import { tableDescription, type TableOrigin } from './table-description.js'
import { descriptionName } from './table-file.js'

/**
 * A table that stays in the house, with its description beside it.
 *
 * @param table - The table.
 * @param columns - What is written of it.
 * @param out - Its name; without one it is printed, and nothing stands beside it.
 * @param origin - How it was made.
 * @param source - The file in whose way it is written.
 * @returns Both files.
 */
export function tableArtefacts(
  table: WeightedTable,
  columns: TableColumns,
  out: string | undefined,
  origin: TableOrigin,
  source?: CsvFile,
): Artefact[] {
  const content = tableCsv(table, columns, source)
  const description = `${JSON.stringify(tableDescription(table, columns, origin), null, 1)}\n`
  return [
    { kind: 'internal-table', name: out, content },
    ...(out === undefined
      ? []
      : [{ kind: 'internal-table', name: descriptionName(out), content: description } as const]),
  ]
}
