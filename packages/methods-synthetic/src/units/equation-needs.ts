import { dataset, type Column, type Dataset } from '@sdc/core'
import type { BoundRule } from '@sdc/rules'
import { computed, type DerivedColumn } from '../columns/derived-columns.js'
import { commonStep } from '@sdc/stats/internal'
import { roundToStep } from '@sdc/stats'
import { checksOf, type Check } from '../redrawn.js'
import type { FittedLevel } from './fit-level.js'

/** Needs of equations that a drawn column has a part in. */
export interface EquationNeeds {
  readonly checks: readonly Check[]
  /** Rounds the column to the step of the original: then what equations give is as round. */
  round(column: Column): Column
  /** Puts values that no draw made possible in the middle of what is possible. */
  settle(column: Column, before: ReadonlyMap<string, Column>): Column
}

/**
 * Needs of columns that equations give, which no other draw of their own can change. The rest of an equation must
 * be possible with the ranges of its other columns, and the columns that follow at once must not break a rule.
 *
 * @param level - The level with its models.
 * @param at - Place of the drawn column.
 * @param rules - Rules of the file.
 * @param known - The columns that are drawn then, this one included.
 * @returns The needs; undefined if no equation has the column.
 */
export function equationNeeds(
  { columns: all, level: { data } }: FittedLevel,
  at: number,
  rules: readonly BoundRule[],
  known: readonly string[],
): EquationNeeds | undefined {
  const { name } = all[at].plan
  const original = data.column(name)
  const has = ({ terms }: DerivedColumn): boolean => terms.some(([column]) => column === name)
  const left = all.flatMap(({ plan }) => plan.derived ?? []).filter(has).map((one) => restOf(one, name, data, known)) // oxfmt-ignore
  if (left.length === 0 || original.kind !== 'numeric') return undefined
  const rest = all.slice(at + 1).map(({ plan }) => plan.derived)
  const next = rest.indexOf(undefined)
  const given = (next < 0 ? rest : rest.slice(0, next)).flatMap((one) => one ?? [])
  const step = commonStep(original.values)
  const range = rangeOf(original)
  return {
    checks: [
      ...left.map((one): Check => (file) => outside(file.column(name), one(columnsOf(file), file.rows))), // oxfmt-ignore
      ...(rules.length > 0 && given.length > 0 ? [keepsRules(given, rules, known)] : []),
    ],
    round: (column) =>
      step === null || column.kind !== 'numeric' ? column : { ...column, values: roundToStep(column.values, step) },
    settle(column, before) {
      if (column.kind !== 'numeric') return column
      const bounds = left.map((one) => one(before, column.values.length))
      const values = column.values.map((value, i) => {
        const least = Math.max(...bounds.map(({ least }) => least[i]))
        const most = Math.min(...bounds.map(({ most }) => most[i]))
        const isPossible = !(value < least || value > most)
        const [low, high] = [Math.max(least, range[0]), Math.min(most, range[1])]
        return isPossible || !(low <= high && Number.isFinite(high - low)) ? value : (low + high) / 2
      })
      return this.round({ ...column, values })
    },
  }
}

/** Bounds of the values of a column by record. */
interface Bounds {
  readonly least: Float64Array
  readonly most: Float64Array
}

/** Bounds of a column by an equation: the known terms unchanged, the others within the range of the original. */
function restOf(
  { name: given, terms, constant, own }: DerivedColumn,
  name: string,
  data: Dataset,
  known: readonly string[],
): (columns: ReadonlyMap<string, Column>, rows: number) => Bounds {
  const all = [...terms, [given, own] as const]
  const factor = all.find(([column]) => column === name)?.[1] ?? 1
  let [least, most] = [-constant, -constant]
  for (const [column, coefficient] of all) {
    if (known.includes(column)) continue
    const ends = rangeOf(data.column(column)).map((end) => -coefficient * end)
    least += Math.min(...ends)
    most += Math.max(...ends)
  }
  return (columns, rows) => {
    const others = all.flatMap(([column, coefficient]) => {
      const one = column === name || !known.includes(column) ? undefined : columns.get(column)
      return one?.kind === 'numeric' ? [{ values: one.values, coefficient }] : []
    })
    const ends = [least, most].map(
      (end) =>
      Float64Array.from({ length: rows }, (_, i) => others.reduce((sum, { values, coefficient }) => sum - coefficient * values[i], end) / factor), // oxfmt-ignore
    )
    return factor > 0 ? { least: ends[0], most: ends[1] } : { least: ends[1], most: ends[0] }
  }
}

/** Values beyond their bounds; sums are rounded. */
function outside(column: Column, { least, most }: Bounds): Uint8Array {
  if (column.kind !== 'numeric') return new Uint8Array(least.length)
  const slack = (bound: number): number => (Number.isFinite(bound) ? 1e-9 * Math.abs(bound) : 0)
  return Uint8Array.from(column.values, (value, i) =>
    value < least[i] - slack(least[i]) || value > most[i] + slack(most[i]) ? 1 : 0,
  )
}

/** The columns that equations give of the drawn ones break no rule. */
function keepsRules(given: readonly DerivedColumn[], rules: readonly BoundRule[], known: readonly string[]): Check {
  const steps = given.map((derived, at) => {
    const names = [...known, ...given.slice(0, at + 1).map(({ name }) => name)]
    return { derived, checks: checksOf(rules, names, derived.name) }
  })
  return (file) => {
    const columns = columnsOf(file)
    const broken = new Uint8Array(file.rows)
    for (const { derived, checks } of steps) {
      columns.set(derived.name, computed(derived, columns, file.rows))
      const made = dataset(columns)
      for (const check of checks) check(made).forEach((one, i) => (broken[i] |= one))
    }
    return broken
  }
}

function rangeOf(column: Column): readonly [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity]
  if (column.kind !== 'numeric') return [-Infinity, Infinity]
  for (const value of column.values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return least <= most ? [least, most] : [-Infinity, Infinity]
}

function columnsOf(file: Dataset): Map<string, Column> {
  return new Map(file.names.map((name) => [name, file.column(name)]))
}
