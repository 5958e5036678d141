import {
  asInfo,
  asNote,
  listed,
  option,
  SdcError,
  type CategoricalColumn,
  type Message,
  type Taxonomy,
} from '@sdc/core'
import type { TableColumns, TableOptions } from './table-columns.js'
import { additionsOf, runsOf, type Slack } from './totals-by-addition.js'
import { isUsualTotal } from './usual-totals.js'

/** Dimensions of a table with the level above each, and messages about them. */
export interface DimensionLevels {
  /** Dimensions, with a taxonomy if there is a total or subtotals. */
  readonly dimensions: readonly CategoricalColumn[]
  /** Dimensions declared without a total. */
  readonly withoutTotal: readonly string[]
  readonly messages: readonly Message[]
}

type Said = Pick<TableColumns, 'by' | 'totals' | 'noTotal' | 'hierarchies' | 'computeTotals'>

/**
 * Finds the total of every dimension: as declared (a code, or a hierarchy with one level at the top), else by addition.
 * A total found by addition is the only level whose value is the sum of the others for every combination of the other
 * dimensions' codes. The level above each level is the nearest one in the table by its hierarchy, else the total.
 *
 * @param columns - One code per cell, in the order of `said.by`.
 * @param said - Totals, dimensions without one, hierarchies.
 * @param values - Values of the cells.
 * @param slack - Tolerance of a sum.
 * @param file - Name of the table, for messages.
 * @returns The dimensions with their taxonomies.
 * @throws NO_TOTAL, AMBIGUOUS_TOTAL; BAD_HIERARCHY for levels that the hierarchy lacks; BAD_OPTION for a wrong total,
 *   or if there is one despite `noTotal`
 */
export function dimensionLevels(
  columns: readonly CategoricalColumn[],
  said: Said,
  values: Float64Array,
  slack: Slack,
  file: string,
): DimensionLevels {
  const messages: Message[] = []
  const withoutTotal: string[] = []
  const dimensions = columns.map((column, d) => {
    const name = said.by[d]
    const hierarchy = said.hierarchies?.get(name)
    const above = nearestAbove(column.levels, hierarchy)
    const tops = Uint8Array.from(column.levels, (level) => Number((above.get(level) ?? null) === null))
    const find: Search = {
      columns,
      d,
      name,
      values,
      slack,
      tops,
      mayLack: said.computeTotals === true,
      file,
      hierarchy,
    }
    const declared = said.totals?.get(name)
    const total = declared === undefined ? foundTotal(find, said, { messages, withoutTotal }) : checked(find, declared)
    if (hierarchy !== undefined) checkKnown(find, total)
    if (hierarchy === undefined && total === undefined) return column
    const aboveOf = (level: string): string | null => (level === total ? null : (above.get(level) ?? total ?? null))
    return { ...column, taxonomy: new Map(column.levels.map((level) => [level, aboveOf(level)])) }
  })
  return { dimensions, withoutTotal, messages }
}

interface Search {
  readonly columns: readonly CategoricalColumn[]
  readonly d: number
  readonly name: string
  readonly values: Float64Array
  readonly slack: Slack
  /** 1 for levels that are not below another by the hierarchy. */
  readonly tops: Uint8Array
  readonly mayLack: boolean
  readonly file: string
  readonly hierarchy: Taxonomy | undefined
}

/** The nearest existing level above each level by its hierarchy. */
function nearestAbove(levels: readonly string[], hierarchy: Taxonomy | undefined): Map<string, string | null> {
  const there = new Set(levels)
  return new Map(
    levels.map((level) => {
      let at = hierarchy?.get(level) ?? null
      while (at !== null && !there.has(at)) at = hierarchy?.get(at) ?? null
      return [level, at]
    }),
  )
}

function foundTotal(
  find: Search,
  said: Said,
  found: { readonly messages: Message[]; readonly withoutTotal: string[] },
): string | undefined {
  const { columns, d, name, values, tops, slack, mayLack } = find
  const { levels } = columns[d]
  const heads = levels.filter((_, code) => tops[code] === 1)
  if (levels.length === 0) return undefined
  // By its hierarchy; a dimension of one level is its own total.
  if (heads.length === 1) return levels.length > 1 ? heads[0] : undefined
  const { sums, possible, fails } = additionsOf(columns, d, values, tops, slack, mayLack)
  // A level that its hierarchy lacks is the total, or was forgotten.
  const strange = unknownTo(find.hierarchy, heads)
  if (
    strange.length > 1 ||
    (strange.length === 1 && !possible.includes(levels.indexOf(strange[0])) && !isUsualTotal(strange[0]))
  )
    checkKnown(find, undefined)
  if (said.noTotal?.includes(name)) {
    if (sums.length > 0) {
      const message = `${option('noTotal')} says that "${name}" has no total, and ${levels[sums[0]]} is the sum of the others`
      throw new SdcError(
        'BAD_OPTION',
        message,
        { parameter: option('noTotal'), column: name },
        `Leave ${option('noTotal')} out.`,
      )
    }
    found.withoutTotal.push(name)
    const relations = heads.length < levels.length ? 'no total' : 'no relations'
    const text = `"${name}" has ${relations} (${option('noTotal')}): an intruder who knows its totals can compute suppressed cells`
    found.messages.push(asNote(text))
    return undefined
  }
  const called = heads.filter((level) => isUsualTotal(level))
  if (sums.length === 1) {
    const total = levels[sums[0]]
    const other = called.find((level) => level !== total)
    if (other !== undefined)
      throw ambiguous(find, [total, other], `${total} is the sum of the others, and ${other} is not`)
    found.messages.push(asInfo(`${name}: ${total} is the sum of the others`))
    return total
  }
  if (possible.length > 0) {
    const [some, others] = [called, possible.map((code) => levels[code])]
    const candidates = [...new Set([...some.filter((level) => others.includes(level)), ...others])]
    throw ambiguous(find, candidates, `each of ${listed(candidates, 5)} may be the sum of the others`)
  }
  // A level with the name of a total is taken for one, and refused in the comparison with its parts if it is not their
  // sum.
  if (called.length === 1 && (!mayLack || fails[levels.indexOf(called[0])] > 0)) return called[0]
  throw noTotal(find, called)
}

