import type { Dataset, Roles } from '@sdc/core'
import type { DerivedColumn } from './derived-columns.js'

/**
 * Proposes the order in which columns are synthesised: categories, those with few levels first, then numbers, then the
 * weight. Quasi-identifiers come before others of their kind; equal places are in the order of the names. A column that an
 * equation gives follows the last column that it is computed from, so that it predicts those after it; columns that add up to
 * such a total come after it.
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
  const placed = names.filter((name) => !derived.has(name)).map((name) => ({ name, place: place(name) }))
  placed.sort((a, b) => compare(a.place, b.place) || (a.name < b.name ? -1 : 1))
  const order: string[] = []
  const waits = (name: string): boolean =>
    [...derived.values()].some(
      ({ after, terms }) =>
        after !== undefined && after !== name && !order.includes(after) && terms.some(([column]) => column === name),
    )
  while (placed.length > 0) {
    const ready = placed.findIndex(({ name }) => !waits(name))
    const [{ name }] = placed.splice(Math.max(0, ready), 1)
    order.push(name)
    const isReady = ({ name: one, terms }: DerivedColumn): boolean =>
      !order.includes(one) && terms.every(([column]) => order.includes(column))
    for (let next = first(derived, isReady); next !== undefined; next = first(derived, isReady)) order.push(next.name)
  }
  return [...order, ...names.filter((name) => !order.includes(name))]
}

function first(
  derived: ReadonlyMap<string, DerivedColumn>,
  is: (one: DerivedColumn) => boolean,
): DerivedColumn | undefined {
  return [...derived.values()].find(is)
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : a[at] < b[at] ? -1 : 1
}
