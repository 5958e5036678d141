import type { Witness } from '@sdc/core'
import type { Demand } from '../../attackers/attack-model.js'
import type { Knowledge } from '../../witness/local-program.js'
import { fewLevels, neighbourhood } from '../../witness/grid.js'
import { meet, type Search } from '../../witness/meet.js'
import { suppressedAround } from '../../witness/suppressed-around.js'
import type { Task } from './cover.js'
import type { Work } from './work.js'

/** Maximum number of cells of a program over a neighbourhood. */
export const MOST_NEAR = 6000
/** Maximum number of suppressed cells connected to a neighbourhood, before the whole table is searched. */
const MOST_JOINED = 1500
/** Number of suppressed cells around a demand in a pruning program. */
const BALL = 300

/**
 * Finds a cheap witness: in a neighbourhood, in neighbourhoods with two and four times the levels, with the suppressed cells
 * around them, and at last in the whole table.
 */
export function cheapest(work: Work, demand: Demand, level: number, knowledge?: Knowledge): Witness | undefined {
  const { finder, cover, grid, index, problem } = work
  const weight = (cell: number): number => cover.prices[cell]
  const few = fewLevels(grid)
  let near: readonly number[] = []
  for (const times of [1, 2, 4]) {
    const cells = around(work, demand, level, few * times, knowledge)
    if (!cells || cells.length > MOST_NEAR) break
    const found = finder.find(demand, cells, { weight, rounds: 3, knowledge, level })
    if (found) return found
    near = cells
  }
  const joined = suppressedAround(problem.table, index, cover.suppressed, demand.cells, MOST_JOINED)
  const found = finder.find(demand, [...near, ...joined], { weight, rounds: 3, knowledge, level })
  if (found) return found
  const cells = permitted(work)
  return finder.find(demand, cells, { weight, rounds: cells.length > 20_000 ? 1 : 3, knowledge, level })
}

export function permitted({ cover }: Work): number[] {
  const cells: number[] = []
  cover.prices.forEach((price, c) => price < Infinity && cells.push(c))
  return cells
}

/** Neighbourhood of a demand by price, and by the share of the level that a cell can move. */
export function around(
  { cover, grid, room }: Work,
  demand: Demand,
  level: number,
  few: number,
  knowledge?: Knowledge,
): number[] | undefined {
  const price = (cell: number): number => {
    if (cover.prices[cell] === Infinity || knowledge?.blocked.has(cell)) return Infinity
    const share = Math.min(1, Math.max(1e-3, room.below[cell] / level))
    return (cover.prices[cell] + 1e-3 * level) / share
  }
  const cells: number[] = []
  for (const cell of demand.cells) {
    const near = neighbourhood(grid, cell, few, price)
    if (!near) return undefined
    for (const one of near) cells.push(one)
  }
  return cells
}

/** Finds a cheap witness and suppresses its cells. */
export function suppressing(work: Work, ...asked: Parameters<Search>): Witness | undefined {
  const found = cheapest(work, ...asked)
  if (found) work.cover.suppress(found.cells)
  return found
}

/** Search within the suppressed cells; witnesses move few cells of other lone respondents. */
export function among(work: Work): Search {
  const { finder, problem, cover, index } = work
  const { owner } = problem.model.respondents
  const near = ({ cells }: Demand): number[] => suppressedAround(problem.table, index, cover.suppressed, cells, BALL)
  return (demand, level, knowledge) => {
    const own = owner[demand.cells[0]]
    const weight = (cell: number): number => Number(owner[cell] >= 0 && owner[cell] !== own)
    return finder.find(demand, near(demand), { weight, rounds: 1, knowledge, level })
  }
}

/** Finds witnesses for attackers whom the kept ones do not serve. Returns all, or undefined if one attacker has none. */
export function metBy(
  { problem, serving }: Work,
  { demand, exempt }: Task,
  search: Search,
  kept: readonly Witness[] = [],
): readonly Witness[] | undefined {
  return meet(problem.model, serving, demand, search, { kept, exempt })?.witnesses
}
