import { dataset, type Column, type Dataset, type Rng } from '@sdc/core'
import { brokenRecords, type BoundRule } from '@sdc/rules'
import { withValues } from './columns/with-values.js'
import { numbersTo } from './numbers-to.js'

/** Most draws of a record that breaks rules: the engine repairs what is left. */
export const MOST_DRAWS = 100

/** Rules that this column completes: all their columns are drawn now. */
function rulesUpTo(rules: readonly BoundRule[], names: readonly string[], last: string): BoundRule[] {
  return rules.filter(({ rule }) => rule.columns.includes(last) && rule.columns.every((name) => names.includes(name)))
}

/** Marks the records of a file that break a rule by 1. */
export type Check = (file: Dataset) => Uint8Array

/**
 * Checks of the rules that a column completes.
 *
 * @param rules - Rules of the schema.
 * @param names - Columns that are drawn.
 * @param last - The last of them.
 * @returns A check for each rule with this column and others of these.
 */
export function checksOf(rules: readonly BoundRule[], names: readonly string[], last: string): Check[] {
  return rulesUpTo(rules, names, last).map((rule) => (file) => brokenRecords(rule, file).records)
}

/**
 * Draws a column again for the records that break rules.
 *
 * @param columns - The columns that are drawn.
 * @param name - The column.
 * @param checks - Rules that it completes.
 * @param draw - Draws the column for some records.
 * @param rng - The stream of the column.
 * @returns The column, and the number of records that still break a rule.
 */
export function redrawn(
  columns: ReadonlyMap<string, Column>,
  name: string,
  checks: readonly Check[],
  draw: (records: Int32Array, rng: Rng) => Column,
  rng: Rng,
): { readonly column: Column; readonly broken: number } {
  let file = dataset(columns)
  for (let time = 1; checks.length > 0; time++) {
    const broken = marked(file, checks)
    const records = numbersTo(file.rows).filter((i) => broken[i] === 1)
    if (records.length === 0) break
    if (time === MOST_DRAWS) return { column: file.column(name), broken: records.length }
    const again = draw(records, rng.child(`again ${time}`))
    file = dataset(new Map([...columns, [name, withValues(file.column(name), records, again)]]))
  }
  return { column: file.column(name), broken: 0 }
}

/**
 * Number of records that break at least one check.
 *
 * @param columns - The columns that are drawn.
 * @param checks - The checks.
 * @returns The number.
 */
export function brokenOf(columns: ReadonlyMap<string, Column>, checks: readonly Check[]): number {
  return marked(dataset(columns), checks).reduce((sum, one) => sum + one, 0)
}

function marked(file: Dataset, checks: readonly Check[]): Uint8Array {
  const broken = new Uint8Array(file.rows)
  for (const check of checks) check(file).forEach((one, i) => (broken[i] |= one))
  return broken
}
