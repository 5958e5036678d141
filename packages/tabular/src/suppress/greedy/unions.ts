import type { Witness } from '@sdc/core'
import type { Demand } from '../../attackers/attack-model.js'
import type { Task } from './cover.js'
import { asFarAsItGoes, grow } from './grow.js'
import { shrink } from './prune.js'
import { among } from './search.js'
import { isMet, taskOf, type Work } from './work.js'

/** How often unions are looked for: each pattern may make others. */
const UNION_ROUNDS = 10
/** In so many of them the pattern is pruned after. */
const PRUNED_ROUNDS = 4

/** Sums over suppressed cells that are sensitive and known are demands, too; meeting them may make others. */
export function meetUnions(work: Work, tick: (share: number) => void): void {
  const { cover, problem, exceptions } = work
  for (let round = 0; round < UNION_ROUNDS; round++) {
    tick(round / UNION_ROUNDS)
    const before = new Map<string, readonly Witness[]>()
    for (const task of cover.tasks.filter(({ demand }) => demand.cells.length > 1)) {
      before.set(unionKey(task.demand), task.witnesses)
      cover.remove(task)
    }
    const search = among(work)
    const open: Task[] = []
    for (const { cells, upper, lower } of problem.model.unionsIn(cover.suppressed)) {
      for (const [direction, level] of [
        [1, upper],
        [-1, lower],
      ] as const) {
        if (!(level > 0)) continue
        const task = taskOf({ cells, direction, level })
        cover.add(task)
        const kept = before
          .get(unionKey(task.demand))
          ?.filter(({ cells: moved }) => moved.every((cell) => cover.suppressed[cell] === 1))
        const found = kept && isMet(work, task, kept) ? kept : search(task.demand, level)
        if (found) cover.set(task, 'cells' in found ? [found] : found)
        else open.push(task)
      }
    }
    if (open.length === 0) return
    if (round + 1 < UNION_ROUNDS) {
      const sofar = exceptions.length
      grow(work, open, () => {})
      // What no pattern keeps is looked at again in the next round, as it then is.
      exceptions.splice(sofar)
      if (round < PRUNED_ROUNDS) shrink(work, () => {})
    } else for (const task of open) asFarAsItGoes(work, task, search)
  }
}

const unionKey = ({ cells, direction }: Demand): string => `${cells.join()} ${direction}`