function checked({ columns, d, name, tops, mayLack }: Search, total: string): string {
  const code = columns[d].levels.indexOf(total)
  if (code >= 0 && tops[code] === 1) return total
  if (code < 0 && mayLack) return total
  const message =
    code < 0
      ? `"${name}" has no level "${total}", which is to be its total (its levels: ${listed(columns[d].levels, 5)})`
      : `"${total}" is to be the total of "${name}", and is a part of another level by its hierarchy`
  const fix =
    code < 0
      ? `Name it as the table does, or have it computed (${option('computeTotals')}).`
      : 'Correct one of the two.'
  throw new SdcError('BAD_OPTION', message, { parameter: option('total'), column: name }, fix)
}

function ambiguous({ name, file }: Search, candidates: readonly string[], why: string): SdcError {
  const ways = candidates.slice(0, 5).map((level) => option('total', `"${name}=${level}"`))
  const fix = `Say which is the total: ${ways.join(' or ')}; or that there is none: ${option('noTotal', `"${name}"`)}.`
  return new SdcError(
    'AMBIGUOUS_TOTAL',
    `nothing says which level of "${name}" is its total: ${why}`,
    { file, column: name },
    fix,
  )
}

function noTotal({ columns, d, name, values, slack, file }: Search, called: readonly string[]): SdcError {
  const { levels } = columns[d]
  const runs = runsOf(columns, d, values, slack)
  const shown = runs.slice(0, 3).map(
    ([total, parts]) =>
      `${listed(
        parts.map((code) => levels[code]),
        4,
      )} sum to ${levels[total]}`,
  )
  const which = called.length > 0 ? `, not even ${listed(called)}` : ''
  const hint = shown.length === 0 ? '' : `; ${shown.join('; ')}: a hierarchy, in all likelihood`
  const fix = [
    `Say which level is the total (${option('total', `"${name}=CODE"`)}; with ${option('computeTotals')} it is computed)`,
    `a hierarchy of the levels (${option('hierarchy', `"${name}=FILE"`)})`,
    `a tolerance for sums (${option('tolerance', 'auto')})`,
    `or that the dimension has no total (${option('noTotal', `"${name}"`)}).`,
  ].join(', ')
  return new SdcError(
    'NO_TOTAL',
    `no level of "${name}" is the sum of the others${which}${hint}`,
    { file, column: name },
    fix,
  )
}

/**
 * Throws BAD_OPTION for hierarchies or totals of unknown dimensions.
 *
 * @param said - Hierarchies, totals and dimensions without one.
 * @param by - The dimensions.
 * @throws BAD_OPTION for a name that is not a dimension
 */
export function checkDimensionNames(
  { hierarchies, totals, noTotal: none }: Pick<TableOptions, 'hierarchies' | 'totals' | 'noTotal'>,
  by: readonly string[],
): void {
  const both = none?.find((name) => totals?.has(name))
  if (both !== undefined) {
    const message = `${option('total')} and ${option('noTotal')} both name "${both}"`
    throw new SdcError('BAD_OPTION', message, { column: both }, 'Leave one of them out.')
  }
  const named = {
    hierarchy: [...(hierarchies?.keys() ?? [])],
    total: [...(totals?.keys() ?? [])],
    noTotal: none ?? [],
  }
  for (const [name, names] of Object.entries(named)) {
    const stray = names.find((name) => !by.includes(name))
    if (stray === undefined) continue
    const message = `${option(name)} names "${stray}", which is none of the dimensions`
    throw new SdcError('BAD_OPTION', message, { parameter: option(name), column: stray }, `They are ${listed(by)}.`)
  }
}

/** Levels that a hierarchy lacks; none without a hierarchy. */
function unknownTo(hierarchy: Taxonomy | undefined, levels: readonly string[]): string[] {
  if (hierarchy === undefined) return []
  const above = new Set(hierarchy.values())
  return levels.filter((level) => !hierarchy.has(level) && !above.has(level))
}

function checkKnown({ columns, d, name, hierarchy, file }: Search, total: string | undefined): void {
  const unknown = unknownTo(hierarchy, columns[d].levels).filter((level) => level !== total)
  if (unknown.length === 0) return
  const message = `the hierarchy of "${name}" lacks ${unknown.length} level(s) of the table: ${listed(unknown, 5)}`
  const known = [...(hierarchy?.keys() ?? [])]
  const alike = unknown.find((level) => known.some((one) => sameNumber(one, level)))
  const hint = alike === undefined ? '' : ' Levels are names: 01 and 1 are two of them.'
  throw new SdcError('BAD_HIERARCHY', message, { file, column: name }, `Add a line for each to the hierarchy.${hint}`)
}

function sameNumber(a: string, b: string): boolean {
  return a !== b && a.trim() !== '' && Number(a) === Number(b)
}
