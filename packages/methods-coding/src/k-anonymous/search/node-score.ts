import type { Verdict } from '../conditions/class-verdict.js'
import type { Ground } from '../classes/ground.js'
import { latticeOf, type Lattice } from './lattice.js'
import { classLoss, columnLosses, isByColumn, type ColumnLosses } from './losses.js'
import type { RecodingProblem } from '../classes/problem.js'

/** What a search minimises. */
export type Objective = Pick<RecodingProblem, 'loss' | 'mean' | 'gsFactor' | 'importance'>

/** What all nodes below one suppress. */
export interface LostBelow {
  /** By ground class, whether all of it is. */
  readonly isLost: Uint8Array
  /** By class of the node, how many records of one that is not lost as a whole are, and a ground class in it. */
  readonly partly: Int32Array
  readonly members: Int32Array
}

/** Scores of nodes, and what no score is below. */
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
   * The score of a node.
   *
   * @param node - The level of each key.
   * @param verdict - What of its classes passes.
   * @returns Its loss, suppressed records counted as METHODS §4.19 says.
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
   * What a node scores at least, whatever is suppressed.
   *
   * @param node - The level of each key.
   * @returns Its loss without suppression; of losses that count classes, what so many classes as there can be would have.
   */
  least(node: ArrayLike<number>): number {
    const { losses, columns, ground, objective } = this
    if (!losses) {
      // Σ f² is least where all classes are as great; what is suppressed adds more than its own f².
      const classes = this.mostClasses(node)
      return objective.loss === 'aecs' ? ground.rows / classes : (ground.rows * ground.rows) / classes
    }
    for (let j = 0; j < columns.length; j++) columns[j] = losses.base[j][node[j]]
    return losses.combine(columns)
  }

  /**
   * What every more general node scores at least, by the classes of one.
   *
   * @param verdict - The classes of a node.
   * @returns Of losses that count classes, what these would have if all passed: merging makes it more. Else undefined,
   * since `least` is as good.
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
   * What nodes below one score at least, by what all of them suppress.
   *
   * @param top - The node, levels of each key.
   * @param lost - What is suppressed.
   * @returns The bound of a node below, or undefined where the loss has none better than `least`.
   *
   * What suppressed records add to a column grows with each further one: every cell adds (1 − κ)x + σ(1 − x) ≥ 0, less
   * at a higher level, and s·H of the values of s suppressed records is at least the sum of s·H over any two parts of
   * them, and at most that of their values one level below. Of a class that is lost in part it is known how many records
   * are, and their value at the node itself; so a column is at least what all that is lost adds there, and at least what
   * the classes lost as a whole add at the level of the node below.
   */
  leastBelow(top: ArrayLike<number>, lost: LostBelow): ((node: ArrayLike<number>) => number) | undefined {
    const { losses, columns, ground } = this
    if (!losses) return undefined
    const { members, partly, isLost } = lost
    // Every column goes through them: their numbers once, without asking again for each class whether it is lost.
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

  /** How many of some records have each value of a column at a level. */
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

/** Records by value counted by what the values become one level above. */
function liftedTo(size: number, values: Int32Array, above: Int32Array): Int32Array {
  const lifted = new Int32Array(size)
  for (let v = 0; v < values.length; v++) lifted[above[v]] += values[v]
  return lifted
}
