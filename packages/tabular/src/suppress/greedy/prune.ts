import type { Witness } from '@sdc/core'
import { fewLevels } from '../../witness/grid.js'
import type { Search } from '../../witness/meet.js'
import type { Task } from './cover.js'
import { among, around, metBy, MOST_NEAR } from './search.js'
import type { Work } from './work.js'

/** Maximum numbers of secondary cells that the improving phase tries, and of its programs. */
const TRIALS = 150
const PROGRAMS = 6000
/** Cells used by more demands are not tried. */
const MOST_USERS = 400
/** Maximum of secondary cells × demands up to which each trial is pruned before it is judged. */
const FEW = 1000
/** Least relative gain: above the rounding error of a sum of costs. */
const GAIN = 1e-9

/** Publishes secondary cells, dearest first, if other suppressed cells can replace them in all witnesses. */
export function shrink(work: Work, tick: (share: number) => void): void {
  const { cover, refusals } = work
  const cells = cover.secondary()
  const search = among(work)
  for (const [done, cell] of cells.entries()) {
    if (done % 8 === 0) tick(done / cells.length)
    const fresh: [Task, readonly Witness[]][] = []
    cover.publish(cell)
    const users = cover.users(cell).sort((a, b) => (refusals.get(b) ?? 0) - (refusals.get(a) ?? 0))
    const replaced = users.every((task) => {
      const witnesses = metBy(work, task, search, without(task, cell))
      if (witnesses) fresh.push([task, witnesses])
      else refusals.set(task, (refusals.get(task) ?? 0) + 1)
      return witnesses !== undefined
    })
    if (replaced) for (const [task, witnesses] of fresh) cover.set(task, witnesses)
    else cover.suppress([cell])
  }
  cover.tidy()
}

const without = ({ witnesses }: Task, cell: number): readonly Witness[] =>
  witnesses.filter((one) => !one.cells.includes(cell))

/** Publishes each of the dearest secondary cells on trial: its demands are met elsewhere, and the new pattern stays if it is cheaper. */
export function improve(work: Work, tick: (share: number) => void): void {
  const { cover, finder, grid } = work
  const few = fewLevels(grid)
  const search: Search = (demand, level, knowledge) => {
    for (const times of [1, 2]) {
      const cells = around(work, demand, level, few * times, knowledge)
      if (!cells || cells.length > MOST_NEAR / 2) return undefined
      const weight = (cell: number): number => cover.prices[cell]
      const found = finder.find(demand, cells, { weight, rounds: 3, knowledge, level })
      if (found) {
        cover.suppress(found.cells)
        return found
      }
    }
    return undefined
  }
  const before = finder.programs
  let now = cover.cost()
  const cells = cover.secondary().slice(0, TRIALS)
  for (const [done, cell] of cells.entries()) {
    tick(done / cells.length)
    const users = cover.users(cell)
    if (cover.suppressed[cell] === 0 || users.length > MOST_USERS || finder.programs - before > PROGRAMS) continue
    const isFew = cells.length * cover.tasks.length < FEW
    const back = cover.save(isFew ? cover.tasks : users)
    cover.publish(cell, true)
    const found = users.every((task) => {
      const kept = without(task, cell)
      cover.set(task, kept)
      const witnesses = metBy(work, task, search, kept)
      if (witnesses) cover.set(task, witnesses)
      return witnesses !== undefined
    })
    if (found) {
      cover.tidy()
      if (isFew && cover.cost() >= now * (1 - GAIN)) shrink(work, () => {})
      const cost = cover.cost()
      if (cost < now * (1 - GAIN)) {
        now = cost
        cover.publish(cell)
        continue
      }
    }
    back()
  }
  shrink(work, () => {})
}
