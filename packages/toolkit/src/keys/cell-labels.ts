import { decimalNumber, isoNumber, type TimeKind } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { valueOfText } from '../columns/value-text.js'
import { daysOfClass } from '../hierarchies/rules/date-classes.js'
import type { KeyDomain } from './key-domain.js'

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

export const anyCategory: CategoryCell = { members: undefined }
export const anyNumber: NumberCell = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
const unrelatedCategory: CategoryCell = { members: undefined, unrelated: true }
const unrelatedNumber: NumberCell = { ...anyNumber, unrelated: true }

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

/** Returns the cell that a label of a numeric key names. */
export function numberCell({ classes, time }: Extract<KeyDomain, { kind: 'numeric' }>, label: string): NumberCell {
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

/** Returns the cell that a label of a categorical key names. */
export function categoryCell(domain: Extract<KeyDomain, { kind: 'categorical' }>, label: string): CategoryCell {
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

/** Codes of both ends of a label such as `low..middle`; empty for any other label. A level may itself contain two dots. */
function neighbours(label: string, codeOf: ReadonlyMap<string, number>): number[] {
  for (let at = label.indexOf('..'); at >= 0; at = label.indexOf('..', at + 1)) {
    const ends = [codeOf.get(label.slice(0, at)), codeOf.get(label.slice(at + 2))]
    const known = ends.filter((end) => end !== undefined)
    if (known.length === 2) return known
  }
  return []
}
