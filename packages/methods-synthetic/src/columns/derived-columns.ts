import type { Column } from '@sdc/core'
import type { Rule } from '@sdc/rules'

/** A column that an equation gives: value = (−constant − Σ coefficient·value)/own coefficient. */
export interface DerivedColumn {
  readonly name: string
  readonly terms: readonly (readonly [column: string, coefficient: number])[]
  readonly constant: number
  readonly own: number
}

/**
 * Finds the columns that equations give: each alone on one side of one without a condition.
 *
 * @param rules - The rules.
 * @param names - The synthesised columns; an equation with another column gives none.
 * @returns The columns; where equations need each other, the first one counts.
 */
export function derivedColumns(rules: readonly Rule[], names: readonly string[]): Map<string, DerivedColumn> {
  const derived = new Map<string, DerivedColumn>()
  const needs = (name: string, other: string): boolean =>
    name === other || (derived.get(name)?.terms.some(([column]) => needs(column, other)) ?? false)
  for (const { derived: name, when, then, columns } of rules) {
    if (name === undefined || when !== undefined || derived.has(name)) continue
    if (then.kind !== 'linear' || then.comparison !== '=' || !columns.every((column) => names.includes(column)))
      continue
    const own = then.form.terms.find(([column]) => column === name)?.[1] ?? 0
    const terms = then.form.terms.filter(([column]) => column !== name)
    if (own === 0 || terms.some(([column]) => needs(column, name))) continue
    derived.set(name, { name, terms, constant: then.form.constant, own })
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
 */
export function computed(
  { terms, constant, own }: DerivedColumn,
  columns: ReadonlyMap<string, Column>,
  rows: number,
): Column {
  const values = new Float64Array(rows).fill(-constant)
  for (const [name, coefficient] of terms) {
    const column = columns.get(name)
    if (column?.kind !== 'numeric') throw new RangeError(`an equation needs numbers in ${name}`)
    column.values.forEach((value, i) => (values[i] -= coefficient * value))
  }
  return { kind: 'numeric', values: values.map((value) => value / own) }
}
