import type { Network } from './network.js'

/**
 * The maximum flow between two nodes, and the two minimum cuts that prove it: nearest to the source and to the sink.
 */
export interface Flow {
  readonly value: number
  /** 1 for the nodes on the source's side of the cut; undefined content if the flow reached its limit. */
  readonly source: Uint8Array
  readonly sink: Uint8Array
}

/** Finds maximum flows in one network with changing capacities. */
export interface FlowSolver {
  /** Room of each cell to rise and to fall; after a flow, its unused part. */
  readonly up: Float64Array
  readonly down: Float64Array
  /** The maximum flow from one node to another, at most `limit`. */
  flow(source: number, sink: number, limit: number): Flow
}

/** A flow below this share of the limit is a rounding error. */
const TINY = 1e-11

/**
 * Dinic's algorithm: flow is sent along shortest paths, all of one length together. O(nodes² × arcs) in the worst case,
 * far less for tables.
 *
 * @param network - Nodes and arcs.
 * @returns The solver with arrays for the capacities.
 */
export function flowSolver({ nodes, from, to }: Network): FlowSolver {
  const arcs = from.length
  const starts = new Int32Array(nodes + 1)
  for (let c = 0; c < arcs; c++) {
    starts[from[c] + 1]++
    starts[to[c] + 1]++
  }
  for (let v = 0; v < nodes; v++) starts[v + 1] += starts[v]
  const next = starts.slice(0, nodes)
  const at = new Int32Array(2 * arcs)
  for (let c = 0; c < arcs; c++) {
    at[next[from[c]]++] = c
    at[next[to[c]]++] = c
  }
  const up = new Float64Array(arcs)
  const down = new Float64Array(arcs)
  const level = new Int32Array(nodes)
  const queue = new Int32Array(nodes)
  const current = new Int32Array(nodes)
  let least = 0

  /** Numbers the nodes by distance; with `back`, backwards from the sink. */
  const search = (start: number, goal: number, back: boolean): boolean => {
    level.fill(-1)
    level[start] = 0
    queue[0] = start
    for (let head = 0, tail = 1; head < tail; head++) {
      const v = queue[head]
      for (let k = starts[v]; k < starts[v + 1]; k++) {
        const c = at[k]
        const leaves = from[c] === v
        const w = leaves ? to[c] : from[c]
        if (level[w] >= 0 || (leaves !== back ? up[c] : down[c]) <= least) continue
        level[w] = level[v] + 1
        queue[tail++] = w
        if (w === goal) return true
      }
    }
    return false
  }

  const push = (v: number, goal: number, most: number): number => {
    if (v === goal) return most
    for (; current[v] < starts[v + 1]; current[v]++) {
      const c = at[current[v]]
      const leaves = from[c] === v
      const w = leaves ? to[c] : from[c]
      const room = leaves ? up[c] : down[c]
      if (room <= least || level[w] !== level[v] + 1) continue
      const sent = push(w, goal, Math.min(most, room))
      if (sent === 0) continue
      if (leaves) {
        up[c] -= sent
        down[c] += sent
      } else {
        down[c] -= sent
        up[c] += sent
      }
      return sent
    }
    return 0
  }

  return {
    up,
    down,
    flow(source, sink, limit) {
      least = limit * TINY
      let value = 0
      while (limit - value > least && search(source, sink, false)) {
        current.set(starts.subarray(0, nodes))
        for (let sent = 1; sent > 0 && limit - value > least;) {
          sent = push(source, sink, limit - value)
          value += sent
        }
      }
      if (limit - value <= least) return { value: limit, source: new Uint8Array(), sink: new Uint8Array() }
      // The last search reached all nodes that the source can reach.
      const near = Uint8Array.from(level, (distance) => (distance >= 0 ? 1 : 0))
      search(sink, source, true)
      const far = Uint8Array.from(level, (distance) => (distance >= 0 ? 0 : 1))
      return { value, source: near, sink: far }
    },
  }
}
