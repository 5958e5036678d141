import type { Demand, Span } from '../../attackers/attack-model.js'
import { reachOf, TOLERANCE } from '../../witness/reach.js'
import { meet, scaledTo, type Search } from '../../witness/meet.js'
import type { Task } from './cover.js'
import { cheapest, permitted, suppressing } from './search.js'
import { isMet, type Work } from './work.js'

/** Meets open tasks in order. A witness also serves other tasks of its cells, at no cost. */
export function grow(work: Work, tasks: readonly Task[], tick: (share: number) => void): void {
  const { cover, problem, room } = work
  const { model } = problem
  const search: Search = (...required) => suppressing(work, ...required)
  for (const [k, task] of [...tasks].entries()) {
    if (k % 16 === 0) tick(k / tasks.length)
    if (isMet(work, task, task.witnesses)) continue
    cover.set(task, [])
    const met = meet(model, work.serving, task.demand, search) ?? growPartially(work, task, search)
    if (met === undefined) continue
    for (const who of met.missed) except(work, task, who)
    cover.set(task, met.witnesses)
    for (const witness of met.witnesses) {
      if (reachOf(witness, task.demand) < task.demand.level * (1 - TOLERANCE)) continue
      for (const cell of witness.cells)
        for (const other of cover.of(cell)) {
          if (other.witnesses.length > 0) continue
          const scaled = scaledTo(witness, other.demand, room.below, room.above, model.whole)
          if (scaled && isMet(work, other, [scaled])) cover.set(other, [scaled])
        }
    }
  }
}

/** Records an exception for a demand that no pattern meets, and meets the level that can be met. */
export function growPartially(work: Work, task: Task, search: Search): ReturnType<typeof meet> {
  const { finder, problem } = work
  const { reach } = finder.farthest(task.demand, permitted(work))
  const required = task.demand.level
  if (reach < required * (1 - TOLERANCE))
    work.exceptions.push({ demand: task.demand, attacker: undefined, required, kept: reach })
  const level = problem.model.whole ? Math.floor(reach + TOLERANCE) : reach * (1 - TOLERANCE)
  if (!(level > 0)) return undefined
  task.demand = { ...task.demand, level }
  const found = search(task.demand, level)
  return found && { witnesses: [found], missed: [] }
}

function except(work: Work, { demand, exempt }: Task, who: number): void {
  const { finder, problem, serving } = work
  exempt.add(who)
  const required = problem.model.levelFrom(who, demand)
  const own = { ...demand, level: required }
  const { reach } = finder.farthest(own, permitted(work), serving.knowledge([who]))
  work.exceptions.push({ demand, attacker: who, required, kept: reach })
}

/** Splits a sliding level into sides: half on each, or all of it on one, by the lowest cost. */
export function sidesOf(work: Work, { cell, width }: Span): Demand[] {
  const { problem, cover, room } = work
  const { levels, whole } = problem.model
  const [lower, upper] = [levels.lower[cell], levels.upper[cell]]
  const [down, up] = [room.below[cell], room.above[cell]]
  const half = lower + (width - lower - upper) / 2
  const splits = [whole ? Math.ceil(half) : half, lower, width - upper].map((below) =>
    Math.max(width - up, Math.min(down, below)),
  )
  const ways = splits.map((below): Demand[] =>
    [
      { cells: Int32Array.of(cell), direction: 1 as const, level: width - below },
      { cells: Int32Array.of(cell), direction: -1 as const, level: below },
    ].filter(({ level }) => level > 0),
  )
  const costs = ways.map((sides) => {
    const used = new Set<number>()
    for (const side of sides) {
      const found = cheapest(work, side, side.level)
      if (!found) return Infinity
      for (const one of found.cells) used.add(one)
    }
    return [...used].reduce((sum, one) => sum + cover.prices[one], 0)
  })
  return ways[costs.indexOf(Math.min(...costs))]
}
