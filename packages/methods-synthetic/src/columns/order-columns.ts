import type { Dataset, Roles } from '@sdc/core'
import type { DerivedColumn } from './derived-columns.js'

/**
 * Proposes the order in which columns are synthesised: categories, those with few levels first, then numbers, then the
 * weight. A column that an equation gives follows the last column that it is computed from, so that it predicts those after it.
 * Quasi-identifiers come before others of their kind; equal places are in the order of the names.
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
  const place = (name: string): number[] => {
    const column = data.column(name)
    const levels = column.kind === 'categorical' ? column.levels.length : Infinity
    return [name === weight ? 2 : levels === Infinity ? 1 : 0, keys.includes(name) ? 0 : 1, levels]
  }
  const sorted = names
    .map((name) => ({ name, place: place(name) }))
    .sort((a, b) => compare(a.place, b.place) || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
  const ordered: string[] = []
  const add = (name: string): void => {
    ordered.push(name)
    for (const one of sorted) if (isReady(one)) add(one)
  }
  const isReady = (name: string): boolean =>
    !ordered.includes(name) && derived.get(name)?.terms.every(([column]) => ordered.includes(column)) === true
  for (const name of sorted) if (!derived.has(name)) add(name)
  return [...ordered, ...sorted.filter((name) => !ordered.includes(name))]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : a[at] < b[at] ? -1 : 1
}
