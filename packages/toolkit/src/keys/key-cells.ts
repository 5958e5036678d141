import { decimalNumber, isoNumber, type Column, type Hierarchy, type TimeKind } from '@sdc/core'
import { valueOfText } from '../columns/value-text.js'
import { sortedValues } from '@sdc/stats'
import { finiteValues } from '../columns/finite-values.js'
import { daysOfClass } from '../hierarchies/rules/date-classes.js'
import { usualHierarchy } from '../hierarchies/usual-hierarchy.js'

/** A released cell of a key that is categorical in the original. */
export interface CategoryCell {
  /** Codes of the original levels that the cell may be, ascending; undefined if it may be any. */
  readonly members: Int32Array | undefined
  /** True for a label without a relation to values of the original. */
  readonly unrelated?: true
}

/** A released cell of a key that is numeric in the original: an interval from low to high, or a set of numbers. */
export interface NumberCell {
  readonly low: number
  readonly high: number
  readonly openLow?: boolean
  readonly openHigh?: boolean
  /** The only numbers that the cell may be, ascending; undefined for an interval. */
  readonly members?: Float64Array
  /** True for a label without a relation to values of the original. */
  readonly unrelated?: true
}

/** A key of the original, with the classes to which its values may be recoded. */
export type KeyDomain =
  | {
      readonly kind: 'categorical'
      readonly levels: readonly string[]
      /** Code of the level of each record, −1 if missing. */
      readonly codes: Int32Array
      readonly codeOf: ReadonlyMap<string, number>
      readonly ordered: boolean
      readonly classes: ReadonlyMap<string, ReadonlySet<string>>
    }
  | {
      readonly kind: 'numeric'
      /** Value of each record; NaN if missing or infinite. */
      readonly values: Float64Array
      /** The values in ascending order, without NaN. */
      readonly sorted: Float64Array
      /** Unit of dates or times. */
      readonly time?: TimeKind | undefined
      readonly classes: ReadonlyMap<string, ReadonlySet<string>>
    }

/** A key of the masked file, as one cell per record. */
export interface ReleasedKey {
  /** Number of the cell of each masked record; equal cells share a number. */
  readonly codes: Int32Array
  readonly cells: readonly NumberCell[] | readonly CategoryCell[]
}

const anyCategory: CategoryCell = { members: undefined }
const anyNumber: NumberCell = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
const unrelatedCategory: CategoryCell = { members: undefined, unrelated: true }
const unrelatedNumber: NumberCell = { ...anyNumber, unrelated: true }

/** Returns true if the cell may be any number. */
export const isAnyNumber = ({ low, high, members }: NumberCell): boolean =>
  members === undefined && low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY

/**
 * Returns the domain of a key of the original.
 *
 * @param of - The column.
 * @param hierarchy - Its hierarchy, if the schema has one; the taxonomy of a categorical column is used, too. Dates
 *   and codes without a hierarchy use the one that is made from their text (`usualHierarchy`).
 * @param time - Unit of dates or times, if the column does not state it.
 * @returns The domain that `releasedKey` uses to read cells.
 */
export function keyDomain(of: Column, hierarchy?: Hierarchy, time?: TimeKind): KeyDomain {
  const column = of.kind === 'numeric' && time !== undefined ? { ...of, time } : of
  const classes = classesAbove(column, hierarchy)
  if (column.kind === 'numeric') {
    const values = finiteValues(column)
    return { kind: 'numeric', values, sorted: sortedValues(values), time: column.time, classes }
  }
  const { levels, codes, ordered } = column
  const codeOf = new Map(levels.map((level, code) => [level, code]))
  return { kind: 'categorical', levels, codes, codeOf, ordered, classes }
}

/** Values below each class of the taxonomy or hierarchy. */
function classesAbove(column: Column, hierarchy: Hierarchy | undefined): Map<string, Set<string>> {
  const classes = new Map<string, Set<string>>()
  const add = (name: string, value: string): void => {
    const values = classes.get(name) ?? new Set()
    classes.set(name, values.add(value))
  }
  for (const [value, ...above] of hierarchy ?? usualHierarchy(column) ?? []) for (const name of above) add(name, value)
  if (column.kind === 'categorical' && column.taxonomy) {
    for (const level of column.levels) {
      const seen = new Set([level])
      let above = column.taxonomy.get(level)
      while (typeof above === 'string' && !seen.has(above)) {
        seen.add(above)
        add(above, level)
        above = column.taxonomy.get(above)
      }
    }
  }
  return classes
}

