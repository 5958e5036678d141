import { categorical, dataset, numeric } from '@sdc/core'
import { writeCsv, type CsvFile } from '@sdc/files'
import type { Artefact } from '@sdc/inspect'
import { checkContributionNames, contributionColumns } from '../read/read-contributions.js'
import type { TableColumns } from '../read/table-columns.js'
import { tableCsv, type WeightedTable } from '../read/table-csv.js'
import { tableDescription, type TableOrigin } from '../read/table-description.js'
import { descriptionName } from './table-file.js'

/**
 * Returns the files of an internal table: the table, its description, and the contributions of respondents if it has
 * any.
 *
 * @param table - The table.
 * @param columns - Columns to write.
 * @param out - Name of the table; without one only the table is written, to be printed.
 * @param origin - Origin of the table.
 * @param source - File with the dialect of the output.
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
  const contributions = contributionsCsv(table, columns.by)
  const name = contributionsName(out)
  const told = contributions === undefined ? origin : { ...origin, contributions: namedIn(origin, columns, name) }
  const description = `${JSON.stringify(tableDescription(table, columns, told), null, 1)}\n`
  return [
    { kind: 'internal-table', name: out, content },
    { kind: 'internal-table', name: descriptionName(out), content: description },
    ...(contributions === undefined ? [] : [{ kind: 'internal-table', name, content: contributions } as const]),
  ]
}

/** Returns the name of the file with the contributions of a table: `t.csv` has `t.contributions.csv`. */
export function contributionsName(table: string): string {
  return `${table.replace(/\.csv$/i, '')}.contributions.csv`
}

/** Returns the name of a file without its folder. */
export function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}

function namedIn(
  { contributions }: TableOrigin,
  { weight }: TableColumns,
  path: string,
): NonNullable<TableOrigin['contributions']> {
  const file = baseName(path)
  return { order: 'size', weighted: weight !== undefined, of: 'respondent', ...contributions, file }
}

/** One line per contribution, in the order of cells; undefined if the table has none. */
function contributionsCsv(table: WeightedTable, by: readonly string[]): string | undefined {
  const { contributions, respondents, dimensions } = table
  if (contributions === undefined) return undefined
  checkContributionNames(by)
  const { starts, values } = contributions
  const cells = Array.from(dimensions[0].codes, (_, c) => Array<number>(starts[c + 1] - starts[c]).fill(c)).flat()
  const { respondent, value } = contributionColumns
  const who = Array.from(contributions.respondents, (one) => respondents?.[one] ?? String(one))
  return writeCsv(
    undefined,
    dataset([
      ...by.map((name, d) => {
        const { codes, levels } = dimensions[d]
        return [name, categorical(cells.map((c) => levels[codes[c]]))] as const
      }),
      [respondent, categorical(who)],
      [value, numeric(values)],
    ]),
  )
}
