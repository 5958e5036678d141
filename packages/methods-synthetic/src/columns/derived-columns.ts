import type { Column, NumericColumn } from '@sdc/core'
import type { Rule } from '@sdc/rules'

/** A column that an equation gives: value = (−constant − Σ coefficient·value)/own coefficient. */
export interface DerivedColumn {
  readonly name: string
  readonly terms: readonly (readonly [column: string, coefficient: number])[]
  readonly constant: number
  readonly own: number
  /** A total that another equation gives: the terms are drawn after it, since they must add up to it. */
  readonly after?: string | undefined
}

/**
 * Finds the columns that equations without a condition give: each alone on one side of its equation, or, if another equation
 * gives that one already, the last of the other terms.
 *
 * @param rules - The rules.
 * @param names - The synthesised columns; an equation with another column gives none.
 * @returns The columns; where equations need each other, the first one counts.
 */
export function derivedColumns(rules: readonly Rule[], names: readonly string[]): Map<string, DerivedColumn> {
  const derived = new Map<string, DerivedColumn>()
  const needs = (name: string, other: string): boolean =>
    name === other || (derived.get(name)?.terms.some(([column]) => needs(column, other)) ?? false)
  for (const { derived: alone, when, then, columns } of rules) {
    if (alone === undefined || when !== undefined) continue
    if (then.kind !== 'linear' || then.comparison !== '=' || !columns.every((column) => names.includes(column)))
      continue
    const { constant, terms: all } = then.form
    const others = [...names].reverse().filter((name) => name !== alone && columns.includes(name))
    for (const name of [alone, ...others]) {
      const own = all.find(([column]) => column === name)?.[1] ?? 0
      const terms = all.filter(([column]) => column !== name)
      if (own === 0 || derived.has(name) || terms.some(([column]) => needs(column, name))) continue
      derived.set(name, { name, terms, constant, own, ...(name !== alone && { after: alone }) })
      break
    }
  }
  return derived
}

/**
 * Computes the column that an equation gives.
 *
 * @param derived - The equation.
 * @param columns - The columns before it.
 * @param rows - Number of records.
 * @returns The column.
 * @throws RangeError for a term that is missing or not numeric.
 */
export function computed(
  { terms, constant, own }: DerivedColumn,
  columns: ReadonlyMap<string, Column>,
  rows: number,
): NumericColumn {
  const values = new Float64Array(rows).fill(-constant)
  for (const [name, coefficient] of terms) {
    const column = columns.get(name)
    if (column?.kind !== 'numeric') throw new RangeError(`an equation needs numbers in ${name}`)
    column.values.forEach((value, i) => (values[i] -= coefficient * value))
  }
  return { kind: 'numeric', values: values.map((value) => value / own) }
}
