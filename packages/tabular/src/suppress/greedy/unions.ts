import type { Witness } from '@sdc/core'
import type { Demand } from '../../attackers/attack-model.js'
import type { Task } from './cover.js'
import { growPartially, grow } from './grow.js'
import { shrink } from './prune.js'
import { among } from './search.js'
import { isMet, taskOf, type Work } from './work.js'

/** Maximum number of rounds: each new pattern may create other unions. */
const UNION_ROUNDS = 10
/** Number of first rounds after which the pattern is pruned. */
const PRUNED_ROUNDS = 4

/** Meets the unions of a pattern: sensitive sums of suppressed cells whose value is known. Meeting one may create others. */
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
      // The next round judges the exceptions again, for its own pattern.
      exceptions.splice(sofar)
      if (round < PRUNED_ROUNDS) shrink(work, () => {})
    } else for (const task of open) growPartially(work, task, search)
  }
}

const unionKey = ({ cells, direction }: Demand): string => `${cells.join()} ${direction}`