/**
 * Cells of a released key, each with the original values that it may be.
 *
 * Labels are tried in this order. An exact value is itself. A class of the taxonomy or hierarchy may be any value below it.
 * For numbers, `[a,b)`, `>=a`, `20-29`, `65+` and the like are intervals. For ordered categories, `a..b` is a range. A missing
 * cell, `*` and any other text may be any value; the last is marked as unrelated.
 *
 * @param domain - The key of the original.
 * @param column - The column of the masked file, of either kind.
 * @returns Cell of each record. Cost: O(n), and the number of levels for each cell.
 */
export function releasedKey(domain: KeyDomain, column: Column): ReleasedKey {
  if (column.kind === 'categorical') {
    // Code −1 is cell 0; levels without a record need no cell of their own.
    const codes = column.codes.map((code) => code + 1)
    const used = new Set(codes)
    const cellsOf = <T>(any: T, cellOf: (label: string) => T): T[] => [
      any,
      ...column.levels.map((label, code) => (used.has(code + 1) ? cellOf(label) : any)),
    ]
    return domain.kind === 'numeric'
      ? { codes, cells: cellsOf(anyNumber, (label) => numberCell(domain, label)) }
      : { codes, cells: cellsOf(anyCategory, (label) => categoryCell(domain, label)) }
  }
  const { codes, distinct } = distinctNumbers(column.values)
  if (domain.kind === 'numeric')
    return { codes, cells: distinct.map((value) => (Number.isNaN(value) ? anyNumber : { low: value, high: value })) }
  const label = (value: number): string => (Number.isNaN(value) ? '*' : String(value))
  return { codes, cells: distinct.map((value) => categoryCell(domain, label(value))) }
}

function distinctNumbers(values: Float64Array): { readonly codes: Int32Array; readonly distinct: number[] } {
  const codeOf = new Map<number, number>()
  const codes = new Int32Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = values[i] + 0
    let code = codeOf.get(value)
    if (code === undefined) codeOf.set(value, (code = codeOf.size))
    codes[i] = code
  }
  return { codes, distinct: [...codeOf.keys()] }
}

/** Intervals such as `[20,30)`, `(-inf,20)`, `[65, inf)`, `20-29`, and tails such as `≥ 65`, `<20`, `65+`. */
const INTERVAL = /^\s*([[(\]])\s*([^,;\s]+)\s*[,;]\s*([^,;\s]+)\s*([)\][])\s*$/
const FROM_TO = /^\s*([^\s–-]+)\s*[–-]\s*([^\s–-]+)\s*$/
const TAIL = /^\s*(>=|≥|>|<=|≤|<)\s*(\S+)\s*$/

function bound(text: string): number | undefined {
  if (/^[-−]\s*(inf|infinity|∞)$/i.test(text)) return Number.NEGATIVE_INFINITY
  if (/^\+?(inf|infinity|∞)$/i.test(text)) return Number.POSITIVE_INFINITY
  return decimalNumber(text)
}

/** Interval that a label names; undefined for any other label. */
function intervalOf(label: string): NumberCell | undefined {
  const between = INTERVAL.exec(label)
  if (between) {
    const [low, high] = [bound(between[2]), bound(between[3])]
    if (low === undefined || high === undefined) return undefined
    return { low, high, openLow: between[1] !== '[', openHigh: between[4] !== ']' }
  }
  const ends = FROM_TO.exec(label)?.slice(1).map(bound) ?? []
  if (ends[0] !== undefined && ends[1] !== undefined)
    return ends[0] <= ends[1] ? { low: ends[0], high: ends[1] } : undefined
  const tail = TAIL.exec(label.replace(/^\s*([^+]+)\+\s*$/, '>=$1'))
  const at = tail ? bound(tail[2]) : undefined
  if (!tail || at === undefined) return undefined
  const open = tail[1] === '>' || tail[1] === '<'
  return tail[1] === '>=' || tail[1] === '≥' || tail[1] === '>'
    ? { low: at, high: Number.POSITIVE_INFINITY, openLow: open }
    : { low: Number.NEGATIVE_INFINITY, high: at, openHigh: open }
}

const DAY = 86_400

/** Dates that a class means: a month, a quarter, years, or ends (`2024-01-01 to 2024-03-31`, `until 2024-03-31`). */
function timesOfClass(time: TimeKind, label: string): NumberCell | undefined {
  const [low, high] = label.split(' to ').map((text) => isoNumber(time, text.trim()))
  if (low <= high) return { low, high }
  const [, side, end] = /^(from|until) (.*)$/.exec(label) ?? []
  const at = end === undefined ? Number.NaN : isoNumber(time, end)
  if (at === at) return side === 'from' ? { ...anyNumber, low: at } : { ...anyNumber, high: at }
  const days = time === 'time' ? undefined : daysOfClass(label)
  if (days === undefined) return undefined
  return time === 'date'
    ? { low: days[0], high: days[1] }
    : { low: DAY * days[0], high: DAY * (days[1] + 1), openHigh: true }
}

