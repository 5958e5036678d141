import type { Table } from '@sdc/core'
import { solver } from '../solver/solver.js'
import { roomOf, type Room } from '../attackers/room.js'
import { openComponent, type ComponentProgram } from './component-program.js'
import type { ComponentShape } from './component-solver.js'

/** Bound of one suppressed cell that a reader of the published table can compute. */
export interface Reach {
  /** Greatest or least possible value of the cell; ±∞ if unbounded. */
  readonly value: number
  /** Proof of the bound: a multiplier for each relation that matters; empty if unbounded. */
  readonly multipliers: ReadonlyMap<number, number>
}

/** A reader who knows every published cell, the relations and the bounds of every cell, and solves linear programs. */
export interface Attacker {
  /** Extreme value of a suppressed cell: the greatest for direction 1, the least for −1. */
  reach(cell: number, direction: 1 | -1): Reach
  /** The suppressed cells connected to this one by relations, including itself. */
  component(cell: number): Int32Array
  close(): void
}

/**
 * Opens the linear programs of the attacker. The unknowns are the differences d of the suppressed cells from their true
 * values: Σ sign·d = 0 in every relation, low − a ≤ d ≤ high − a (by default −a ≤ d). The truth, d = 0, is therefore
 * always feasible, also in a rounded table. The programs separate into connected components.
 *
 * @param table - True table.
 * @param suppressed - 1 for the cells that are not published.
 * @returns The attacker, to be closed after use.
 */
export async function openAttacker(table: Table, suppressed: Uint8Array): Promise<Attacker> {
  const highs = await solver()
  const { members, relations, componentOf } = components(table, suppressed)
  const room = roomOf(table, suppressed)
  const place = placesOf(members, suppressed.length)
  // A program is created on first use and kept.
  const open = new Map<number, ComponentProgram>()
  const programOf = (k: number): ComponentProgram => {
    const known = open.get(k)
    if (known) return known
    const made = openComponent(highs, componentShape(table, room, members[k], place, relations[k]))
    open.set(k, made)
    return made
  }
  return {
    reach(cell, direction) {
      const k = componentOf[cell]
      const multipliers = new Map<number, number>()
      if (k < 0) return { value: table.values[cell], multipliers }
      const farthest = programOf(k).farthest(place[cell], direction)
      if (farthest.reach < Infinity)
        relations[k].forEach((relation, r) => {
          const multiplier = direction * farthest.multipliers[r]
          if (multiplier !== 0) multipliers.set(relation, multiplier)
        })
      return { value: table.values[cell] + direction * farthest.reach, multipliers }
    },
    component: (cell) => members[componentOf[cell]] ?? Int32Array.of(),
    close: () => open.forEach((program) => program.close()),
  }
}

/** Returns the place of every suppressed cell within its component; −1 for the others. */
export function placesOf(members: readonly Int32Array[], cells: number): Int32Array {
  const place = new Int32Array(cells).fill(-1)
  for (const own of members) own.forEach((cell, i) => (place[cell] = i))
  return place
}

/**
 * Returns the relations and rooms of one component.
 *
 * @param table - Table with the relations.
 * @param room - Possible deviations of each cell.
 * @param cells - Cells of the component.
 * @param place - Place of each cell in its component; −1 for published cells.
 * @param relations - Relations that connect them.
 * @returns The shape of its programs.
 */
export function componentShape(
  { equations }: Pick<Table, 'equations'>,
  room: Room,
  cells: Int32Array,
  place: Int32Array,
  relations: readonly number[],
): ComponentShape {
  const starts = new Int32Array(relations.length + 1)
  const columns: number[] = []
  const signs: number[] = []
  relations.forEach((e, r) => {
    equations[e].cells.forEach((cell, i) => {
      if (place[cell] < 0) return
      columns.push(place[cell])
      signs.push(equations[e].signs[i])
    })
    starts[r + 1] = columns.length
  })
  return {
    starts,
    columns: Int32Array.from(columns),
    signs: Float64Array.from(signs),
    below: Float64Array.from(cells, (cell) => room.below[cell]),
    above: Float64Array.from(cells, (cell) => room.above[cell]),
  }
}

/** Finds the connected components of suppressed cells, and the relations that connect them. */
export function components(
  table: Table,
  suppressed: Uint8Array,
): {
  readonly members: readonly Int32Array[]
  readonly relations: readonly (readonly number[])[]
  readonly componentOf: Int32Array
} {
  const parent = Int32Array.from(suppressed, (one, c) => (one ? c : -1))
  const root = (cell: number): number => {
    let at = cell
    while (parent[at] !== at) at = parent[at] = parent[parent[at]]
    return at
  }
  const touching: (readonly [relation: number, cell: number])[] = []
  table.equations.forEach(({ cells }, e) => {
    let first = -1
    for (const cell of cells) {
      if (!suppressed[cell]) continue
      if (first < 0) touching.push([e, (first = cell)])
      else parent[root(cell)] = root(first)
    }
  })
  const componentOf = new Int32Array(suppressed.length).fill(-1)
  const numbers = new Map<number, number>()
  const members: number[][] = []
  suppressed.forEach((one, cell) => {
    if (!one) return
    const at = root(cell)
    let k = numbers.get(at)
    if (k === undefined) {
      numbers.set(at, (k = members.length))
      members.push([])
    }
    componentOf[cell] = k
    members[k].push(cell)
  })
  const relations: number[][] = members.map(() => [])
  for (const [relation, cell] of touching) relations[componentOf[cell]].push(relation)
  return { members: members.map((cells) => Int32Array.from(cells)), relations, componentOf }
}
