import type { Table } from '@sdc/core'
import { cellFinder, parentCodes } from '../table/relations.js'

/** Positions of the cells of a table, by dimension. */
export interface Grid {
  readonly dimensions: number
  /** Level of a cell in a dimension. */
  code(cell: number, dimension: number): number
  /** The level above each level; −1 at the top. */
  readonly parents: readonly Int32Array[]
  /** The levels below each level. */
  readonly parts: readonly (readonly number[])[][]
  /** The cell that differs from another in one dimension; −1 if the table has none. */
  find(cell: number, dimension: number, code: number): number
}

/**
 * Returns the grid of a table.
 *
 * @param table - Its dimensions.
 * @returns Navigation between cells.
 */
export function gridOf({ dimensions }: Pick<Table, 'dimensions'>): Grid {
  const parents = dimensions.map(parentCodes)
  const parts = parents.map((above) => {
    const below: number[][] = Array.from(above, () => [])
    above.forEach((parent, code) => parent >= 0 && below[parent].push(code))
    return below
  })
  return {
    dimensions: dimensions.length,
    parents,
    parts,
    code: (cell, d) => dimensions[d].codes[cell],
    find: cellFinder(dimensions),
  }
}

/** Number of levels of each dimension for the first neighbourhood; fewer in more dimensions. */
export function fewLevels({ dimensions }: Pick<Grid, 'dimensions'>): number {
  return dimensions === 1 ? 40 : dimensions === 2 ? 10 : dimensions === 3 ? 5 : 3
}

/** Largest number of cells of a neighbourhood. */
const MOST_CELLS = 60_000

/**
 * Returns the cells around one. In each dimension, it takes the levels with the cheapest adjacent cells, and two parts
 * of each subtotal; these are crossed. From twice the usual number of levels, it alternates totals and adjacent levels.
 *
 * @param grid - The table.
 * @param cell - The cell.
 * @param few - Number of levels of each dimension.
 * @param price - Price to use a cell; ∞ if it may not be used.
 * @returns The cells, including the given one; undefined if there are too many.
 */
export function neighbourhood(
  grid: Grid,
  cell: number,
  few: number,
  price: (cell: number) => number,
): number[] | undefined {
  let cells = [cell]
  for (let d = 0; d < grid.dimensions; d++) {
    const levels = levelsNear(grid, cell, d, few, price)
    const crossed: number[] = []
    for (const one of cells)
      for (const level of levels) {
        const found = grid.find(one, d, level)
        if (found >= 0) crossed.push(found)
      }
    if (crossed.length > MOST_CELLS) return undefined
    cells = crossed
  }
  return cells.filter((one) => one === cell || price(one) < Infinity)
}

function levelsNear(
  grid: Grid,
  cell: number,
  d: number,
  few: number,
  price: (cell: number) => number,
): Iterable<number> {
  const parts = grid.parts[d]
  const parents = grid.parents[d]
  const own = grid.code(cell, d)
  const near = new Set([own])
  const priceOf = (code: number): number => {
    const at = grid.find(cell, d, code)
    return at < 0 ? Infinity : price(at)
  }
  const cheapest = (codes: readonly number[], count: number, without: number): number[] =>
    codes
      .filter((code) => code !== without)
      .map((code) => [priceOf(code), code] as const)
      .filter(([cost]) => cost < Infinity)
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])
      .slice(0, count)
      .map(([, code]) => code)
  const down = (code: number, count: number): void => {
    near.add(code)
    for (const part of cheapest(parts[code], count, -1)) down(part, count)
  }
  const up = (code: number, count: number): void => {
    const parent = parents[code]
    if (parent < 0) return
    for (const other of cheapest(parts[parent], count, code)) down(other, 2)
    if (few <= fewLevels(grid) || near.has(parent) || priceOf(parent) === Infinity) return
    near.add(parent)
    up(parent, Math.max(2, count >> 1))
  }
  if (parts[own].length > 0) down(own, few)
  up(own, few)
  return near
}
