import type { Table } from '@sdc/core'
import { openProgram, type OpenProgram } from '../solver/program.js'
import { roomOf, type Room } from '../table/room.js'

/** What a reader of a published table can say of one suppressed cell. */
export interface Reach {
  /** The greatest or the least value that the cell can have; ±∞ where nothing bounds it. */
  readonly value: number
  /** What proves it: a multiplier for each of the table's relations, 0 for those that do not matter; none where unbounded. */
  readonly multipliers: ReadonlyMap<number, number>
}

/** A reader who knows every published cell, the relations, and bounds of every cell, and solves linear programs. */
export interface Attacker {
  /** The farthest value of a suppressed cell: the greatest for direction 1, the least for −1. */
  reach(cell: number, direction: 1 | -1): Reach
  /** The suppressed cells that are joined to this one by relations, itself among them. */
  component(cell: number): Int32Array
  close(): void
}

/**
 * Opens the linear programs of the attacker. The unknowns are the differences d of the suppressed cells to their true
 * values: Σ sign·d = 0 in every relation, low − a ≤ d ≤ high − a (by default −a ≤ d), so that the truth itself (d = 0) is
 * always possible, also where a table was rounded. The programs fall apart into connected components.
 *
 * @param table - The true table.
 * @param suppressed - 1 for the cells that are not published.
 * @returns The attacker, open until closed.
 */
export async function openAttacker(table: Table, suppressed: Uint8Array): Promise<Attacker> {
  const { members, relations, componentOf } = components(table, suppressed)
  const room = roomOf(table)
  const open = new Map<number, { program: OpenProgram; place: Map<number, number> }>()
  // Opened one after the other: a program is made where it is first asked for, and kept.
  const programs = await Promise.all(
    members.map(async (cells, k) => {
      const place = new Map(Array.from(cells, (cell, i) => [cell, i]))
      return { program: await openProgram(programOf(table, room, cells, place, relations[k])), place }
    }),
  )
  programs.forEach((one, k) => open.set(k, one))
  return {
    reach(cell, direction) {
      const k = componentOf[cell]
      const held = open.get(k)
      const at = held?.place.get(cell)
      if (!held || at === undefined) return { value: table.values[cell], multipliers: new Map() }
      const one = Int32Array.of(at)
      held.program.setCost(one, Float64Array.of(-direction))
      const { state, objective, rowDuals } = held.program.solve()
      held.program.setCost(one, Float64Array.of(0))
      if (state === 'unbounded') return { value: direction * Infinity, multipliers: new Map() }
      if (state !== 'optimal') throw new Error(`the attacker's program of cell ${cell} ended ${state}`)
      const multipliers = new Map<number, number>()
      relations[k].forEach((relation, r) => {
        if (rowDuals[r] !== 0) multipliers.set(relation, -direction * rowDuals[r])
      })
      return { value: table.values[cell] - direction * objective, multipliers }
    },
    component: (cell) => members[componentOf[cell]] ?? Int32Array.of(),
    close: () => open.forEach(({ program }) => program.close()),
  }
}

/** The suppressed cells that relations join, and the relations that join them. */
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

function programOf(
  { equations }: Table,
  room: Room,
  cells: Int32Array,
  place: ReadonlyMap<number, number>,
  relations: readonly number[],
): Parameters<typeof openProgram>[0] {
  const starts = new Int32Array(relations.length + 1)
  const columns: number[] = []
  const coefficients: number[] = []
  relations.forEach((e, r) => {
    equations[e].cells.forEach((cell, i) => {
      const at = place.get(cell)
      if (at === undefined) return
      columns.push(at)
      coefficients.push(equations[e].signs[i])
    })
    starts[r + 1] = columns.length
  })
  const zeros = new Float64Array(relations.length)
  return {
    cost: new Float64Array(cells.length),
    lower: Float64Array.from(cells, (cell) => -room.below[cell]),
    upper: Float64Array.from(cells, (cell) => room.above[cell]),
    rows: {
      lower: zeros,
      upper: zeros,
      starts,
      columns: Int32Array.from(columns),
      values: Float64Array.from(coefficients),
    },
  }
}
