import type { Witness } from '@sdc/core'
import { joinedBy } from '../../attackers/room.js'
import { TOLERANCE } from '../../witness/reach.js'
import type { Task } from './cover.js'
import { among, metBy, suppressing } from './search.js'
import { isMet, type Work } from './work.js'

/** Maximum number of rounds: cells suppressed in one round may connect components. */
const ZERO_ROUNDS = 10

/**
 * Protects components without a suppressed zero. Their cells are judged with the least value 1, because an intruder who
 * guesses "at least 1" is right there. Each component meets its demands with that bound, or is connected to a zero,
 * whichever is cheaper.
 */
export function giveZeros(work: Work): void {
  const { cover, problem } = work
  const { table, model } = problem
  const search = among(work)
  for (let round = 0; round < ZERO_ROUNDS; round++) {
    work.room = model.roomIn(cover.suppressed)
    const { below } = work.room
    const holds = ({ cells, differences }: Witness): boolean =>
      cells.every((cell, i) => -differences[i] <= below[cell] + TOLERANCE)
    const joined = joinedBy(table.equations, cover.suppressed)
    const open = new Map<number, Task[]>()
    for (const task of cover.tasks) {
      if (task.witnesses.every(holds)) continue
      const kept = task.witnesses.filter(holds)
      const witnesses = isMet(work, task, kept) ? kept : metBy(work, task, search)
      if (witnesses) cover.set(task, witnesses)
      else {
        const component = joined(task.demand.cells[0])
        open.set(component, [...(open.get(component) ?? []), task])
      }
    }
    if (open.size === 0) return
    for (const tasks of open.values()) {
      const path = pathToZero(work, tasks[0].demand.cells[0])
      const joining = path.reduce((sum, cell) => sum + (cover.suppressed[cell] ? 0 : problem.costs[cell]), 0)
      const back = cover.save(tasks)
      const before = cover.cost()
      const isMetElsewhere = tasks.every((task) => {
        cover.set(task, [])
        const witnesses = metBy(work, task, (...asked) => suppressing(work, ...asked))
        if (witnesses) cover.set(task, witnesses)
        return witnesses !== undefined
      })
      if (isMetElsewhere && cover.cost() - before <= joining) continue
      back()
      cover.suppress(path)
    }
  }
}

/**
 * Finds the cheapest cells that connect a cell to an empty one by relations (Dijkstra), the empty one first; none if
 * there is no path.
 */
function pathToZero({ cover, problem, index }: Work, start: number): number[] {
  const { table } = problem
  const cost = new Map([[start, 0]])
  const from = new Map<number, number>()
  const open = new Set([start])
  while (open.size > 0) {
    let cell = -1
    for (const one of open) if (cell < 0 || (cost.get(one) ?? 0) < (cost.get(cell) ?? 0)) cell = one
    open.delete(cell)
    if (table.values[cell] === 0) {
      const path = [cell]
      for (let at = from.get(cell); at !== undefined; at = from.get(at)) path.push(at)
      return path
    }
    for (let k = index.starts[cell]; k < index.starts[cell + 1]; k++)
      for (const next of table.equations[index.at[k]].cells) {
        const sum = (cost.get(cell) ?? 0) + cover.prices[next]
        if (!(sum < (cost.get(next) ?? Infinity))) continue
        cost.set(next, sum)
        from.set(next, cell)
        open.add(next)
      }
  }
  return []
}
