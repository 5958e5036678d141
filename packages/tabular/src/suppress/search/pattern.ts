import type { SuppressionProblem } from '../problem.js'
import type { Demand } from './demands.js'
import type { Deviation } from './deviation.js'

/**
 * A pattern that grows and shrinks, with the deviation that shows of each demand that it is met. It is valid as long as every
 * demand has one, and suppresses nothing that no deviation needs.
 */
export interface Pattern {
  readonly demands: readonly Demand[]
  /** What each cell costs to use: 0 where it is suppressed, ∞ where it must be published. */
  readonly prices: Float64Array
  /** The sum over the secondary cells. */
  cost(): number
  /** The deviation of a demand; undefined where it has none yet. */
  deviation(demand: number): Deviation | undefined
  /** The demands whose deviation uses a cell, in order. */
  users(cell: number): number[]
  /** Gives a demand another deviation, or none; cells that come to be used are suppressed, those that nothing uses any more are not. */
  set(demand: number, deviation: Deviation | undefined): void
  /** The secondary cells, dearest first. */
  secondary(): number[]
  /** By `cellStatuses`; cells that must be suppressed though not sensitive are secondary. */
  status(): Uint8Array
}

/**
 * The pattern that suppresses what must be.
 *
 * @param problem - Costs, and what must and must not be suppressed.
 * @param demands - What is to be met.
 * @returns The pattern, no demand of which has a deviation.
 */
export function patternOf({ must, fixed, costs, primary }: SuppressionProblem, demands: readonly Demand[]): Pattern {
  const deviations: (Deviation | undefined)[] = demands.map(() => undefined)
  const users = new Map<number, Set<number>>()
  const prices = costs.map((cost, c) => (must[c] ? 0 : fixed[c] ? Infinity : cost))
  let total = 0
  const drop = (cell: number, demand: number): void => {
    const of = users.get(cell)
    of?.delete(demand)
    if (of?.size !== 0) return
    users.delete(cell)
    if (must[cell]) return
    prices[cell] = costs[cell]
    total -= costs[cell]
  }
  const use = (cell: number, demand: number): void => {
    const of = users.get(cell)
    if (of) return void of.add(demand)
    users.set(cell, new Set([demand]))
    if (must[cell]) return
    prices[cell] = 0
    total += costs[cell]
  }
  return {
    demands,
    prices,
    // Summed anew: additions and subtractions of 10¹² and 1 leave something behind.
    cost: () => (total = [...users.keys()].sort((a, b) => a - b).reduce((sum, c) => sum + costs[c] * (1 - must[c]), 0)),
    deviation: (demand) => deviations[demand],
    users: (cell) => [...(users.get(cell) ?? [])].sort((a, b) => a - b),
    set(demand, deviation) {
      const before = deviations[demand]
      deviations[demand] = deviation
      deviation?.cells.forEach((cell) => use(cell, demand))
      const kept = new Set(deviation?.cells)
      before?.cells.forEach((cell) => kept.has(cell) || drop(cell, demand))
    },
    secondary: () => [...users.keys()].filter((cell) => must[cell] === 0).sort((a, b) => costs[b] - costs[a] || a - b),
    status() {
      const status = Uint8Array.from(must, (one, c) => (one || users.has(c) ? 2 : 0))
      for (const cell of primary) status[cell] = 1
      return status
    },
  }
}
