import type { Verdict } from '../conditions/class-verdict.js'
import type { Ground } from '../classes/ground.js'
import { latticeOf, type Lattice } from './lattice.js'
import { classLoss, columnLosses, isByColumn, type ColumnLosses } from './losses.js'
import type { RecodingProblem } from '../classes/problem.js'

/** Loss that a search minimises, and its options. */
export type Objective = Pick<RecodingProblem, 'loss' | 'mean' | 'gsFactor' | 'importance'>

/** Records that all nodes below a node suppress. */
export interface LostBelow {
  /** 1 for each ground class that is suppressed completely. */
  readonly isLost: Uint8Array
  /** By class of the node: the number of suppressed records of a class suppressed in part, and a ground class in it. */
  readonly partly: Int32Array
  readonly members: Int32Array
}

/** Scores of nodes, and lower bounds of scores. */
export class NodeScore {
  readonly lattice: Lattice
  private readonly losses: ColumnLosses | undefined
  private readonly columns: Float64Array

  /**
   * @param ground - The classes of the file.
   * @param objective - The loss and its options.
   */
  constructor(
    private readonly ground: Ground,
    private readonly objective: Objective,
  ) {
    this.lattice = latticeOf(ground.levels.map(({ length }) => length))
    this.losses = isByColumn(objective.loss) ? columnLosses(ground, objective.loss, objective) : undefined
    this.columns = new Float64Array(ground.levels.length)
  }

  /**
   * Returns the score of a node.
   *
   * @param node - The level of each key.
   * @param verdict - Its passing and failing classes.
   * @returns Its loss, including that of its suppressed records.
   */
  of(node: ArrayLike<number>, { failed, members, records, suppressed, kept, squares }: Verdict): number {
    const { losses, columns, ground, objective } = this
    if (!losses) return classLoss(objective.loss, ground.rows, kept, squares, suppressed)
    for (let j = 0; j < columns.length; j++) {
      const h = node[j]
      columns[j] = losses.base[j][h]
      if (failed > 0) columns[j] += losses.added(j, h, this.byValue(j, h, members, records, failed), suppressed)
    }
    return losses.combine(columns)
  }

  /**
   * Returns a lower bound of the score of a node, for any suppression.
   *
   * @param node - The level of each key.
   * @returns Its loss without suppression; for losses that count classes, the loss of the greatest possible number of
   *   classes.
   */
  least(node: ArrayLike<number>): number {
    const { losses, columns, ground, objective } = this
    if (!losses) {
      // Σ f² is least if all classes are equally large; suppressed records add more than their own f².
      const classes = this.mostClasses(node)
      return objective.loss === 'aecs' ? ground.rows / classes : (ground.rows * ground.rows) / classes
    }
    for (let j = 0; j < columns.length; j++) columns[j] = losses.base[j][node[j]]
    return losses.combine(columns)
  }

  /**
   * Returns a lower bound of the scores of all more general nodes, from the classes of one.
   *
   * @param verdict - The classes of a node.
   * @returns For losses that count classes, the loss if all classes passed: merging increases it. Otherwise
   *   undefined, because `least` is as good.
   */
  leastAbove({ failed, kept, squares, records }: Verdict): number | undefined {
    const { losses, ground, objective } = this
    if (losses) return undefined
    if (objective.loss === 'aecs') return ground.rows / Math.max(1, kept + failed)
    let all = squares
    for (let i = 0; i < failed; i++) all += records[i] * records[i]
    return all
  }

  /**
   * Returns a lower bound of the scores of nodes below one, from the records that all of them suppress.
   *
   * @param top - The node, levels of each key.
   * @param lost - The suppressed records.
   * @returns The bound of a node below, or undefined if the loss has no bound better than `least`.
   *
   * The loss that suppressed records add to a column grows with each further record: every cell adds (1 − κ)x + σ(1 −
   * x) ≥ 0, less at a higher level. For the values of s suppressed records, s·H is at least the sum of s·H over any two
   * parts of them, and at most that of their values one level below.
   *
   * If a class is suppressed in part, the number of suppressed records and their value at the node itself are known. So
   * a column has at least the loss that all suppressed records add at this level. It also has at least the loss that
   * the completely suppressed classes add at the level of the node below.
   */
  leastBelow(top: ArrayLike<number>, lost: LostBelow): ((node: ArrayLike<number>) => number) | undefined {
    const { losses, columns, ground } = this
    if (!losses) return undefined
    const { members, partly, isLost } = lost
    // Every column uses them: their numbers are listed once, so that the flags are not read again for each column.
    let lostClasses = 0
    for (let c = 0; c < ground.size; c++) lostClasses += isLost[c]
    const gone = new Int32Array(lostClasses)
    let whole = 0
    for (let c = 0, i = 0; c < ground.size; c++) {
      if (!isLost[c]) continue
      gone[i++] = c
      whole += ground.counts[c]
    }
    let parts = 0
    for (const records of partly) parts += records
    const sums = losses.base.map((of, j) => {
      const levels = ground.levels[j]
      const values: Int32Array[] = [new Int32Array(levels[0].size)]
      const { codes } = levels[0]
      const [lowest] = values
      for (let i = 0; i < gone.length; i++) lowest[codes[gone[i]]] += ground.counts[gone[i]]
      for (let h = 1; h <= top[j]; h++) values.push(liftedTo(levels[h].size, values[h - 1], levels[h - 1].above))
      const added = values.map((records, h) => losses.added(j, h, records, whole))
      if (parts > 0) {
        const highest = levels[top[j]]
        const all = values[top[j]]
        for (let c = 0; c < partly.length; c++) all[highest.codes[members[c]]] += partly[c]
        const least = losses.added(j, top[j], all, whole + parts)
        for (let h = 0; h < added.length; h++) {
          added[h] = Math.max(added[h] + parts * losses.leastAdded(j, h), least)
        }
      }
      return added.map((more, h) => of[h] + more)
    })
    return (node) => {
      for (let j = 0; j < columns.length; j++) columns[j] = sums[j][node[j]]
      return losses.combine(columns)
    }
  }

  /** Number of given records with each value of a column at a level. */
  private byValue(j: number, h: number, members: Int32Array, records: Int32Array, n: number): Int32Array {
    const { codes, size } = this.ground.levels[j][h]
    const values = new Int32Array(size)
    for (let i = 0; i < n; i++) values[codes[members[i]]] += records[i]
    return values
  }

  private mostClasses(node: ArrayLike<number>): number {
    const { levels, size } = this.ground
    let classes = 1
    for (let j = 0; j < levels.length; j++) classes *= levels[j][node[j]].size
    return Math.max(1, Math.min(size, classes))
  }
}

/** Number of records of each value one level above, from the numbers by value. */
function liftedTo(size: number, values: Int32Array, above: Int32Array): Int32Array {
  const lifted = new Int32Array(size)
  for (let v = 0; v < values.length; v++) lifted[above[v]] += values[v]
  return lifted
}
