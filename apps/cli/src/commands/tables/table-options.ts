import { dirname, join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { decimalNumber, SdcError } from '@sdc/core'
import { keyValue, refuseTwice, readLevelHierarchy, type InputFile } from '@sdc/inspect'
import {
  statusDialects,
  type TableOptions,
  type StatusCodes,
  readStatusCodes,
  type TableInputFile,
  descriptionName,
  contributionsDescribed,
} from '@sdc/tables'
import { isFile, readInput } from '../../input/files.js'
import * as option from '../../options/options.js'

/** Part on TABLE in the help of every such command. */
export const tableOptionsHelp = `
TABLE is CSV or an Excel workbook (.xlsx), in one of two forms:
  long   one line per cell, with totals, and one column per dimension of --by
  wide   the codes of one dimension across. The header names the other dimensions, or --across names this one. A third dimension has its code above each block: year,2020
A single - marks a position without a cell. --locale sets the number format: with de, 1.234,5 is 1234.5.

Other columns are found by the options, then by the description of TABLE (t.table.json next to t.csv, from sdc table build or read). Otherwise their names count: value, count, largest_1, largest_2, …, magnitude, weight, status, cost, low, high, key, alone. Blanks around codes are dropped; 01 and 1 are two codes. A part that is not in the file is an empty cell.

Totals: the total of a dimension is the code of --total DIMENSION=CODE, the top of its --hierarchy, or the total of the description. Otherwise it is the only level that equals the sum of the others everywhere. If no level or several levels qualify, the table is an error, because readers could subtract from an undetected total. --no-total DIMENSION declares a dimension without a total. Each total must equal the sum of its parts, within --tolerance.

Statuses of cells, in a column (--status) or an a-priori file (--apriori):
  (empty)   the rules decide
  safe      never sensitive (a waiver); may be suppressed to protect others
  primary   sensitive; also written U
  fixed     must be published
  must      suppressed already, elsewhere or last month
  zero      publicly known to be empty
--status-codes reads the letters of other programs: argus, sdmx, eurostat, or a file of lines CODE;WORD. Lines of an a-priori file, separated by ; or ,:
  CODE;...;primary        a status, with a code for each dimension
  CODE;...;pl;10;20       required uncertainty below and above a primary cell
  CODE;...;c;5            its cost
  CODE;...;bounds;0;90    publicly known limits
  waiver;RESPONDENT       as --waiver`

/** Options that say what the columns of a table are. */
export const tableFlags = {
  ...option.headerFlags,
  by: option.list('name the dimensions: a,b'),
  value: option.text('<name>', 'read values from this column'),
  count: option.text('<name>', 'read numbers of contributors from this column'),
  largest: option.list('read the largest contributions from these columns, largest first'),
  magnitude: option.text('<name>', 'read Σ|contribution| from this column'),
  weight: option.text('<name>', 'read sums of weights from this column'),
  status: option.text('<name>', 'read statuses of cells from this column'),
  statusCodes: option.text('<codes>', 'read status codes of argus, sdmx, eurostat, or a file'),
  apriori: option.text('<file>', 'read statuses, levels, costs and limits of single cells'),
  costColumn: option.text('<name>', 'read costs of suppression from this column'),
  low: option.text('<name>', 'read publicly known lower limits from this column'),
  high: option.text('<name>', 'read publicly known upper limits from this column'),
  cellKey: option.text('<name>', 'read cell keys (0 to below 1) from this column'),
  alone: option.text('<name>', 'read single contributors of cells from this column'),
  contributions: option.text('<file>', 'read contributions to inner cells: dimensions, respondent, x (CSV)'),
  waiver: option.names('<respondent>', 'publish contributions of these respondents (repeatable)'),
  distinct: option.flag('count a contributor of several cells once in their total'),
  total: option.repeated('<dimension=code>', 'name the total of a dimension (repeatable)'),
  // A name of its own, not the negation of --total.
  noTotal: option.special<readonly string[]>(
    option.names('<dimension>', 'name dimensions without a total (repeatable)'),
    (one) => (one.negate = false),
  ),
  computeTotals: option.flag('compute missing totals'),
  tolerance: option.value('<number>', 'accept this difference of totals and parts: number or auto', toleranceOf),
  hierarchy: option.hierarchy,
  across: option.text('<name>', 'name the dimension across in a wide table'),
  sheet: option.text('<name>', 'read this sheet of a workbook'),
  locale: option.text('<tag>', 'read numbers of this language: de, fr-CH'),
}

/** Values of `tableFlags`. */
export type TableFileOptions = option.Given<typeof tableFlags>

export const mark = option.repeated('<text>', 'read this text as a suppressed value (repeatable)')
export const near = (what: string): option.Flag<number | undefined> =>
  option.value('<percent>', `report ${what} nearer than this percentage; default 10`, option.protectionOf)

/** Options of commands that protect or audit. */
export const protectionFlags = {
  rule: option.repeated('<rule>', 'find sensitive cells: p=15%, nk=1,50, pq=10,80, freq=3 (repeatable)'),
  protection: option.value(
    '<percent>',
    'require this uncertainty of primary cells, in percent; default 20',
    option.protectionOf,
  ),
}
export const singletons = option.choice('<what>', 'protect against respondents alone in a suppressed cell', [
  'auto',
  'protect',
  'ignore',
])
export const ownContributions = option.choice('<what>', 'protect against respondents in several suppressed cells', [
  'protect',
  'ignore',
])

function toleranceOf(text: string): number | 'auto' {
  const value = text === 'auto' ? 'auto' : decimalNumber(text)
  if (value === undefined) throw new InvalidArgumentError('it is neither a decimal number nor auto')
  return value
}

/** The hierarchy files by dimension, with their paths. Throws FILE, BAD_HIERARCHY, and BAD_OPTION for one named twice. */
export async function readLevelHierarchies(
  pairs: readonly string[],
): Promise<{ readonly hierarchies: Map<string, ReadonlyMap<string, string | null>>; readonly paths: string[] }> {
  const named = pairs.map(keyValue)
  refuseTwice(named, '--hierarchy')
  const hierarchies = new Map<string, ReadonlyMap<string, string | null>>()
  for (const [column, path] of named) hierarchies.set(column, readLevelHierarchy(await readInput(path)))
  return { hierarchies, paths: named.map(([, path]) => path) }
}

/** Reads the files that the options of a table name; no output may overwrite the returned paths. */
export async function tableOptionsOf(
  options: TableFileOptions,
): Promise<{ readonly columns: TableOptions; readonly paths: readonly string[] }> {
  const { by, value, count, largest, magnitude, weight, status, costColumn, low, high, cellKey: key, alone } = options
  const { noTotal, computeTotals, tolerance, distinct, header, waiver, apriori, contributions, statusCodes } = options
  const { across, sheet, locale } = options
  const { hierarchies, paths } = await readLevelHierarchies(options.hierarchy)
  const totals = options.total.map(keyValue)
  refuseTwice(totals, '--total')
  const given = async (path: string | undefined): Promise<InputFile | undefined> =>
    path === undefined ? undefined : readInput(path)
  const columns = { by, value, count, largest, magnitude, weight, status, cost: costColumn, low, high, key, alone }
  const codes = await statusCodesOf(statusCodes)
  return {
    columns: {
      ...columns,
      ...(totals.length > 0 && { totals: new Map(totals) }),
      ...(noTotal.length > 0 && { noTotal }),
      computeTotals,
      tolerance,
      statusCodes: codes?.codes,
      apriori: await given(apriori),
      contributions: await given(contributions),
      ...(waiver.length > 0 && { waivers: waiver }),
      distinct,
      header,
      ...([across, sheet, locale].some((one) => one !== undefined) && { form: { across, sheet, locale } }),
      ...(hierarchies.size > 0 && { hierarchies }),
    },
    paths: [...paths, ...[apriori, contributions, codes?.path].filter((path) => path !== undefined)],
  }
}

async function statusCodesOf(
  named: string | undefined,
): Promise<{ readonly codes: StatusCodes; readonly path?: string } | undefined> {
  if (named === undefined) return undefined
  if (Object.hasOwn(statusDialects, named)) return { codes: statusDialects[named] }
  if (await isFile(named)) return { codes: readStatusCodes(await readInput(named)), path: named }
  const fix = `They are ${Object.keys(statusDialects).join(', ')}, or a file of lines CODE;WORD.`
  throw new SdcError('BAD_OPTION', `status code list "${named}" is unknown`, { parameter: '--status-codes' }, fix)
}

async function namedBeside(description: string, path: string): Promise<InputFile> {
  if (await isFile(path)) return readInput(path)
  const fix =
    'Put it next to the table. Or remove contributions.file from the description: then respondents in several cells are not judged.'
  throw new SdcError(
    'FILE',
    `${description} names the contributions ${path}, but that file does not exist`,
    { file: path },
    fix,
  )
}

/** Reads a table with its description, and the file of contributions that this names. */
export async function tableInput(
  path: string,
  columns: TableOptions,
): Promise<TableInputFile & { readonly paths: readonly string[] }> {
  const beside = descriptionName(path)
  const description = (await isFile(beside)) ? await readInput(beside) : undefined
  const named = description && columns.contributions === undefined && contributionsDescribed(description)
  const contributions = named ? await namedBeside(beside, join(dirname(path), named)) : undefined
  const paths = [description, contributions].flatMap((file) => (file === undefined ? [] : [file.name]))
  return { file: await readInput(path), description, contributions, paths }
}
