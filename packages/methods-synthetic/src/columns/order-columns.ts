import type { Dataset, Roles } from '@sdc/core'
import type { DerivedColumn } from './derived-columns.js'

/**
 * Proposes the order in which columns are synthesised: categories, those with few levels first, then numbers, then the
 * weight, then columns that equations give, after those that they are computed from. Quasi-identifiers come before others of their kind; equal
 * places are in the order of the names.
 *
 * @param data - The file.
 * @param names - The columns.
 * @param roles - Roles of the columns.
 * @param derived - Columns that equations give.
 * @returns The columns in their order.
 */
export function proposedOrder(
  data: Dataset,
  names: readonly string[],
  { keys, weight }: Roles,
  derived: ReadonlyMap<string, DerivedColumn>,
): string[] {
  const depth = (name: string): number =>
    Math.max(0, ...(derived.get(name)?.terms ?? []).map(([column]) => 1 + depth(column)))
  const place = (name: string): number[] => {
    const column = data.column(name)
    const levels = column.kind === 'categorical' ? column.levels.length : Infinity
    return [
      derived.has(name) ? Math.max(1, depth(name)) : 0,
      name === weight ? 2 : levels === Infinity ? 1 : 0,
      keys.includes(name) ? 0 : 1,
      levels,
    ]
  }
  const placed = names.map((name) => ({ name, place: place(name) }))
  return placed.sort((a, b) => compare(a.place, b.place) || (a.name < b.name ? -1 : 1)).map(({ name }) => name)
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : a[at] < b[at] ? -1 : 1
}
