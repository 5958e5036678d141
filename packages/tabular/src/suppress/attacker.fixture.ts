import { loneRespondents } from '../table/lone-respondents.js'
import { greatest } from './exact/plain-simplex.fixture.js'
import type { SuppressionProblem } from './problem.js'

/** Demand on one cell against one attacker. */
export interface Asked {
  readonly cell: number
  readonly side: 'above' | 'below' | 'both'
  readonly level: number
  /** A respondent with lone cells; undefined for everybody. */
  readonly who: number | undefined
  /** Their lone cells. */
  readonly knows: readonly number[]
}

/** Returns the reach of the cell of a demand under a pattern, by an attacker of the test. */
export type ReachIn = (status: Uint8Array, asked: Asked) => number

/**
 * Lists all demands of a problem without rules for remainders: its levels against everybody, and against each lone
 * respondent. For a cell of their own contribution the level is scaled by the share that remains without them.
 */
export function askedOf({ table, model }: Pick<SuppressionProblem, 'table' | 'model'>): Asked[] {
  const { values } = table
  const owner = loneRespondents(table)
  const totals = new Map(table.equations.map(({ cells, signs }) => [cells[signs.indexOf(-1)], true]))
  const partsOf = (cell: number): readonly number[] => {
    const relation = table.equations.find(({ cells, signs }) => cells[signs.indexOf(-1)] === cell)
    return relation ? [...relation.cells].filter((c) => c !== cell).flatMap(partsOf) : [cell]
  }
  const round = (level: number): number => (model.whole ? Math.ceil(level - 1e-9) : level)
  const asked: Asked[] = []
  for (const cell of model.primary) {
    const [above, below, both] = [model.levels.upper[cell], model.levels.lower[cell], model.levels.width[cell]]
    const levels = { above, below, both: both > above + below ? both : 0 }
    const ask = (who: number | undefined, knows: readonly number[], own: Record<Asked['side'], number>): void => {
      for (const side of ['above', 'below', 'both'] as const)
        if (own[side] > 0) asked.push({ cell, side, level: own[side], who, knows })
    }
    ask(undefined, [], levels)
    if (!model.singletons) continue
    for (const who of new Set(owner.filter((one) => one >= 0))) {
      const knows = [...owner.keys()].filter((c) => owner[c] === who)
      if (knows.includes(cell)) continue
      const inside = totals.has(cell) ? new Set(partsOf(cell)) : new Set<number>()
      const y = knows.reduce((sum, c) => sum + (inside.has(c) && !totals.has(c) ? values[c] : 0), 0)
      const share = values[cell] === 0 ? 1 : (values[cell] - y) / values[cell]
      if (share === 1) ask(who, knows, levels)
      else
        ask(who, knows, {
          above: round(levels.above * share),
          below: Math.min(round(levels.below * share), values[cell] - y),
          both: round(levels.both * share),
        })
    }
  }
  return asked
}

/**
 * Reach of cells with values that need not be whole, by a plain simplex; infinite rooms are cut to a thousand times the
 * greatest value, which is irrelevant for these tables.
 */
export function linearReach({ table, model }: SuppressionProblem): ReachIn {
  const { values, equations } = table
  const most = 1000 * (1 + values.reduce((a, b) => Math.max(a, Math.abs(b)), 0))
  return (status, { cell, side, knows }) => {
    const room = model.roomIn(status)
    const free = [...status.keys()].filter((c) => status[c] > 0 && !knows.includes(c))
    const rows = equations
      .map(({ cells, signs }) => Float64Array.from(free, (c) => (cells.includes(c) ? signs[cells.indexOf(c)] : 0)))
      .filter((row) => row.some((value) => value !== 0))
    const low = Float64Array.from(free, (c) => -Math.min(most, room.below[c]))
    const high = Float64Array.from(free, (c) => Math.min(most, room.above[c]))
    const reach = (sign: number): number =>
      greatest(
        rows,
        Float64Array.from(free, (c) => (c === cell ? sign : 0)),
        low,
        high,
      )
    return (side === 'below' ? 0 : reach(1)) + (side === 'above' ? 0 : reach(-1))
  }
}

/** Permitted shortfall of a level: 1e-6 of it, or of the value. */
const slackOf = ({ table }: SuppressionProblem, { cell, level }: Asked): number =>
  1e-6 * Math.max(level, Math.abs(table.values[cell]))

/** A demand that no pattern keeps, and its greatest possible reach. */
export interface Impossible {
  readonly asked: Asked
  readonly kept: number
}

/**
 * Splits the demands by what is possible with every permitted cell suppressed. An impossible level against everybody is
 * lowered to its reach, and respondents are not demanded more; an impossible level against a respondent is dropped.
 */
export function possibleOf(
  problem: SuppressionProblem,
  asked: readonly Asked[],
  reachIn: ReachIn,
): { readonly asked: readonly Asked[]; readonly impossible: readonly Impossible[] } {
  const full = problem.fixed.map((one) => 1 - one)
  const possible: Asked[] = []
  const impossible: Impossible[] = []
  for (const one of asked) {
    const isOpen = impossible.some(
      ({ asked: { cell, side, who } }) => cell === one.cell && side === one.side && who === undefined,
    )
    if (isOpen) continue
    const kept = reachIn(full, one)
    if (kept >= one.level - slackOf(problem, one)) possible.push(one)
    else {
      impossible.push({ asked: one, kept })
      if (one.who === undefined && kept > slackOf(problem, one)) possible.push({ ...one, level: kept })
    }
  }
  return { asked: possible, impossible }
}

/** True if a pattern keeps all demands, suppresses the required cells, and publishes the fixed ones. */
export function keepsLevels(
  problem: SuppressionProblem,
  status: Uint8Array,
  asked: readonly Asked[],
  reachIn: ReachIn,
): boolean {
  const { must, fixed } = problem
  if (must.some((one, c) => one > status[c]) || fixed.some((one, c) => one > 0 && status[c] > 0)) return false
  return asked.every((one) => reachIn(status, one) >= one.level - slackOf(problem, one))
}

/** Least cost of all patterns that keep the demands, by enumeration from the cheapest. */
export function leastCost(problem: SuppressionProblem, asked: readonly Asked[], reachIn: ReachIn): number {
  const { must, fixed, costs, table } = problem
  const free = [...must.keys()].filter((c) => !must[c] && !fixed[c])
  const patterns = Array.from({ length: 2 ** free.length }, (_, bits) => ({
    bits,
    cost: free.reduce((sum, c, i) => sum + ((bits >> i) & 1) * costs[c], 0),
  })).sort((a, b) => a.cost - b.cost)
  const status = must.slice()
  /** True if each relation of the cell has another suppressed cell; otherwise the cell cannot move. */
  const hasCompany = ({ cell, knows }: Asked): boolean =>
    table.equations.every(
      ({ cells }) => !cells.includes(cell) || cells.some((c) => c !== cell && status[c] > 0 && !knows.includes(c)),
    )
  // The demand that failed last often fails again.
  const order = [...asked]
  for (const { bits, cost } of patterns) {
    free.forEach((c, i) => (status[c] = (bits >> i) & 1))
    if (!order.every(hasCompany)) continue
    const failed = order.findIndex((one) => !keepsLevels(problem, status, [one], reachIn))
    if (failed < 0) return cost
    order.unshift(...order.splice(failed, 1))
  }
  throw new Error('not even all cells that may be suppressed keep what can be kept')
}
