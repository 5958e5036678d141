import { log2, pow } from '@sdc/stats'
import type { Ground } from './ground.js'
import type { LossName, RecodingProblem } from './problem.js'

/** A loss that is a sum over cells, column by column. */
export interface ColumnLosses {
  /** By key, by level: what it is without a suppressed record. */
  readonly base: readonly (readonly number[])[]
  /**
   * What suppressed records add to a column.
   *
   * @param column - Which.
   * @param level - Its level.
   * @param members - The suppressed classes, as ground classes.
   * @param counts - Their records.
   * @param n - How many there are.
   */
  added(column: number, level: number, members: Int32Array, counts: Int32Array, n: number): number
  /** The score of a node from the numbers of its columns. */
  combine(columns: ArrayLike<number>): number
}

/** What a loss needs to know. */
type LossOf = Pick<RecodingProblem, 'mean' | 'gsFactor'>

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
 * @param ground - The classes of the file.
 * @param loss - Which.
 * @param options - γ, and the mean over the columns of `loss`.
 * @returns Its parts.
 */
export function columnLosses(ground: Ground, loss: LossName, options: LossOf): ColumnLosses {
  return loss === 'entropy' ? entropyLosses(ground, options) : cellLosses(ground, loss, options)
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
    added: (j, h, members, records, n) => {
      const { codes } = levels[j][h]
      const cell = cells[j][h]
      let all = 0
      let sum = 0
      for (let i = 0; i < n; i++) {
        all += records[i]
        sum += records[i] * cell[codes[members[i]]]
      }
      return scaled(sigma * all + (1 - kappa - sigma) * sum, j)
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

function entropyLosses({ levels, counts, size }: Ground, { gsFactor }: LossOf): ColumnLosses {
  const { sigma, kappa } = weights(gsFactor)
  /** Σ n(g)·log₂ n(g) over the values of a level. */
  const sumOf = (codes: Int32Array, values: number, members: Int32Array | null, records: Int32Array, n: number) => {
    const sums = new Float64Array(values)
    for (let i = 0; i < n; i++) sums[codes[members ? members[i] : i]] += records[i]
    let sum = 0
    for (const count of sums) if (count > 0) sum += count * log2(count)
    return sum
  }
  const base = levels.map((of) => {
    const sums = of.map(({ codes, size: values }) => sumOf(codes, values, null, counts, size))
    return sums.map((sum) => kappa * (sum - sums[0]))
  })
  return {
    base,
    added: (j, h, members, records, n) => {
      if (sigma === 0) return 0
      const { codes, size: values } = levels[j][h]
      let all = 0
      for (let i = 0; i < n; i++) all += records[i]
      return all > 0 ? sigma * (all * log2(all) - sumOf(codes, values, members, records, n)) : 0
    },
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
