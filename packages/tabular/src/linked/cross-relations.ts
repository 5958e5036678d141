import { option, SdcError, type Relation, type Table } from '@sdc/core'
import { cellName } from '../table/cell-name.js'
import { cellFinder } from '../table/relations.js'
import type { Grouping, JoinedDimension } from './join-levels.js'
import { AGREEMENT } from './merge-cells.js'
import { relationKey } from './relation-key.js'

/**
 * Finds the relations between cells of different tables: a level is the sum of those below it in any table. A part that
 * no table has counts as empty if one table has all levels of the grouping.
 *
 * @param table - The joined cells.
 * @param dimensions - Levels and groupings.
 * @param own - Relations of the single tables, by `relationKey`.
 * @param tables - The tables.
 * @param cells - Places of the cells of each table.
 * @param called - Names of the tables.
 * @param slack - Permitted difference of a sum, by the number of parts and the size of parts and total together.
 * @returns The relations that no single table has.
 * @throws BAD_TABLE if a level of one table is not the sum of its parts in another
 */
export function crossRelations(
  table: Omit<Table, 'equations'>,
  dimensions: readonly JoinedDimension[],
  own: ReadonlyMap<string, Relation>,
  tables: readonly Table[],
  cells: readonly Int32Array[],
  called: readonly string[],
  slack: (parts: number, size: number) => number = (_, size) => AGREEMENT * size,
): Relation[] {
  const sources = sourcesOf(cells, table.values.length)
  const find = cellFinder(table.dimensions)
  const found = new Map<string, Relation>()
  const firstOf = (cell: number): string => called[sources[cell][0]]
  dimensions.forEach((dimension, d) => {
    for (const grouping of dimension.groupings) {
      const hasAll = tables.map((one) => levelsIn(one, dimension, grouping))
      table.dimensions[d].codes.forEach((code, whole) => {
        if (code !== grouping.whole) return
        const parts = grouping.parts.map((part) => find(whole, d, part)).filter((cell) => cell >= 0)
        const complete = parts.length === grouping.parts.length
        if (
          parts.length === 0 ||
          !(complete || hasAll.some((all, t) => all && parts.every((cell) => sources[cell].includes(t))))
        )
          return
        const relation = {
          cells: Int32Array.of(whole, ...parts),
          signs: Int8Array.from([-1, ...parts.map(() => 1)]),
        }
        const key = relationKey(relation)
        if (own.has(key) || found.has(key)) return
        const sum = parts.reduce((all, cell) => all + table.values[cell], 0)
        const size = parts.reduce((all, cell) => all + Math.abs(table.values[cell]), Math.abs(table.values[whole]))
        if (Math.abs(sum - table.values[whole]) <= slack(parts.length, size)) return void found.set(key, relation)
        if (!complete) return
        const message = `${firstOf(whole)} and ${firstOf(parts[0])} disagree: ${cellName(table, whole)} is ${table.values[whole]} in the first, but its ${parts.length} parts sum to ${sum} in the second`
        const fix = `The tables have different records. If one has only a part of the records, declare it (${option('part')}). Otherwise correct the hierarchy.`
        throw new SdcError('BAD_TABLE', message, {}, fix)
      })
    }
  })
  return [...found.values()]
}

/** True if a table has all levels of a grouping. */
function levelsIn({ dimensions, names }: Table, { name, levels }: JoinedDimension, { parts }: Grouping): boolean {
  const own = dimensions.find((_, d) => (names?.[d] ?? `d${d + 1}`) === name)
  return own !== undefined && parts.every((part) => own.levels.includes(levels[part]))
}

/** The tables that have each cell. */
function sourcesOf(cells: readonly Int32Array[], size: number): number[][] {
  const sources = Array.from({ length: size }, (): number[] => [])
  cells.forEach((own, t) => own.forEach((cell) => sources[cell].push(t)))
  return sources
}
