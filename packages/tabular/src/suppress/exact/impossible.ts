import { SdcError } from '@sdc/core'
import { cellName } from '../../table/cell-name.js'
import type { SuppressionProblem } from '../problem.js'
import { openAttackers } from './attack.js'
import { KEPT } from './separate.js'
import type { Target, Task } from './task.js'

/**
 * Refuses what no pattern can keep: a level that a cell does not have where every cell is suppressed that may be.
 *
 * @param problem - What is asked.
 * @param tasks - Its parts.
 * @param exposed - Levels of cells that are known whatever is suppressed.
 * @throws INFEASIBLE with the cell and the greatest level that it can have
 */
export async function refuseImpossible(
  problem: SuppressionProblem,
  tasks: readonly Task[],
  exposed: readonly Target[],
): Promise<void> {
  const found: Shortage[] = exposed.map((target) => ({ ...target, greatest: 0 }))
  for (const task of tasks) {
    const all = new Uint8Array(task.cells.length).fill(1)
    const attackers = await openAttackers(task)
    for (const target of task.targets) {
      const { reach } = attackers.attack(target, all, { whole: true, creep: 0 })
      if (reach >= KEPT) continue
      found.push({
        ...target,
        cell: task.cells[target.cell],
        knows: target.knows.map((c) => task.cells[c]),
        greatest: reach * target.level,
      })
    }
    attackers.close()
  }
  if (found.length === 0) return
  found.sort((a, b) => a.cell - b.cell)
  const [{ cell, side, level, knows, greatest }] = found
  const { table } = problem
  const where = { above: 'above its value', below: 'below its value', both: 'of width' }[side]
  const whom = knows.length > 0 ? ` from whoever is alone in ${cellName(table, knows[0])}` : ''
  const message = `${cellName(table, cell)} cannot keep its level of ${figure(level)} ${where}${whom}: with every cell suppressed that may be, the greatest that it can have is ${figure(greatest)}`
  const others = found.length > 1 ? ` ${found.length - 1} further level(s) cannot be kept either.` : ''
  throw new SdcError(
    'INFEASIBLE',
    message,
    { row: cell + 1 },
    `Ask for less, or allow more cells to be suppressed (cells of value 0, totals that are fixed).${others}`,
  )
}

type Shortage = Target & { readonly greatest: number }

const figure = (value: number): string => String(Number(value.toPrecision(9)))
