import type { Witness } from '@sdc/core'
import type { Demand } from '../../attackers/attack-model.js'
import type { Knowledge } from '../../witness/finder.js'
import { fewLevels, neighbourhood } from '../../witness/grid.js'
import { meet, type Search } from '../../witness/meet.js'
import { suppressedAround } from '../../witness/suppressed-around.js'
import type { Task } from './cover.js'
import type { Work } from './work.js'

/** Up to so many cells a program over a neighbourhood is worth its time. */
export const MOST_NEAR = 6000
/** So many suppressed cells are joined to a neighbourhood before the whole table is looked at. */
const MOST_JOINED = 1500
/** So many suppressed cells around a demand are tried where one of them is to be published. */
const BALL = 300

/**
 * The cheapest witness that a neighbourhood has; of twice, of four times the levels; with what is suppressed around it; of the whole
 * table.
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

/** The cells around a demand's own, by their prices and how much of the level they have room for. */
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

/** The cheapest witness; its cells are suppressed. */
export function suppressing(work: Work, ...asked: Parameters<Search>): Witness | undefined {
  const found = cheapest(work, ...asked)
  if (found) work.cover.suppress(found.cells)
  return found
}

/** A witness among what is suppressed, that moves as few cells of respondents who are alone as it can. */
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

/** Witnesses that meet a task, by a search for those whom the kept ones do not serve; undefined where it finds none for somebody. */
export function metBy(
  { problem, serving }: Work,
  { demand, exempt }: Task,
  search: Search,
  kept: readonly Witness[] = [],
): readonly Witness[] | undefined {
  return meet(problem.model, serving, demand, search, { kept, exempt })?.witnesses
}