function numberCell({ classes, time }: Extract<KeyDomain, { kind: 'numeric' }>, label: string): NumberCell {
  // Before numbers: 2024 is a year, not a day.
  const isClass = time !== undefined && classes.has(label)
  const ofTimes = time === undefined || isClass ? undefined : timesOfClass(time, label)
  if (ofTimes) return ofTimes
  const exact = isClass ? undefined : valueOfText(time, label)
  if (exact !== undefined && Number.isFinite(exact)) return { low: exact, high: exact }
  const below = label === '*' ? undefined : classes.get(label)
  if (below) {
    const members = sortedValues(Float64Array.from(below, (text) => valueOfText(time, text) ?? Number.NaN))
    if (members.length > 0) return { low: members[0], high: members[members.length - 1], members }
  }
  return intervalOf(label) ?? (label === '*' ? anyNumber : unrelatedNumber)
}

function categoryCell(domain: Extract<KeyDomain, { kind: 'categorical' }>, label: string): CategoryCell {
  const { codeOf, levels, classes, ordered } = domain
  const own = codeOf.get(label)
  if (own !== undefined) return { members: Int32Array.of(own) }
  const below = label === '*' ? undefined : classes.get(label)
  if (below)
    return holding(
      [...below].flatMap((level) => codeOf.get(level) ?? []).sort((a, b) => a - b),
      levels.length,
    )
  const ends = ordered ? neighbours(label, codeOf) : []
  if (ends.length < 2) return label === '*' ? anyCategory : unrelatedCategory
  const [from, to] = [Math.min(...ends), Math.max(...ends)]
  return holding(
    Array.from({ length: to - from + 1 }, (_, i) => from + i),
    levels.length,
  )
}

function holding(codes: readonly number[], levels: number): CategoryCell {
  return codes.length === levels ? anyCategory : { members: Int32Array.from(codes) }
}

/**
 * Checks a level against a cell.
 *
 * @param cell - The cell.
 * @param code - Code of the level.
 * @returns True if the cell may be the level, or any level. Cost: O(log members).
 */
export function mayBe({ members }: CategoryCell, code: number): boolean {
  if (members === undefined) return true
  if (members.length === 1) return members[0] === code
  let [from, to] = [0, members.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (members[middle] < code) from = middle + 1
    else to = middle
  }
  return members[from] === code
}

/** Codes of both ends of a label such as `low..middle`; empty for any other label. A level may itself contain two dots. */
function neighbours(label: string, codeOf: ReadonlyMap<string, number>): number[] {
  for (let at = label.indexOf('..'); at >= 0; at = label.indexOf('..', at + 1)) {
    const ends = [codeOf.get(label.slice(0, at)), codeOf.get(label.slice(at + 2))]
    const known = ends.filter((end) => end !== undefined)
    if (known.length === 2) return known
  }
  return []
}

/**
 * Returns the distance of a number from the nearest value that a cell may be, 0 if the cell may be the number.
 *
 * A number on an open end of a cell is at the least positive double, unless both ends are equal.
 *
 * @param cell - The cell.
 * @param x - The number.
 * @returns The distance in the column's unit. Cost: O(1), or O(log members).
 */
export function distanceFrom({ low, high, openLow, openHigh, members }: NumberCell, x: number): number {
  if (members) return distanceToNearest(members, x)
  if (x < low) return low - x
  if (x > high) return x - high
  if ((openHigh && x === high) || (openLow && x === low)) return low === high ? 0 : Number.MIN_VALUE
  return 0
}

/**
 * Checks values of original records against released cells.
 *
 * @param domain - The key of the original.
 * @param cells - The cells of the released one (`releasedKey`).
 * @returns Function of a record of the original and the number of a cell; true if the cell may be the record's value,
 *   or the record has none.
 */
export function cellHolds(domain: KeyDomain, cells: ReleasedKey['cells']): (row: number, cell: number) => boolean {
  if (domain.kind === 'numeric') {
    const { values } = domain
    const numbers = cells as readonly NumberCell[]
    return (row, cell) => values[row] !== values[row] || distanceFrom(numbers[cell], values[row]) === 0
  }
  const { codes } = domain
  const categories = cells as readonly CategoryCell[]
  return (row, cell) => codes[row] < 0 || mayBe(categories[cell], codes[row])
}

function distanceToNearest(members: Float64Array, x: number): number {
  let [from, to] = [0, members.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (members[middle] < x) from = middle + 1
    else to = middle
  }
  const above = from < members.length ? members[from] - x : Number.POSITIVE_INFINITY
  const below = from > 0 ? x - members[from - 1] : Number.POSITIVE_INFINITY
  return Math.min(above, below)
}
