import { log, pow } from '@sdc/stats'
import { timesLog } from '../conditions/entropy-terms.js'
import type { Ground } from '../classes/ground.js'
import type { LossName, RecodingProblem } from '../classes/problem.js'

/** A loss that is a sum over cells, by column. */
export interface ColumnLosses {
  /** Loss without a suppressed record, by key and level. */
  readonly base: readonly (readonly number[])[]
  /**
   * Returns the loss that suppressed records add to a column.
   *
   * @param column - Number of the column.
   * @param level - Its level.
   * @param suppressed - Number of suppressed records for each value of that level.
   * @param n - Number of suppressed records.
   */
  added(column: number, level: number, suppressed: Int32Array, n: number): number
  /** Returns the least loss that one suppressed record adds to a column at a level, for any value. */
  leastAdded(column: number, level: number): number
  /** Returns the score of a node from the losses of its columns. */
  combine(columns: ArrayLike<number>): number
}

/** Options of a loss. */
type LossOf = Pick<RecodingProblem, 'mean' | 'gsFactor' | 'importance'>

/** Returns true for losses that are sums over columns; the others depend on the sizes of classes. */
export function isByColumn(loss: LossName): boolean {
  return loss !== 'discernibility' && loss !== 'aecs'
}

/**
 * Returns a loss by columns. Let σ = min(1, 2γ) and κ = min(1, 2 − 2γ). Let x be a cell's share:
 * leaves below its value by leaves of the hierarchy; for `ncp` each less 1; for `height` h/H. A column's loss is
 * (κ·Σ_kept x + Σ_suppressed [x + σ(1 − x)] − κ·least)/(n − κ·least), least = n/leaves for `loss`, else 0. `entropy` is
 * κ·Σ_all −log₂(n(x)/n(g)) + σ·Σ_suppressed −log₂(s(g)/s).
 *
 * The score of a node combines the columns' losses, each multiplied by the importance of its key.
 *
 * @param ground - The classes of the file.
 * @param loss - Name of the loss.
 * @param options - γ, the mean over the columns of `loss`, and the importance of keys.
 * @returns Functions for the parts of the loss.
 */
export function columnLosses(ground: Ground, loss: LossName, options: LossOf): ColumnLosses {
  const losses = loss === 'entropy' ? entropyLosses(ground, options) : cellLosses(ground, loss, options)
  const { importance } = options
  if (importance === undefined) return losses
  return { ...losses, combine: (columns) => losses.combine(importance.map((weight, j) => weight * columns[j])) }
}

function weights(gsFactor: number): { readonly sigma: number; readonly kappa: number } {
  return { sigma: Math.min(1, 2 * gsFactor), kappa: Math.min(1, 2 - 2 * gsFactor) }
}

function cellLosses(ground: Ground, loss: LossName, { mean = 'geometric', gsFactor }: LossOf): ColumnLosses {
  const { sigma, kappa } = weights(gsFactor)
  const { levels, leaves, rows, counts, size } = ground
  const cells = levels.map((of, j) =>
    of.map((level, h) => level.leaves.map((below) => shareOf(loss, below, leaves[j], h, of.length - 1))),
  )
  const least = leaves.map((all) => (loss === 'loss' ? (kappa * rows) / all : 0))
  const scaled = (sum: number, j: number): number => (rows > least[j] ? sum / (rows - least[j]) : 0)
  const base = levels.map((of, j) =>
    of.map(({ codes }, h) => {
      let sum = 0
      for (let c = 0; c < size; c++) sum += counts[c] * cells[j][h][codes[c]]
      return scaled(kappa * sum - least[j], j)
    }),
  )
  return {
    base,
    added: (j, h, suppressed, n) => {
      const cell = cells[j][h]
      let sum = 0
      for (let v = 0; v < cell.length; v++) sum += suppressed[v] * cell[v]
      return scaled(sigma * n + (1 - kappa - sigma) * sum, j)
    },
    leastAdded: (j, h) => {
      let least = Infinity
      for (const x of cells[j][h]) least = Math.min(least, sigma + (1 - kappa - sigma) * x)
      return scaled(least, j)
    },
    combine: loss === 'loss' && mean === 'geometric' ? geometric : arithmetic,
  }
}

function shareOf(loss: LossName, below: number, leaves: number, h: number, height: number): number {
  if (loss === 'height') return height > 0 ? h / height : 0
  if (loss === 'ncp') return leaves > 1 ? (below - 1) / (leaves - 1) : 0
  return below / leaves
}

function geometric(columns: ArrayLike<number>): number {
  let product = 1
  for (let j = 0; j < columns.length; j++) product *= 1 + columns[j]
  return pow(product, 1 / columns.length) - 1
}

function arithmetic(columns: ArrayLike<number>): number {
  return total(columns) / columns.length
}

function total(columns: ArrayLike<number>): number {
  let sum = 0
  for (let j = 0; j < columns.length; j++) sum += columns[j]
  return sum
}

const LN2 = log(2)

function entropyLosses({ levels, counts, size }: Ground, { gsFactor }: LossOf): ColumnLosses {
  const { sigma, kappa } = weights(gsFactor)
  /** Σ n(g)·log₂ n(g) over the values of a level. */
  const sumOf = (records: Int32Array): number => {
    let sum = 0
    for (let g = 0; g < records.length; g++) sum += timesLog(records[g])
    return sum / LN2
  }
  const base = levels.map((of) => {
    const sums = of.map(({ codes, size: values }) => {
      const records = new Int32Array(values)
      for (let c = 0; c < size; c++) records[codes[c]] += counts[c]
      return sumOf(records)
    })
    return sums.map((sum) => kappa * (sum - sums[0]))
  })
  return {
    base,
    added: (_, __, suppressed, n) => (sigma > 0 ? sigma * (timesLog(n) / LN2 - sumOf(suppressed)) : 0),
    leastAdded: () => 0,
    combine: total,
  }
}

/**
 * Returns a loss that counts classes: `discernibility` is Σ f² of the kept ones + suppressed · n, `aecs` is n/(kept
 * classes + 1 if any record is suppressed).
 *
 * @param loss - Name of the loss.
 * @param rows - n.
 * @param kept - Number of kept classes.
 * @param squares - The sum of their squared sizes.
 * @param suppressed - Number of suppressed records.
 */
export function classLoss(loss: LossName, rows: number, kept: number, squares: number, suppressed: number): number {
  return loss === 'aecs' ? rows / (kept + (suppressed > 0 ? 1 : 0)) : squares + suppressed * rows
}
