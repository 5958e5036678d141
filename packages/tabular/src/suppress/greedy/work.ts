import type { Witness } from '@sdc/core'
import type { Demand } from '../../attackers/attack-model.js'
import type { Room } from '../../attackers/room.js'
import type { RelationIndex } from '../../table/relation-index.js'
import type { Finder } from '../../witness/finder.js'
import type { Grid } from '../../witness/grid.js'
import type { Serving } from '../../witness/serving.js'
import type { Exception, SuppressionProblem } from '../problem.js'
import type { Cover, Task } from './cover.js'

/** Shared state of the steps. */
export interface Work {
  readonly problem: SuppressionProblem
  readonly cover: Cover
  readonly finder: Finder
  readonly serving: Serving
  readonly grid: Grid
  readonly index: RelationIndex
  readonly exceptions: Exception[]
  /** Number of refused trials of each task; tasks that refuse most are tried first. */
  readonly refusals: Map<Task, number>
  /** Possible distances of the cells from their true values. */
  room: Room
}

/** A task without witnesses. */
export const taskOf = (demand: Demand): Task => ({ demand, witnesses: [], exempt: new Set() })

/** Returns true if witnesses meet a task for everybody except its exempt respondents. */
export function isMet({ serving }: Work, { demand, exempt }: Task, witnesses: readonly Witness[]): boolean {
  return serving.open(demand, witnesses)?.every((who) => exempt.has(who)) ?? false
}
