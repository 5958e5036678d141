import type { CategoricalColumn, CellContributions, Relation, Table, Taxonomy } from '@sdc/core'
import { crossRelations } from './cross-relations.js'
import { joinLevels, type JoinedDimension } from './join-levels.js'
import { mergeCells } from './merge-cells.js'
import { relationKey } from './relation-key.js'

export interface JoinOptions {
  /** Names of the tables, for messages; by default table 1, table 2, …. */
  readonly names?: readonly string[] | undefined
  /** The level above each level, for dimensions that tables group differently; by any of their levels. */
  readonly hierarchies?: ReadonlyMap<string, Taxonomy> | undefined
  /** Permitted distance of a group from the sum of its parts in another table; by default 1e-9 of their size. */
  readonly slack?: ((parts: number, size: number) => number) | undefined
}

export interface JoinedTables {
  readonly table: Table
  /** Cell of the joined table for each cell of every table. */
  readonly cells: readonly Int32Array[]
}

/**
 * Joins several tables about the same people into one, as a reader of all of them would. Dimensions and levels are
 * matched by name; a table without a dimension has its total there. Cells that several tables share become one cell.
 * The relations are those of every table, and those between tables that follow from the levels: a group in one table is
 * the sum of its parts in another.
 *
 * @param tables - Tables with the same variable as values, or the same counts.
 * @param options - Names of the tables, and hierarchies of their groups.
 * @returns The joined table, and the places of each table's cells.
 * @throws BAD_TABLE if two tables disagree about a shared cell, or a group and its parts; with the cell and both
 *   values
 */
export function joinTables(tables: readonly Table[], options: JoinOptions = {}): JoinedTables {
  const called = tables.map((_, t) => options.names?.[t] ?? `table ${t + 1}`)
  const dimensions = joinLevels(tables, options.hierarchies ?? new Map(), called)
  const { place, cells } = placesOf(tables, dimensions)
  const columns = dimensions.map(({ levels, taxonomy }, d): CategoricalColumn => ({
    kind: 'categorical',
    ordered: false,
    levels,
    codes: Int32Array.from(place.values(), (codes) => codes[d]),
    ...(taxonomy.size > 0 && { taxonomy }),
  }))
  const shape = { dimensions: columns, names: dimensions.map(({ name }) => name) }
  const merged = mergeCells(tables, cells, place.size, shape, called)
  const own = ownRelations(tables, cells)
  const cross = crossRelations({ ...shape, ...merged }, dimensions, own, tables, cells, called, options.slack)
  const equations = [...own.values(), ...cross]
  const contributions = merged.contributions && innerOnly(merged.contributions, equations)
  return { table: { ...shape, ...merged, ...(contributions && { contributions }), equations }, cells }
}

/** Keeps contributions to inner cells; those to a cell that is a total in another table follow from them. */
function innerOnly(
  { starts, respondents, values }: CellContributions,
  equations: readonly Relation[],
): CellContributions {
  const isTotal = new Uint8Array(starts.length - 1)
  for (const { cells } of equations) isTotal[cells[0]] = 1
  const kept = Array.from(isTotal, (total, c) => (total === 1 ? 0 : starts[c + 1] - starts[c]))
  const now = new Int32Array(starts.length)
  kept.forEach((size, c) => (now[c + 1] = now[c] + size))
  const places = kept.flatMap((size, c) => Array.from({ length: size }, (_, i) => starts[c] + i))
  return {
    starts: now,
    respondents: Int32Array.from(places, (i) => respondents[i]),
    values: Float64Array.from(places, (i) => values[i]),
  }
}

/** Cells of the joined table by key, in the order of the tables, and their numbers for each table's cells. */
function placesOf(
  tables: readonly Table[],
  dimensions: readonly JoinedDimension[],
): { readonly place: Map<string, Int32Array>; readonly cells: readonly Int32Array[] } {
  const place = new Map<string, Int32Array>()
  const numbers = new Map<string, number>()
  const cells = tables.map((table, t) => {
    const codes = dimensions.map(({ codesOf }) => codesOf[t])
    return Int32Array.from(table.values, (_, c) => {
      const at = Int32Array.from(codes, (one) => one(c))
      const key = at.join(',')
      let number = numbers.get(key)
      if (number === undefined) {
        numbers.set(key, (number = numbers.size))
        place.set(key, at)
      }
      return number
    })
  })
  return { place, cells }
}

/** Distinct relations of every table, by cells of the joined one. */
function ownRelations(tables: readonly Table[], cells: readonly Int32Array[]): Map<string, Relation> {
  const relations = new Map<string, Relation>()
  tables.forEach(({ equations }, t) => {
    for (const { cells: own, signs } of equations) {
      const moved = { cells: own.map((cell) => cells[t][cell]), signs }
      const key = relationKey(moved)
      if (!relations.has(key)) relations.set(key, moved)
    }
  })
  return relations
}
