import { dataset, numeric } from '@sdc/core'
import { dateFormat } from '@sdc/files'
import { bindRules, brokenRecords, columnInRule, MOST_BROKEN, parseRule } from '@sdc/rules'
import type { EquationSearch, NumberColumn } from './equations/equation.js'
import type { SeenColumn } from './columns/seen-column.js'
import type { ProposedRule } from './inspection.js'

/**
 * Returns the columns for the search for equations and rules: numbers with different values, and dates and times, which
 * a text file may contain as texts.
 *
 * @param seen - The columns of the file.
 * @returns Their numbers; dates as days, times as seconds.
 */
export function numberColumns(seen: readonly SeenColumn[]): NumberColumn[] {
  return seen.flatMap((one) => {
    const { name, distinct, shape, dates, looked } = one
    const { column } = looked
    if (distinct < 2) return []
    if (column.kind === 'numeric' && shape !== 'dates') return [{ name, values: column.values, time: column.time }]
    if (column.kind === 'numeric' && column.time !== undefined)
      return [{ name, values: column.values, time: column.time }]
    const isNumber = column.kind === 'numeric'
    const form = isNumber ? 'YYYYMMDD' : dates?.isAmbiguous === false ? dates.form : undefined
    const values = form === undefined ? undefined : daysOf(one, form)
    return values === undefined ? [] : [{ name, values, time: 'date' as const }]
  })
}

/** Returns the days of dates stored as texts or numbers; undefined if some do not have this form. */
function daysOf({ looked: { column }, missingCodes }: SeenColumn, form: string): Float64Array | undefined {
  const format = dateFormat('date', form)
  if ('problem' in format) return undefined
  const codes = new Set(missingCodes.map(({ text }) => text))
  const dayOf = (text: string): number => (codes.has(text) ? Number.NaN : format.parse(text))
  const isDate = (text: string): boolean => codes.has(text) || !Number.isNaN(format.parse(text))
  if (column.kind === 'numeric') {
    if (!column.values.every((value) => Number.isNaN(value) || isDate(String(value)))) return undefined
    return column.values.map((value) => (Number.isNaN(value) ? value : dayOf(String(value))))
  }
  if (!column.levels.every(isDate)) return undefined
  const days = column.levels.map(dayOf)
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : days[code]))
}

/** Least skewness of amounts with a long tail. */
export const SKEWED = 2
/** Fewest judged records for a rule: in fewer, many rules hold by chance. */
const FEWEST = 30
/** Most columns in the search for inequalities. */
const MOST_COLUMNS = 60
/** Most inequalities between dates, and between amounts, that are proposed. */
const MOST_ORDERS = 10
const MOST_PARTS = 5
/** Least share of records in which a part equals its whole; unrelated amounts are equal less often. */
const EQUAL = 0.01

/**
 * Proposes rules for a schema: equations and orders of dates that at least 99.9 % of the judged records satisfy, and
 * amounts that are never greater than another and sometimes equal to it. Bounds of single columns are `min` and `max`.
 *
 * @param columns - Columns of numbers and dates.
 * @param search - Equations found among them.
 * @param seen - All columns; those that a schema will read as categories have no rules.
 * @returns The rules; those that hold in every judged record are active. The user decides on inequalities of amounts,
 *   which may be coincidences, and on computed sums that can release the greatest value of a long tail.
 */
export function proposedRules(
  columns: readonly NumberColumn[],
  { equations }: EquationSearch,
  seen: readonly SeenColumn[],
): ProposedRule[] {
  const categories = new Set(
    seen.flatMap(({ name, suggestedKind, looked: { column } }) =>
      suggestedKind === 'categorical' && column.kind === 'numeric' ? [name] : [],
    ),
  )
  const used = columns.filter(({ name }) => !categories.has(name))
  const file = dataset(used.map(({ name, values }) => [name, numeric(values)]))
  const counted = (rule: string, isSure = true): ProposedRule[] => {
    const [bound] = bindRules([parseRule(rule)], file)
    const { broken, notJudged } = brokenRecords(bound, file)
    const judged = file.rows - notJudged
    if (judged < FEWEST || broken > MOST_BROKEN * judged) return []
    return [{ rule, broken, judged, isActive: isSure && broken === 0 }]
  }
  const times = new Set(used.flatMap(({ name, time }) => (time === undefined ? [] : [name])))
  const tailed = new Set(
    seen.flatMap(({ name, numbers }) => (Math.abs(numbers?.skewness ?? 0) >= SKEWED ? [name] : [])),
  )
  const sums = equations.filter((one) => one.columns.every((name) => file.names.includes(name)))
  const related = (a: string, b: string): boolean =>
    sums.some(({ columns: names }) => names.includes(a) && names.includes(b))
  const [dates, amounts] = [true, false].map((isTime) =>
    used.filter((one) => (one.time !== undefined) === isTime).slice(0, MOST_COLUMNS),
  )
  return [
    ...sums.flatMap(({ rule, columns: names }) =>
      rule === undefined
        ? []
        : counted(rule, names.some((name) => times.has(name)) || !names.some((name) => tailed.has(name))),
    ),
    ...shortest(pairsOf(dates, isBefore))
      .flatMap((rule) => counted(rule))
      .slice(0, MOST_ORDERS),
    ...shortest(pairsOf(amounts, (a, b) => !related(a.name, b.name) && isPart(a.values, b.values)))
      .flatMap((rule) => counted(rule, false))
      .slice(0, MOST_PARTS),
  ]
}

type Pair = readonly [least: NumberColumn, most: NumberColumn]

function pairsOf(
  columns: readonly NumberColumn[],
  holds: (a: NumberColumn, b: NumberColumn) => boolean,
): readonly Pair[] {
  return columns.flatMap((a) => columns.flatMap((b): Pair[] => (a !== b && holds(a, b) ? [[a, b]] : [])))
}

/** Returns the rules that do not follow from two others: a <= b and b <= c imply a <= c. */
function shortest(pairs: readonly Pair[]): string[] {
  const has = (a: NumberColumn, b: NumberColumn): boolean => pairs.some(([c, d]) => c === a && d === b)
  return pairs
    .filter(([a, b]) => !has(b, a) && !pairs.some(([c, d]) => c === a && d !== b && has(d, b)))
    .map(([a, b]) => `${columnInRule(a.name)} <= ${columnInRule(b.name)}`)
}

/** Returns true for dates of one kind if the first is later in at most a few records, and not always equal. */
function isBefore(a: NumberColumn, b: NumberColumn): boolean {
  if (a.time !== b.time) return false
  const { judged, above, equal } = comparedValues(a.values, b.values)
  return above <= MOST_BROKEN * judged && equal < judged
}

/**
 * Returns true for an amount that is never above another, and equal to it in some records where they are not both 0.
 */
function isPart(a: Float64Array, b: Float64Array): boolean {
  const { judged, above, equal } = comparedValues(a, b, 0)
  return judged >= FEWEST && equal >= EQUAL * judged && equal < judged && above === 0
}

interface Compared {
  readonly judged: number
  readonly above: number
  readonly equal: number
}

/** Counts the records in which the first value is above the second, or equal; stops if too many are above. */
function comparedValues(a: Float64Array, b: Float64Array, most = MOST_BROKEN * a.length): Compared {
  let [judged, above, equal] = [0, 0, 0]
  for (let i = 0; i < a.length && above <= most; i++) {
    if (Number.isNaN(a[i]) || Number.isNaN(b[i])) continue
    judged++
    if (a[i] > b[i]) above++
    else if (a[i] === b[i] && a[i] !== 0) equal++
  }
  return { judged, above, equal }
}
