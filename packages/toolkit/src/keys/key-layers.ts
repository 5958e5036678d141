import type { Column } from '@sdc/core'
import type { CategoryCell, NumberCell } from './cell-labels.js'
import { distanceFrom, isAnyNumber, releasedKey } from './key-cells.js'
import type { KeyDomain } from './key-domain.js'

/**
 * A key of both files. Released cells are sorted into layers; in a layer a value is in at most one cell. Unchanged
 * values are one layer, the classes of a level of a hierarchy are another.
 */
export interface KeyLayers {
  /** Number of the value of each original record, −1 if missing. */
  readonly values: Int32Array
  /** Cell of each released record. */
  readonly cells: Int32Array
  /** Layer of each cell; −1 if the cell may be any value. */
  readonly layerOf: Int32Array
  /** Cell that may be the value, by layer and value; −1 for none. */
  readonly layers: readonly Int32Array[]
}

/**
 * Returns the layers of a key.
 *
 * @param domain - The key of the original.
 * @param column - The same key of the released file, as values or classes.
 * @returns The layers; or the label of a class without a relation to values of the original.
 *
 * Cost: O(n), and for each cell the number of values that it may be, times the number of layers.
 */
export function keyLayers(domain: KeyDomain, column: Column): KeyLayers | string {
  const { codes: cells, cells: all } = releasedKey(domain, column)
  const unrelated = cells.findIndex((cell) => all[cell].unrelated === true)
  if (unrelated >= 0)
    return column.kind === 'numeric' ? String(column.values[unrelated]) : column.levels[column.codes[unrelated]]
  const { values, count, members } =
    domain.kind === 'numeric'
      ? numberMembers(domain, all as readonly NumberCell[])
      : { values: domain.codes, count: domain.levels.length, members: (all as readonly CategoryCell[]).map((one) => one.members) } // oxfmt-ignore
  const layerOf = new Int32Array(all.length).fill(-1)
  const layers: Int32Array[] = []
  // Exact values come first: they share a layer.
  const order = [...all.keys()].sort((a, b) => (members[a]?.length ?? 0) - (members[b]?.length ?? 0) || a - b)
  for (const cell of order) {
    const own = members[cell]
    if (own === undefined) continue
    const free = layers.findIndex((cellAt) => own.every((value) => cellAt[value] < 0))
    layerOf[cell] = free < 0 ? layers.push(new Int32Array(count).fill(-1)) - 1 : free
    for (const value of own) layers[layerOf[cell]][value] = cell
  }
  return { values, cells, layerOf, layers }
}

/** The different numbers of a key, and for each cell the places of its possible numbers; undefined for any. */
function numberMembers(
  { values, sorted }: Extract<KeyDomain, { kind: 'numeric' }>,
  cells: readonly NumberCell[],
): { readonly values: Int32Array; readonly count: number; readonly members: readonly (Int32Array | undefined)[] } {
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1])
  const places = new Map(Array.from(distinct, (value, place) => [value, place] as const))
  const placesOf = (numbers: Iterable<number>): Int32Array =>
    Int32Array.from([...numbers].flatMap((one) => places.get(one) ?? []))
  const within = (cell: NumberCell): Int32Array => {
    const found: number[] = []
    for (let at = firstFrom(distinct, cell.low); at < distinct.length && distinct[at] <= cell.high; at++)
      if (distanceFrom(cell, distinct[at]) === 0) found.push(at)
    return Int32Array.from(found)
  }
  return {
    values: Int32Array.from(values, (value) => places.get(value) ?? -1),
    count: distinct.length,
    members: cells.map((cell) => {
      if (isAnyNumber(cell)) return undefined
      if (cell.members) return placesOf(cell.members)
      return cell.low === cell.high ? placesOf([cell.low]) : within(cell)
    }),
  }
}

/** The place of the first number that is not below a bound. */
function firstFrom(ascending: Float64Array, bound: number): number {
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (ascending[middle] < bound) from = middle + 1
    else to = middle
  }
  return from
}
