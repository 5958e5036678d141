import { InvalidArgumentError } from 'commander'
import { decimalNumber } from '@sdc/core'
import * as option from '../../options/options.js'

/** Section on TABLE in the help of every such command. */
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

/** Options for the meanings of the columns of a table. */
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
  // A separate name, not the negation of --total.
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

export const mark = option.repeated('<text>', 'read this text as a suppressed value (repeatable)')
export const near = (what: string): option.Flag<number | undefined> =>
  option.value('<percent>', `report ${what} nearer than this percentage; default 10`, option.protectionOf)

/** Options of commands that protect or audit. */
export const protectionFlags = {
  rule: option.rule,
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
