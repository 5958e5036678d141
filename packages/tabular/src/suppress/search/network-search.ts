import type { SuppressionProblem } from '../problem.js'
import type { Demand } from './demands.js'
import { farEnough, TOLERANCE, type Deviation, type DeviationSearch } from './deviation.js'
import type { Network } from './network.js'
import { nodeQueue } from './node-queue.js'

/** A share of the level that is as good as nothing: sums of flows leave such rests. */
const REST = 1e-10

/**
 * Searches in a network: the level flows from one end of the sensitive cell back to its other end, through the other cells,
 * in each direction as much as the cell has room. Cheapest is first the shortest path of cells each of which has room for
 * the whole level (of all such patterns the cheapest: Cox; Kelly, Golden and Assad); then, where several paths that share
 * the level cost less, those: one shortest path after the other, an unused cell priced by the part that it can carry. How far
 * a cell can go at all is the greatest flow, by augmenting paths of the fewest cells.
 *
 * @param problem - The room of the cells.
 * @param network - The table as a network.
 * @returns The search; O((cells + nodes·log nodes)·paths) a demand, and no cell that is farther than the result is looked at.
 */
export function networkSearch(
  { room, costs }: Pick<SuppressionProblem, 'room' | 'costs'>,
  network: Network,
): DeviationSearch {
  const { nodes, tail, head, starts, cells } = network
  const { below, above } = room
  const flow = new Float64Array(tail.length)
  const length = new Float64Array(nodes)
  const by = new Int32Array(nodes)
  const met = new Int32Array(nodes)
  const banned = new Uint8Array(tail.length)
  const queue = nodeQueue(nodes)
  /** The price of a step: of paths that cost the same, the one with the fewest cells. */
  const trifle = 1e-7 * smallestPrice(costs)
  let round = 0

  const source = ({ cell, direction }: Demand): number => (direction > 0 ? head[cell] : tail[cell])
  const sink = ({ cell, direction }: Demand): number => (direction > 0 ? tail[cell] : head[cell])
  /** How much more can flow through a cell from this node. */
  const residual = (cell: number, node: number): number =>
    tail[cell] === node ? above[cell] - flow[cell] : below[cell] + flow[cell]

  /** The shortest path with room for `least` on each cell: true where there is one; `by` then leads back from the sink. */
  function path(
    demand: Demand,
    prices: Float64Array,
    least: number,
    priceOf: (cell: number, node: number) => number,
  ): boolean {
    const [from, to] = [source(demand), sink(demand)]
    round++
    queue.clear()
    length[from] = 0
    met[from] = round
    by[from] = -1
    queue.push(from, 0)
    for (let node = queue.pop(); node >= 0; node = queue.pop()) {
      if (node === to) return true
      const so = length[node]
      for (let k = starts[node]; k < starts[node + 1]; k++) {
        const cell = cells[k]
        if (banned[cell] || prices[cell] === Infinity || !(residual(cell, node) >= least)) continue
        const next = tail[cell] === node ? head[cell] : tail[cell]
        const far = so + priceOf(cell, node)
        if (met[next] === round && length[next] <= far) continue
        met[next] = round
        length[next] = far
        by[next] = cell
        queue.push(next, far)
      }
    }
    return false
  }

  /** Walks back from the sink, and returns the cells of the path. */
  function walked(demand: Demand): number[] {
    const found: number[] = []
    for (let node = sink(demand); by[node] >= 0; node = tail[by[node]] === node ? head[by[node]] : tail[by[node]])
      found.push(by[node])
    return found
  }

  /** Sends flow along the path that was found: no more than `most`, and than its cells have room for. Returns how much. */
  function send(demand: Demand, most: number): number {
    let amount = most
    let node = sink(demand)
    for (const cell of walked(demand)) {
      node = tail[cell] === node ? head[cell] : tail[cell]
      amount = Math.min(amount, residual(cell, node))
    }
    node = sink(demand)
    for (const cell of walked(demand)) {
      node = tail[cell] === node ? head[cell] : tail[cell]
      flow[cell] += tail[cell] === node ? amount : -amount
    }
    return amount
  }

  /** The flow that was sent, the sensitive cell's own with it; all flows are 0 again. */
  function taken({ cell, direction }: Demand, level: number, touched: Iterable<number>): Deviation {
    flow[cell] = direction * level
    const used = [...new Set(touched).add(cell)]
      .filter((one) => Math.abs(flow[one]) > REST * level)
      .sort((a, b) => a - b)
    const differences = Float64Array.from(used, (one) => flow[one])
    for (const one of touched) flow[one] = 0
    flow[cell] = 0
    return { cells: Int32Array.from(used), differences }
  }

  function banning<T>({ cell, knows }: Demand, work: () => T): T {
    banned[cell] = 1
    for (const known of knows) banned[known] = 1
    try {
      return work()
    } finally {
      banned[cell] = 0
      for (const known of knows) banned[known] = 0
    }
  }

  const roomy = ({ cell, direction, level }: Demand): boolean =>
    (direction > 0 ? above[cell] : below[cell]) >= level * (1 - TOLERANCE)

  function farthest(demand: Demand, prices: Float64Array): { level: number; deviation: Deviation } {
    return banning(demand, () => {
      const own = demand.direction > 0 ? above[demand.cell] : below[demand.cell]
      const wanted = Math.min(demand.level, own)
      const touched = new Set<number>()
      let sent = source(demand) === sink(demand) ? wanted : 0
      while (sent < wanted * (1 - REST) && path(demand, prices, REST * wanted || Number.MIN_VALUE, () => 1)) {
        for (const cell of walked(demand)) touched.add(cell)
        sent += send(demand, wanted - sent)
      }
      return { level: sent, deviation: taken(demand, sent, touched) }
    })
  }

  /** Several paths, as long as they cost less than `most`. */
  function shared(demand: Demand, prices: Float64Array, most: number): Deviation | undefined {
    return banning(demand, () => {
      const { level } = demand
      const touched = new Set<number>()
      let open = level
      let cost = 0
      const priceOf = (cell: number, node: number): number =>
        flow[cell] !== 0 ? trifle : trifle + prices[cell] / Math.min(1, residual(cell, node) / open)
      while (open > REST * level && cost < most && path(demand, prices, REST * level, priceOf)) {
        for (const cell of walked(demand)) {
          if (!touched.has(cell)) cost += prices[cell]
          touched.add(cell)
        }
        open -= send(demand, open)
      }
      const found = taken(demand, level, touched)
      if (open > REST * level) return undefined
      return found.cells.reduce((sum, cell) => sum + prices[cell], 0) < most ? found : undefined
    })
  }

  return {
    calls: 1e7 / tail.length,
    cheapest(demand, prices) {
      if (!roomy(demand)) return undefined
      const whole = banning(demand, () => {
        if (!path(demand, prices, demand.level * (1 - REST), (cell) => prices[cell] + trifle)) return undefined
        const found = walked(demand)
        send(demand, demand.level)
        return taken(demand, demand.level, found)
      })
      const cost = whole ? whole.cells.reduce((sum, cell) => sum + prices[cell], 0) : Infinity
      if (cost === 0) return whole
      return shared(demand, prices, cost) ?? whole
    },
    another: (demand, prices) => farEnough(farthest, demand, prices),
    farthest,
    close: () => {},
  }
}

function smallestPrice(prices: Float64Array): number {
  let least = Infinity
  for (const price of prices) if (price > 0 && price < least) least = price
  return least === Infinity ? 1 : least
}
