import { openProgram } from '../../solver/program.js'
import type { Attack, Attackers } from './attack.js'
import { networkOf, type Network } from './network.js'
import { KEPT } from './separate.js'
import type { Target, Task } from './task.js'

/** Repairs and prunes patterns. */
export interface Repairer {
  /** Suppresses further cells, those of small weight first, until every level is kept; changes `status`. */
  repair(status: Uint8Array, weights: Float64Array): void
  /** Publishes redundant cells again, the most expensive first; changes `status`. */
  prune(status: Uint8Array): void
  close(): void
}

/** Suppresses the cheapest cells that let a target's cell move by its level. */
type Completion = (target: Target, direction: 1 | -1, status: Uint8Array, weights: Float64Array) => void

/**
 * Opens the repair of a task's patterns.
 *
 * @param task - Cells, relations and targets.
 * @param attackers - Attackers of the task.
 * @returns The repairer, to be closed after use.
 */
export async function openRepairer(task: Task, attackers: Attackers): Promise<Repairer> {
  const network = networkOf(task)
  const { complete, close } = network
    ? { complete: pathCompletion(task, network), close: () => {} }
    : await programCompletion(task)
  const whole = { whole: true, creep: 0 }
  const order = [...task.targets].sort((a, b) => b.level - a.level || a.cell - b.cell)
  const dearestFirst = [...task.costs.keys()].sort((a, b) => task.costs[b] - task.costs[a] || b - a)
  return {
    close,
    repair(status, weights) {
      for (const target of order) {
        if (attackers.attack(target, status, whole).reach >= KEPT) continue
        if (target.side !== 'below') complete(target, 1, status, weights)
        if (target.side !== 'above') complete(target, -1, status, weights)
      }
    },
    prune(status) {
      const held = task.targets.map((target) => attackers.attack(target, status, whole))
      for (const c of dearestFirst) {
        if (!status[c] || task.must[c]) continue
        status[c] = 0
        const again: (readonly [number, Attack])[] = []
        const needed = held.some(({ moves }, k) => {
          if (Math.abs(moves[c]) === 0) return false
          const next = attackers.attack(task.targets[k], status, whole)
          again.push([k, next])
          return next.reach < KEPT
        })
        if (needed) status[c] = 1
        else for (const [k, next] of again) held[k] = next
      }
    },
  }
}

/** Uses successive shortest paths, each as wide as its narrowest cell. */
function pathCompletion({ cells, below, above }: Task, { nodes, from, to }: Network): Completion {
  const n = cells.length
  const at: number[][] = Array.from({ length: nodes }, () => [])
  for (let c = 0; c < n; c++) {
    at[from[c]].push(c)
    at[to[c]].push(c)
  }
  const distance = new Float64Array(nodes)
  const through = new Int32Array(nodes)
  const done = new Uint8Array(nodes)
  return ({ cell, level, knows, side }, direction, status, weights) => {
    const own = (direction > 0 ? above[cell] : below[cell]) / level
    const up = Float64Array.from(above, (room) => room / level)
    const down = Float64Array.from(below, (room) => room / level)
    for (const c of [...knows, cell]) up[c] = down[c] = 0
    const [start, goal] = direction > 0 ? [to[cell], from[cell]] : [from[cell], to[cell]]
    // For a width, each direction contributes what it can.
    const wanted = side === 'both' ? Math.min(1, own) : 1
    for (let sent = 0; wanted - sent > 1e-9;) {
      const need = wanted - sent
      distance.fill(Infinity)
      done.fill(0)
      through.fill(-1)
      distance[start] = 0
      for (;;) {
        let v = -1
        for (let w = 0; w < nodes; w++) if (!done[w] && distance[w] < (v < 0 ? Infinity : distance[v])) v = w
        if (v < 0 || v === goal) break
        done[v] = 1
        for (const c of at[v]) {
          const leaves = from[c] === v
          const w = leaves ? to[c] : from[c]
          const room = leaves ? up[c] : down[c]
          if (done[w] || room <= 1e-10) continue
          const length = status[c] ? 0 : weights[c] * Math.max(1, need / room)
          if (distance[v] + length < distance[w]) {
            distance[w] = distance[v] + length
            through[w] = c
          }
        }
      }
      if (distance[goal] === Infinity) return
      let width = need
      for (let v = goal; v !== start;) {
        const c = through[v]
        width = Math.min(width, to[c] === v ? up[c] : down[c])
        v = to[c] === v ? from[c] : to[c]
      }
      for (let v = goal; v !== start;) {
        const c = through[v]
        status[c] = 1
        const enters = to[c] === v
        up[c] += enters ? -width : width
        down[c] += enters ? width : -width
        v = enters ? from[c] : to[c]
      }
      sent += width
    }
  }
}

/** Uses the linear program with a weight for the movement of every cell. */
async function programCompletion(task: Task): Promise<{ readonly complete: Completion; close(): void }> {
  const { cells, below, above, relations } = task
  const n = cells.length
  const starts = Int32Array.from([0, ...relations.map((one) => 2 * one.cells.length)])
  for (let r = 0; r < relations.length; r++) starts[r + 1] += starts[r]
  const zeros = new Float64Array(relations.length)
  const program = await openProgram({
    cost: new Float64Array(2 * n),
    lower: new Float64Array(2 * n),
    upper: new Float64Array(2 * n),
    rows: {
      lower: zeros,
      upper: zeros,
      starts,
      columns: Int32Array.from(relations.flatMap((one) => [...one.cells, ...Array.from(one.cells, (c) => n + c)])),
      values: Float64Array.from(relations.flatMap((one) => [...one.signs, ...Array.from(one.signs, (sign) => -sign)])),
    },
  })
  const all = Int32Array.from({ length: 2 * n }, (_, c) => c)
  const bounded = (levels: number): number => (levels > 1e6 ? Infinity : levels)
  const complete: Completion = ({ cell, level, knows, side }, direction, status, weights) => {
    const most = weights.reduce((a, b) => Math.max(a, b), 0) || 1
    const cost = new Float64Array(2 * n)
    const lower = new Float64Array(2 * n)
    const upper = new Float64Array(2 * n)
    for (let c = 0; c < n; c++) {
      upper[c] = bounded(above[c] / level)
      upper[n + c] = bounded(below[c] / level)
      for (const at of [c, n + c]) {
        const reach = Math.min(1, upper[at])
        cost[at] = status[c] ? 1e-7 : reach > 0 ? Math.min(1e4, weights[c] / most / reach) + 1e-6 : 0
      }
    }
    for (const c of knows) upper[c] = upper[n + c] = 0
    const [moving, still] = direction > 0 ? [cell, n + cell] : [n + cell, cell]
    const own = upper[moving]
    upper[still] = 0
    // For a width, each direction contributes what it can, at a gain.
    lower[moving] = side === 'both' ? 0 : Math.min(1, own)
    upper[moving] = Math.min(1, own)
    cost[moving] = side === 'both' ? -1e6 : 0
    program.setCost(all, cost)
    program.setBounds(all, lower, upper)
    const { state, x } = program.solve()
    if (state !== 'optimal') return
    for (let c = 0; c < n; c++) if (x[c] > 1e-9 || x[n + c] > 1e-9) status[c] = 1
  }
  return { complete, close: () => program.close() }
}
