import { SdcError, type TimeKind } from '@sdc/core'
import type { MissingDefinition } from '../../dictionary/dictionary.js'
import type { StatColumn } from '../../dictionary/stat-table.js'
import type { Losses } from '../losses.js'
import type { SpssMissing } from './columns.js'
import { toSpssTime } from './times.js'

/** Missing values of a column in SPSS. */
export interface WrittenMissing<Value extends number | string> {
  readonly definition: SpssMissing | undefined
  /** Number or text of each kind of missing cell; undefined for system-missing. */
  readonly valueOf: (kind: string) => Value | undefined
}

/** Largest number of single missing values in SPSS; alternatively a range and one value. */
const MOST_SINGLE = 3
/** Bytes of a missing text. */
const LONGEST_TEXT = 8

/**
 * Chooses the missing numbers of a column: those of its definition, and those of its cells. Kinds that are not numbers
 * become numbers below zero that no value has.
 *
 * @param column - The column.
 * @param values - Its written numbers, NaN if missing.
 * @param kinds - Kinds of its missing cells, and those with labels.
 * @param lost - Receives losses of the format.
 * @returns The missing values and their definition.
 * @throws FILE for a number that is a missing value in one record and a value in another
 */
export function missingNumbers(
  column: StatColumn,
  values: Float64Array,
  kinds: ReadonlySet<string>,
  lost: Losses,
): WrittenMissing<number> {
  const { name, description } = column
  const { time } = description
  const { said, range } = numbersOf(description.missing, time)
  const isNumber = (kind: string): boolean => kind !== '' && !Number.isNaN(Number(kind))
  const codes = new Map([...kinds].filter(isNumber).map((kind) => [kind, toSpssTime(Number(kind), time)]))
  const inRange = (value: number): boolean => range !== undefined && value >= range[0] && value <= range[1]
  // A value of a record is never a missing value, whatever the definition.
  const own = new Set(codes.values())
  const held = new Set([...said, ...own])
  let rangeHeld = range
  for (const value of values) {
    if (own.has(value)) throw bothError(name, value)
    if (held.delete(value)) lost.add(VALUES_TOO, name)
    if (rangeHeld && inRange(value)) {
      rangeHeld = undefined
      lost.add(VALUES_TOO, name)
    }
  }
  const letters = [...kinds].filter((kind) => kind !== '' && !isNumber(kind)).sort()
  const taken = [...held, ...(range ?? []).filter(Number.isFinite), ...labelNumbers(column)]
  for (const [i, code] of freeNumbers(letters.length, values, taken).entries()) {
    codes.set(letters[i], code)
    held.add(code)
  }
  const given = letters.map((kind) => `${kind} becomes ${codes.get(kind) ?? 'system-missing'}`)
  if (given.length > 0) lost.add(`SPSS has numbers for missing values: of {columns}, ${given.join(', ')}.`, name)
  const whole = fitted([...held], rangeHeld, values)
  const fitsAll = [...held].every((code) => isIn(whole, code))
  // Missing values of some record take precedence.
  const definition = fitsAll ? whole : fitted([...codes.values()], rangeHeld, values)
  if (!fitsAll)
    lost.add(
      [...codes.values()].every((code) => isIn(definition, code))
        ? 'SPSS holds three missing values, or a range and one: others of {columns}, which no record has, are not written.'
        : 'SPSS holds three missing values, or a range and one: others of {columns} become system-missing.',
      name,
    )
  return {
    definition: definition.values.length > 0 || definition.range ? definition : undefined,
    valueOf(kind) {
      const code = codes.get(kind)
      return code === undefined || !isIn(definition, code) ? undefined : code
    },
  }
}

function isIn({ values, range }: SpssMissing, code: number): boolean {
  return values.includes(code) || (range !== undefined && code >= range[0] && code <= range[1])
}

const VALUES_TOO = 'Missing values of {columns} that occur as values are no longer missing.'

function bothError(column: string, value: number | string): SdcError {
  const message = `the value ${value} of "${column}" is missing in some records and a value in others, which SPSS cannot tell apart`
  return new SdcError('FILE', message, { column }, 'Change the missing code of the column, or choose another format.')
}

