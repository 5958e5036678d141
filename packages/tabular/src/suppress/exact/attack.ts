import { openProgram } from '../../solver/program.js'
import { flowSolver, type Flow } from './flow.js'
import { networkOf } from './network.js'
import type { Target, Task } from './task.js'

/** Result of an attack on a cell, given shares of suppression of all cells. */
export interface Attack {
  /** Movement of the cell as a share of its level, at most 1. */
  readonly reach: number
  /**
   * Proofs for a reach below 1: the weight of each cell, its dual times its room, as a share of the level. Every
   * pattern that keeps the level has Σ min(1, weight)·y ≥ 1.
   */
  readonly proofs: readonly Float64Array[]
  /** Movement of every cell, as a share of the level. */
  readonly moves: Float64Array
}

export interface AttackOptions {
  /**
   * True if shares are 0 or 1, with the whole room of a cell for the attacker. Otherwise a cell may move by its share
   * of min(room, level).
   */
  readonly whole: boolean
  /** A small extra room for every cell, so that a proof names few of them. */
  readonly creep: number
}

/** Attackers of a task, with their programs. */
export interface Attackers {
  attack(target: Target, share: ArrayLike<number>, options: AttackOptions): Attack
  /** True if attacks are flows, which take negligible time compared with linear programs. */
  readonly isQuick: boolean
  /** Number of attacks so far. */
  readonly count: number
  close(): void
}

/** Finds the movement of one cell in one direction. */
type Probe = (target: Target, direction: 1 | -1, share: ArrayLike<number>, options: AttackOptions) => Attack

/** A room of this many levels counts as unbounded: duals below 1e-6 are rounding errors. */
const BOUNDLESS = 1e6
/** Duals of the programs are accurate to about 1e-9; a smaller weight counts as 0. */
const ROUNDING = 1e-7

/**
 * Opens the attackers of a task: by flows if it is a network, else by linear programs.
 *
 * @param task - Cells, relations and targets.
 * @returns The attackers, to be closed after use.
 */
export async function openAttackers(task: Task): Promise<Attackers> {
  const network = networkOf(task)
  const { probe, close } = network ? flowProbe(task, network) : await programProbe(task)
  let count = 0
  return {
    close,
    isQuick: network !== undefined,
    get count() {
      return count
    },
    attack(target, share, options) {
      count++
      if (target.side !== 'both') return probe(target, target.side === 'above' ? 1 : -1, share, options)
      const up = probe(target, 1, share, options)
      const down = probe(target, -1, share, options)
      const reach = up.reach + down.reach
      const moves = up.moves.map((move, c) => Math.abs(move) + Math.abs(down.moves[c]))
      if (reach >= 1) return { reach: 1, proofs: [], moves }
      const pairs = Math.min(up.proofs.length, down.proofs.length)
      const proofs = up.proofs.slice(0, pairs).map((one, k) => one.map((weight, c) => weight + down.proofs[k][c]))
      return { reach, proofs, moves }
    },
  }
}

/** Room of a cell in the program, in levels. */
function usable(room: number, level: number, share: number, { whole, creep }: AttackOptions, most: number): number {
  const levels = room / level
  if (!whole) return Math.min(levels, 1) * Math.min(1, share + creep)
  if (share < 0.5) return Math.min(levels, 1) * creep
  return levels > most ? (most === 1 ? 1 : Infinity) : levels
}

function flowProbe(
  { cells, below, above }: Task,
  network: NonNullable<ReturnType<typeof networkOf>>,
): { readonly probe: Probe; close(): void } {
  const { from, to } = network
  const solver = flowSolver(network)
  const probe: Probe = ({ cell, level, knows }, direction, share, options) => {
    const { up, down } = solver
    // A flow of one level moves each cell by at most one level.
    for (let c = 0; c < cells.length; c++) {
      up[c] = usable(above[c], level, share[c], options, 1)
      down[c] = usable(below[c], level, share[c], options, 1)
    }
    for (const c of knows) up[c] = down[c] = 0
    const own = (direction > 0 ? above[cell] : below[cell]) / level
    const most = Math.min(1, own)
    up[cell] = down[cell] = 0
    const rooms = up.slice()
    const [start, goal] = direction > 0 ? [to[cell], from[cell]] : [from[cell], to[cell]]
    // A cell without relations moves freely.
    const { value, source, sink } = start === goal ? free(most) : solver.flow(start, goal, most)
    const moves = rooms.map((room, c) => room - up[c])
    moves[cell] = direction * value
    if (value >= most) return { reach: most, proofs: [], moves }
    const proof = (side: Uint8Array): Float64Array => {
      const weights = new Float64Array(cells.length)
      for (let c = 0; c < cells.length; c++) {
        if (side[from[c]] === side[to[c]]) continue
        weights[c] = (side[from[c]] ? above[c] : below[c]) / level
      }
      weights[cell] = 0
      for (const c of knows) weights[c] = 0
      return weights
    }
    const near = proof(source)
    const same = source.every((one, v) => one === sink[v])
    return { reach: value, proofs: same ? [near] : [near, proof(sink)], moves }
  }
  return { probe, close: () => {} }
}

function free(value: number): Flow {
  return { value, source: new Uint8Array(), sink: new Uint8Array() }
}

async function programProbe({
  cells,
  below,
  above,
  relations,
}: Task): Promise<{ readonly probe: Probe; close(): void }> {
  const n = cells.length
  const starts = Int32Array.from([0, ...relations.map((one) => one.cells.length)])
  for (let r = 0; r < relations.length; r++) starts[r + 1] += starts[r]
  const zeros = new Float64Array(relations.length)
  const program = await openProgram({
    cost: new Float64Array(n),
    lower: new Float64Array(n),
    upper: new Float64Array(n),
    rows: {
      lower: zeros,
      upper: zeros,
      starts,
      columns: Int32Array.from(relations.flatMap((one) => [...one.cells])),
      values: Float64Array.from(relations.flatMap((one) => [...one.signs])),
    },
  })
  const all = Int32Array.from(cells, (_, c) => c)
  const lower = new Float64Array(n)
  const upper = new Float64Array(n)
  const probe: Probe = ({ cell, level, knows }, direction, share, options) => {
    for (let c = 0; c < n; c++) {
      lower[c] = -usable(below[c], level, share[c], options, BOUNDLESS)
      upper[c] = usable(above[c], level, share[c], options, BOUNDLESS)
    }
    for (const c of knows) lower[c] = upper[c] = 0
    const most = Math.min(1, (direction > 0 ? above[cell] : below[cell]) / level)
    // Unbounded on the other side, so that no bound of its own is part of a proof.
    lower[cell] = direction > 0 ? -Infinity : -most
    upper[cell] = direction > 0 ? most : Infinity
    const one = Int32Array.of(cell)
    program.setBounds(all, lower, upper)
    program.setCost(one, Float64Array.of(-direction))
    const { state, objective, x, columnDuals } = program.solve()
    program.setCost(one, Float64Array.of(0))
    if (state !== 'optimal') throw new Error(`an attacker's program ended ${state}`)
    const reach = Math.max(0, -objective)
    if (reach >= most - ROUNDING) return { reach: most, proofs: [], moves: x }
    const weights = new Float64Array(n)
    for (let c = 0; c < n; c++) {
      const dual = -columnDuals[c]
      if (dual > ROUNDING) weights[c] = (dual * above[c]) / level
      else if (dual < -ROUNDING) weights[c] = (-dual * below[c]) / level
    }
    weights[cell] = 0
    for (const c of knows) weights[c] = 0
    return { reach, proofs: [weights], moves: x }
  }
  return { probe, close: () => program.close() }
}
