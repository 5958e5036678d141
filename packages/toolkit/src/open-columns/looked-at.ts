import type { Column } from '@sdc/core'
import { tieRuns, type TieRuns } from '@sdc/stats'

/** A column prepared for the search for relations: sorted once for all comparisons. */
export interface LookedAt {
  readonly name: string
  readonly isNumeric: boolean
  /** n numbers, NaN if missing; for categories their codes. */
  readonly values: Float64Array
  /** n classes of equal values, from 0 in ascending order; −1 if missing. */
  readonly classes: Int32Array
  readonly runs: TieRuns
  /** Number of values, and number of different values. */
  readonly present: number
  readonly distinct: number
  /** Number of records with the most frequent value, its share, and the sum of the squared shares of all values. */
  readonly longest: number
  readonly mode: number
  readonly concentration: number
  /** The source column. */
  readonly column: Column
}

/** Prepares columns, each once for all callers: all searches in a file share its sorts. */
export type Looks = (name: string, column: Column) => LookedAt

/**
 * Returns a function that prepares columns for one search and keeps the results.
 *
 * @returns Prepared column, by name.
 */
export function looksAtColumns(): Looks {
  const seen = new Map<Column, LookedAt>()
  return (name, column) => {
    let looked = seen.get(column)
    if (looked === undefined) seen.set(column, (looked = lookAt(name, column)))
    return looked.name === name ? looked : { ...looked, name }
  }
}

/** Least share of the texts of a column that must contain numbers to read it as numbers. */
const MOSTLY = 0.95

/**
 * Reads categories as the numbers that they contain, as an intruder reads `31,200 EUR`, `0042` or `p17`.
 *
 * @param looked - A column of categories.
 * @returns The numbers; undefined if fewer than 95 % of its categories contain one, and for numbers.
 */
export function asNumbers({ name, column }: LookedAt): LookedAt | undefined {
  if (column.kind === 'numeric') return undefined
  const numbers = column.levels.map((level) => {
    const digits = level.replaceAll(/[^\d.-]/g, '')
    return digits === '' ? Number.NaN : Number(digits)
  })
  if (numbers.filter(Number.isFinite).length < MOSTLY * numbers.length) return undefined
  const values = Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : numbers[code]))
  return lookAt(name, { kind: 'numeric', values })
}

/**
 * Sorts a column and counts its values.
 *
 * @param name - Its name.
 * @param column - The column.
 * @returns The column with its order, classes and frequencies. Cost: one sort.
 */
export function lookAt(name: string, column: Column): LookedAt {
  const isNumeric = column.kind === 'numeric'
  const values = isNumeric ? column.values : codesAsNumbers(column.codes)
  const runs = tieRuns(values)
  const { order, starts } = runs
  const distinct = starts.length - 1
  const classes = new Int32Array(values.length)
  if (order.length < values.length) classes.fill(-1)
  let longest = 0
  let concentration = 0
  for (let run = 0; run < distinct; run++) {
    for (let at = starts[run]; at < starts[run + 1]; at++) classes[order[at]] = run
    const size = starts[run + 1] - starts[run]
    const share = size / order.length
    if (size > longest) longest = size
    concentration += share * share
  }
  const mode = distinct === 0 ? 0 : longest / order.length
  return {
    name,
    isNumeric,
    values,
    classes,
    runs,
    present: order.length,
    distinct,
    longest,
    mode,
    concentration,
    column,
  }
}

function codesAsNumbers(codes: Int32Array): Float64Array {
  const values = new Float64Array(codes.length)
  for (let i = 0; i < codes.length; i++) values[i] = codes[i] < 0 ? Number.NaN : codes[i]
  return values
}

/**
 * Returns half a unit of the last digit of numbers; 0 if they have more than six decimals.
 *
 * @param values - n numbers.
 * @returns 0.5·10^−d. Cost: O(n) a digit.
 */
export function halfUnitOf(values: Float64Array): number {
  let scale = 1
  for (let digits = 0; digits <= 6; digits++, scale *= 10) if (areWhole(values, scale)) return 0.5 / scale
  return 0
}

function areWhole(values: Float64Array, scale: number): boolean {
  for (let i = 0; i < values.length; i++) {
    const scaled = values[i] * scale
    if (Math.abs(scaled - Math.round(scaled)) > 1e-9 * Math.max(1, Math.abs(scaled))) return false
  }
  return true
}
