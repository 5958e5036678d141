import type { Table } from '@sdc/core'
import type { Demand } from '../attackers/attack-model.js'
import type { Room } from '../attackers/room.js'
import type { RelationIndex } from '../table/relation-index.js'

/** A room of this many levels counts as unbounded. */
const BOUNDLESS = 1e6

/** Additional knowledge of an attacker, which a witness for them must respect. */
export interface Knowledge {
  /** Cells known exactly. */
  readonly blocked: ReadonlySet<number>
  /** Largest possible distance of cells below their true values. */
  readonly below: ReadonlyMap<number, number>
}

/** Columns, rows and bounds of a program over n cells, in levels: up (0 … n − 1), down (n … 2n − 1), sum of a union. */
export interface LocalProgram {
  readonly cells: readonly number[]
  readonly rows: LocalRows
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Column of the demand's sum, in its direction. */
  readonly at: number
}

/** Packed rows with right side 0; row r has the entries from `starts[r]` to before `starts[r + 1]`. */
interface LocalRows {
  readonly starts: number[]
  readonly columns: number[]
  readonly values: number[]
}

/** Returns the program of a demand over some cells; undefined if the demand's cells cannot move. */
export type LocalPrograms = (
  demand: Demand,
  cells: readonly number[],
  level: number,
  knowledge: Knowledge | undefined,
) => LocalProgram | undefined

/**
 * Returns a builder of programs over few cells of a table; all others stay. Cells that are alone in a relation cannot
 * move and are left out.
 *
 * @param table - Its relations.
 * @param index - Relations of every cell.
 * @param room - Possible deviations of the cells; read anew for each program.
 * @returns The builder. O(cells · relations of each) per program.
 */
export function localPrograms(
  { values, equations }: Pick<Table, 'values' | 'equations'>,
  index: RelationIndex,
  room: () => Room,
): LocalPrograms {
  const place = new Int32Array(values.length).fill(-1)
  const members = new Int32Array(equations.length)
  return (demand, given, level, knowledge) => {
    const known = knowledge === undefined ? given : given.filter((c) => !knowledge.blocked.has(c))
    const { cells, relations } = movable(known)
    const targets = new Set(demand.cells)
    if (!cells.some((c) => targets.has(c))) return undefined
    const union = targets.size > 1 ? targets : undefined
    const { below, above } = room()
    const n = cells.length
    const columns = 2 * n + (union ? 1 : 0)
    const lower = new Float64Array(columns)
    const upper = new Float64Array(columns)
    let at = -1
    cells.forEach((c, i) => {
      upper[i] = Math.min(BOUNDLESS, above[c] / level)
      upper[n + i] = Math.min(BOUNDLESS, below[c] / level, (knowledge?.below.get(c) ?? Infinity) / level)
      if (!union && targets.has(c)) {
        at = demand.direction > 0 ? i : n + i
        upper[demand.direction > 0 ? n + i : i] = 0
      }
    })
    if (union) {
      at = 2 * n
      lower[at] = -BOUNDLESS
      upper[at] = BOUNDLESS
    }
    return { cells, rows: rowsOf(cells, relations, union), lower, upper, at }
  }

  /** The movable ones of the cells, and their relations. */
  function movable(cells: readonly number[]): { readonly cells: number[]; readonly relations: number[] } {
    const relations: number[] = []
    const those = [...new Set(cells)].sort((a, b) => a - b)
    for (const c of those) {
      place[c] = 0
      for (let k = index.starts[c]; k < index.starts[c + 1]; k++)
        if (members[index.at[k]]++ === 0) relations.push(index.at[k])
    }
    const open = relations.filter((e) => members[e] === 1)
    for (let e = open.pop(); e !== undefined; e = open.pop()) {
      if (members[e] !== 1) continue
      const alone = equations[e].cells.find((c) => place[c] === 0)
      if (alone === undefined) continue
      place[alone] = -1
      for (let k = index.starts[alone]; k < index.starts[alone + 1]; k++)
        if (--members[index.at[k]] === 1) open.push(index.at[k])
    }
    const left = those.filter((c) => place[c] === 0)
    const used = relations.filter((e) => members[e] > 0)
    for (const c of those) place[c] = -1
    for (const e of relations) members[e] = 0
    return { cells: left, relations: used }
  }

  /** Rows of the relations, and of the sum of a union. */
  function rowsOf(
    cells: readonly number[],
    relations: readonly number[],
    union: ReadonlySet<number> | undefined,
  ): LocalRows {
    const n = cells.length
    cells.forEach((c, i) => (place[c] = i))
    const rows: LocalRows = { starts: [0], columns: [], values: [] }
    for (const e of relations) {
      const { cells: own, signs } = equations[e]
      for (let i = 0; i < own.length; i++) {
        const p = place[own[i]]
        if (p < 0) continue
        rows.columns.push(p, n + p)
        rows.values.push(signs[i], -signs[i])
      }
      rows.starts.push(rows.columns.length)
    }
    if (union) {
      cells.forEach((c, i) => {
        if (!union.has(c)) return
        rows.columns.push(i, n + i)
        rows.values.push(1, -1)
      })
      rows.columns.push(2 * n)
      rows.values.push(-1)
      rows.starts.push(rows.columns.length)
    }
    for (const c of cells) place[c] = -1
    return rows
  }
}
