import type { Witness } from '@sdc/core'
import type { Demand } from '../../attackers/attack-model.js'
import type { Room } from '../../attackers/room.js'
import type { RelationIndex } from '../../table/relation-index.js'
import type { Finder } from '../../witness/finder.js'
import type { Grid } from '../../witness/grid.js'
import type { Serving } from '../../witness/serving.js'
import type { Exception, SuppressionProblem } from '../problem.js'
import type { Cover, Task } from './cover.js'

/** All that the steps share. */
export interface Work {
  readonly problem: SuppressionProblem
  readonly cover: Cover
  readonly finder: Finder
  readonly serving: Serving
  readonly grid: Grid
  readonly index: RelationIndex
  readonly exceptions: Exception[]
  /** How often a task could not do without a cell: those that mostly cannot are asked first. */
  readonly refusals: Map<Task, number>
  /** How far cells can be from their true values. */
  room: Room
}

/** A task without witnesses. */
export const taskOf = (demand: Demand): Task => ({ demand, witnesses: [], exempt: new Set() })

/** Whether witnesses meet a task, but for whom it cannot be met. */
export function isMet({ serving }: Work, { demand, exempt }: Task, witnesses: readonly Witness[]): boolean {
  return serving.open(demand, witnesses)?.every((who) => exempt.has(who)) ?? false
}
