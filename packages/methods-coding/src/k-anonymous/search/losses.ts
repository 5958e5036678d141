import { log, pow } from '@sdc/stats'
import { timesLog } from '../conditions/entropy-terms.js'
import type { Ground } from '../classes/ground.js'
import type { LossName, RecodingProblem } from '../classes/problem.js'

/** A loss that is a sum over cells, column by column. */
export interface ColumnLosses {
  /** By key, by level: what it is without a suppressed record. */
  readonly base: readonly (readonly number[])[]
  /**
   * What suppressed records add to a column.
   *
   * @param column - Which.
   * @param level - Its level.
   * @param suppressed - By value of that level, how many records are suppressed.
   * @param n - How many that are.
   */
  added(column: number, level: number, suppressed: Int32Array, n: number): number
  /** What one suppressed record adds to a column at a level at least, whatever its value. */
  leastAdded(column: number, level: number): number
  /** The score of a node from the numbers of its columns. */
  combine(columns: ArrayLike<number>): number
}

/** What a loss needs to know. */
type LossOf = Pick<RecodingProblem, 'mean' | 'gsFactor' | 'importance'>

/** Which losses are made of columns; the others are of the classes' sizes. */
export function isByColumn(loss: LossName): boolean {
  return loss !== 'discernibility' && loss !== 'aecs'
}

/**
 * A loss of METHODS §4.19 by columns. With σ = min(1, 2γ) and κ = min(1, 2 − 2γ), and a cell's share x (leaves below its
 * value by leaves of the hierarchy; for `ncp` each less 1; for `height` h/H), a column is
 * (κ·Σ_kept x + Σ_suppressed [x + σ(1 − x)] − κ·least)/(n − κ·least), least = n/leaves for `loss`, else 0.
 * `entropy` is κ·Σ_all −log₂(n(x)/n(g)) + σ·Σ_suppressed −log₂(s(g)/s).
 *
 * The score of a node is made of the columns' losses, each multiplied by the importance of its key.
 *
 * @param ground - The classes of the file.
 * @param loss - Which.
 * @param options - γ, the mean over the columns of `loss`, and the importance of keys.
 * @returns Its parts.
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
 * The losses that count classes: `discernibility` Σ f² of the kept ones + suppressed · n, `aecs` n/(kept classes + 1
 * where any record is suppressed).
 *
 * @param loss - Which.
 * @param rows - n.
 * @param kept - How many classes are kept.
 * @param squares - The sum of their squared sizes.
 * @param suppressed - How many records are not.
 */
export function classLoss(loss: LossName, rows: number, kept: number, squares: number, suppressed: number): number {
  return loss === 'aecs' ? rows / (kept + (suppressed > 0 ? 1 : 0)) : squares + suppressed * rows
}
