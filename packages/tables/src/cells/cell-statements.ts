import { didYouMean, givenStatuses, option, SdcError, type Table } from '@sdc/core'
import { cellName } from '@sdc/tabular'
import { readApriori, type Apriori } from '../read/apriori.js'
import { knownOf, loneOf, notNegative, statusesOf } from '../read/cell-columns.js'
import { packedContributions, readContributions } from '../read/read-contributions.js'
import type { StatusName } from '../read/status-codes.js'
import type { TableColumns } from '../read/table-columns.js'
import type { TableSource } from '../read/table-source.js'

/** Properties of cells other than their numbers. */
export type Statements = Pick<
  Table,
  'given' | 'givenLevels' | 'costs' | 'known' | 'alone' | 'contributions' | 'respondents' | 'waivers'
>

type Cells = Pick<Table, 'dimensions' | 'names' | 'values' | 'counts' | 'equations'>

/**
 * Collects the properties of cells from columns, the a-priori file and the file of contributions.
 *
 * @param source - File of the table.
 * @param columns - Meanings of the columns, and the other files.
 * @param table - Dimensions, values, counts and relations.
 * @returns Statuses, levels, costs, bounds, respondents and waivers, as far as given.
 * @throws WRONG_INPUT for contradictory statuses, and the errors of reading; BAD_OPTION for the waiver of an unknown
 *   respondent
 */
export function cellStatements(source: TableSource, columns: TableColumns, table: Cells): Statements {
  const said = columns.apriori && readApriori(columns.apriori, table, columns.statusCodes)
  const { given, waived } = givenOf(source, columns, table, said)
  return {
    ...(given && { given }),
    ...askedOf(table, said),
    ...costsOf(source, columns, table, said),
    ...boundsOf(source, columns, table, said, waived),
    ...respondentsOf(source, columns, table, said?.waivers ?? []),
  }
}

/** Status of each cell; `waived` are the cells that are safe and must be published. */
function givenOf(
  source: TableSource,
  columns: TableColumns,
  table: Cells,
  said: Apriori | undefined,
): { readonly given: Uint8Array | undefined; readonly waived: readonly number[] } {
  const ofColumn = statusesOf(source, columns)
  const waived: number[] = []
  if (columns.status === undefined && (said?.statuses.size ?? 0) === 0) return { given: undefined, waived }
  const given = Uint8Array.from(table.values, (value, c) => {
    const lines = [...new Set(said?.statuses.get(c) ?? [])]
    const own = ofColumn.at(c)
    const words = new Set([...lines, ...(own === undefined ? [] : [own])])
    const word = wordOf(words, lines, own)
    const name = (): string => cellName(table, c)
    if (word === 'both') {
      const message = `${name()} is called primary and fixed: sensitive, and to be published all the same`
      const fix = `Suppress it (primary), or publish it by a waiver of the respondent: call it safe, or name who waives (${option('waiver')}).`
      throw new SdcError('WRONG_INPUT', message, source.place(c), fix)
    }
    if (word === 'none') {
      const message = `the a-priori file calls ${name()} ${lines.join(' and ')}`
      throw new SdcError('WRONG_INPUT', message, { file: columns.apriori?.name }, 'Leave one of the lines out.')
    }
    if (word === 'zero' && value !== 0) {
      const message = `${name()} is called zero, and is ${value}`
      throw new SdcError('WRONG_INPUT', message, source.place(c), 'Correct one of the two.')
    }
    if (words.has('safe') && words.has('fixed')) waived.push(c)
    return givenStatuses.indexOf(word)
  })
  return { given, waived }
}

/** Status of a cell: the a-priori file takes precedence over the column; safe and fixed can be combined. */
function wordOf(
  words: ReadonlySet<StatusName>,
  lines: readonly StatusName[],
  own: StatusName | undefined,
): StatusName | '' | 'both' | 'none' {
  if (words.has('fixed') && words.has('primary')) return 'both'
  if (words.has('fixed') && words.has('safe') && words.size === 2) return 'safe'
  if (lines.length > 1) return 'none'
  return lines[0] ?? own ?? ''
}

function askedOf({ values }: Cells, said: Apriori | undefined): Pick<Table, 'givenLevels'> {
  if (said === undefined || said.levels.size === 0) return {}
  const side = (which: 0 | 1): Float64Array => values.map((_, c) => said.levels.get(c)?.[which] ?? Number.NaN)
  return { givenLevels: { lower: side(0), upper: side(1) } }
}

/** Costs from a column, and of single cells; by default a cell costs its value. */
function costsOf(
  source: TableSource,
  { cost }: TableColumns,
  { values }: Cells,
  said: Apriori | undefined,
): Pick<Table, 'costs'> {
  const lines = said?.costs ?? new Map<number, number>()
  if (cost === undefined && lines.size === 0) return {}
  const costs = cost === undefined ? values.map(Math.abs) : notNegative(source, cost)
  return { costs: costs.map((own, c) => lines.get(c) ?? own) }
}

/** Public bounds; the value itself for a cell that is safe and published in any case. */
function boundsOf(
  source: TableSource,
  columns: TableColumns,
  { values }: Cells,
  said: Apriori | undefined,
  waived: readonly number[],
): Pick<Table, 'known'> {
  const known = knownOf(source, columns)
  if ((said?.bounds.size ?? 0) === 0 && waived.length === 0) return known ? { known } : {}
  const low = known?.low ?? new Float64Array(values.length).fill(-Infinity)
  const high = known?.high ?? new Float64Array(values.length).fill(Infinity)
  for (const [c, bounds] of said?.bounds ?? []) [low[c], high[c]] = bounds
  for (const c of waived) low[c] = high[c] = values[c]
  return { known: { low, high } }
}

/** Lone respondents, contributions and waivers, by numbers in the order of the respondents' names. */
function respondentsOf(
  source: TableSource,
  columns: TableColumns,
  table: Cells,
  lines: readonly string[],
): Pick<Table, 'alone' | 'contributions' | 'respondents' | 'waivers'> {
  const lone = columns.alone === undefined ? undefined : loneOf(source, columns.alone, table.counts)
  const found = columns.contributions && readContributions(columns.contributions, columns.by, table, columns.header)
  const respondents = [...new Set([...(lone?.levels ?? []), ...(found?.names ?? [])])].sort()
  const numberOf = new Map(respondents.map((name, i) => [name, i]))
  const numbers = (names: readonly string[]): Int32Array => Int32Array.from(names, (name) => numberOf.get(name) ?? -1)
  const waivers = [...new Set([...(columns.waivers ?? []), ...lines])].map((name) => name.trim())
  const unknown = waivers.find((name) => !numberOf.has(name))
  if (unknown !== undefined) {
    const message = `"${unknown}" waives, and the table has no such respondent`
    const fix =
      respondents.length === 0
        ? `Name the respondents: a column with respondents who are alone (${option('alone')}), or a file of contributions (${option('contributions')}).`
        : didYouMean(unknown, respondents)
    throw new SdcError('BAD_OPTION', message, { parameter: option('waiver') }, fix)
  }
  const loneNumbers = lone && numbers(lone.levels)
  return {
    ...(lone && loneNumbers && { alone: lone.codes.map((code) => (code < 0 ? -1 : loneNumbers[code])) }),
    ...(found && { contributions: packedContributions(found, table.values.length, numbers(found.names)) }),
    ...(respondents.length > 0 && { respondents }),
    ...(waivers.length > 0 && { waivers: numbers(waivers).sort() }),
  }
}
