import { loneRespondents } from '../table/lone-respondents.js'
import { greatest } from './exact/plain-simplex.fixture.js'
import type { SuppressionProblem } from './problem.js'

/** What must remain unknown of one cell to somebody. */
export interface Asked {
  readonly cell: number
  readonly side: 'above' | 'below' | 'both'
  readonly level: number
  /** A respondent who is alone in cells; undefined for everybody. */
  readonly who: number | undefined
  /** The cells in which they are. */
  readonly knows: readonly number[]
}

/** How far the cell of a demand can go in a pattern, by an attacker of the test's own. */
export type ReachIn = (status: Uint8Array, asked: Asked) => number

/**
 * All that a problem asks where no rule says what remains of a cell: its levels from everybody, and from each respondent who is
 * alone somewhere, of a cell that they contribute to in proportion to what remains of it without them.
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
 * How far cells can go where values need not be whole, by a plain simplex; rooms without end end at a thousand times the greatest
 * value, which matters to no table here.
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

/** What may be missing of a level, as METHODS has it: a part in a million of it, or of the value. */
const slackOf = ({ table }: SuppressionProblem, { cell, level }: Asked): number =>
  1e-6 * Math.max(level, Math.abs(table.values[cell]))

/** A demand that nothing can keep, and how far it can be kept. */
export interface Impossible {
  readonly asked: Asked
  readonly kept: number
}

/**
 * What is asked as far as it can be kept with every cell suppressed that may be, and what cannot: from everybody a level is kept as
 * far as it goes (and from respondents no more is asked then), from a respondent not at all.
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

/** Whether a pattern keeps all that is asked, suppresses what must be, and publishes what is fixed. */
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

/** The least cost of all patterns that keep what is asked, by trying them from the cheapest. */
export function leastCost(problem: SuppressionProblem, asked: readonly Asked[], reachIn: ReachIn): number {
  const { must, fixed, costs, table } = problem
  const free = [...must.keys()].filter((c) => !must[c] && !fixed[c])
  const patterns = Array.from({ length: 2 ** free.length }, (_, bits) => ({
    bits,
    cost: free.reduce((sum, c, i) => sum + ((bits >> i) & 1) * costs[c], 0),
  })).sort((a, b) => a.cost - b.cost)
  const status = must.slice()
  /** Whether each of them has company in its relations; it cannot move otherwise. */
  const hasCompany = ({ cell, knows }: Asked): boolean =>
    table.equations.every(
      ({ cells }) => !cells.includes(cell) || cells.some((c) => c !== cell && status[c] > 0 && !knows.includes(c)),
    )
  // What failed last mostly fails again.
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
