import type { CsvFile } from '@sdc/io'
import type { Artefact } from '../outcome.js'
import type { TableColumns } from './table-columns.js'
import { contributionsCsv, tableCsv, type WeightedTable } from './table-csv.js'
import { tableDescription, type TableOrigin } from './table-description.js'
import { contributionsName, descriptionName } from './table-file.js'

/**
 * A table that stays in the house, with its description beside it, and what respondents contribute to its inner cells where it
 * knows that.
 *
 * @param table - The table.
 * @param columns - What is written of it.
 * @param out - Its name; without one it is printed, and nothing stands beside it.
 * @param origin - How it was made.
 * @param source - The file in whose way it is written.
 * @returns The files.
 */
export function tableArtefacts(
  table: WeightedTable,
  columns: TableColumns,
  out: string | undefined,
  origin: TableOrigin,
  source?: CsvFile,
): Artefact[] {
  const content = tableCsv(table, columns, source)
  if (out === undefined) return [{ kind: 'internal-table', name: out, content }]
  const beside = table.contributions && contributionsName(out)
  const { contributions = { order: 'size', weighted: false, of: 'respondent' }, ...from } = origin
  const told =
    (beside ?? origin.contributions) ? { contributions: { ...contributions, file: beside && baseName(beside) } } : {}
  const description = `${JSON.stringify(tableDescription(table, columns, { ...told, ...from }), null, 1)}\n`
  return [
    { kind: 'internal-table', name: out, content },
    { kind: 'internal-table', name: descriptionName(out), content: description },
    ...(beside === undefined
      ? []
      : [{ kind: 'internal-table', name: beside, content: contributionsCsv(table, columns, source) } as const]),
  ]
}

/** The name of a file without its folder. */
export function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