function numbersOf(
  missing: MissingDefinition | undefined,
  time: TimeKind | undefined,
): { readonly said: readonly number[]; readonly range: readonly [number, number] | undefined } {
  const said = (missing?.values ?? []).filter((text) => text !== '').map((text) => toSpssTime(Number(text), time))
  const range = missing?.range
  return {
    said: said.filter((value) => !Number.isNaN(value)),
    range: range && [toSpssTime(range[0], time), toSpssTime(range[1], time)],
  }
}

function labelNumbers({ description }: StatColumn): number[] {
  const numbers = [...(description.labels?.keys() ?? [])].map((text) => toSpssTime(Number(text), description.time))
  return numbers.filter(Number.isFinite)
}

/** Consecutive numbers from −1 downwards; if these are taken, below the least value or above the greatest. */
function freeNumbers(count: number, values: Float64Array, taken: readonly number[]): number[] {
  if (count === 0) return []
  let [least, greatest, isFree] = [0, 0, true]
  const see = (value: number): void => {
    if (value < least) least = value
    if (value > greatest) greatest = value
    if (value >= -count && value <= -1) isFree = false
  }
  values.forEach(see)
  taken.forEach(see)
  const first = isFree ? -1 : Math.floor(least) - 1
  if (Number.isSafeInteger(first - count)) return Array.from({ length: count }, (_, i) => first - i)
  const other = Math.ceil(greatest) + 1
  return Number.isSafeInteger(other + count) ? Array.from({ length: count }, (_, i) => other + i) : []
}

/**
 * The definition, or the nearest one that SPSS represents: a range without values may include single missing values.
 */
function fitted(single: readonly number[], range: SpssMissing['range'], values: Float64Array): SpssMissing {
  const inside = ([low, high]: readonly [number, number]): boolean =>
    values.some((value) => value >= low && value <= high)
  const others = single.filter((value) => range === undefined || value < range[0] || value > range[1])
  if (others.length <= (range ? 1 : MOST_SINGLE)) return { values: others, range }
  const sorted = others.toSorted((a, b) => a - b)
  for (const [left, from, to] of [
    [[], 0, sorted.length],
    [sorted.slice(0, 1), 1, sorted.length],
    [sorted.slice(-1), 0, sorted.length - 1],
  ] as const) {
    const ends = [...sorted.slice(from, to), ...(range ?? [])]
    const wider = [Math.min(...ends), Math.max(...ends)] as const
    if (!inside(wider)) return { values: left, range: wider }
  }
  return { values: others.slice(0, range ? 1 : MOST_SINGLE), range }
}

/**
 * Chooses the missing texts of a column: those of its definition, and those of its cells.
 *
 * @param column - The column.
 * @param levels - Texts that some record has as a value.
 * @param kinds - Kinds of its missing cells.
 * @param lost - Receives losses of the format.
 * @returns The missing values and their definition.
 * @throws FILE for a text that is a missing value in one record and a value in another
 */
export function missingTexts(
  { name, description }: StatColumn,
  levels: ReadonlySet<string>,
  kinds: ReadonlySet<string>,
  lost: Losses,
): WrittenMissing<string> {
  const encoder = new TextEncoder()
  const wanted = new Set([...(description.missing?.values ?? []), ...kinds])
  wanted.delete('')
  for (const text of wanted) {
    if (!levels.has(text)) continue
    if (kinds.has(text)) throw bothError(name, text)
    wanted.delete(text)
    lost.add(VALUES_TOO, name)
  }
  const short = [...wanted].filter((text) => encoder.encode(text).length <= LONGEST_TEXT)
  // Missing values of some record take precedence.
  const values = (short.length > MOST_SINGLE ? short.filter((text) => kinds.has(text)) : short).slice(0, MOST_SINGLE)
  if (values.length < wanted.size)
    lost.add('SPSS holds three missing texts of eight bytes: others of {columns} become empty.', name)
  return {
    definition: values.length > 0 ? { values, range: undefined } : undefined,
    valueOf: (kind) => (values.includes(kind) ? kind : undefined),
  }
}
