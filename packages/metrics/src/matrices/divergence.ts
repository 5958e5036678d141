import { sumOver } from '@sdc/stats'

/** Divergence of two matrices, over their common cells. */
export interface Divergence {
  /** Mean of (a − b)². */
  readonly square: number
  /** Mean of |a − b|. */
  readonly absolute: number
  /** Mean of |a − b|/|a| over the cells that are not zero in `a`. */
  readonly variation: number
  /** Number of common cells. */
  readonly used: number
  /** Number of these that are zero in `a`. */
  readonly zeros: number
}

/** Cells of one matrix in both files, in one order. */
export interface Cells {
  /** Cells of the original, NaN if there is none. */
  readonly a: ArrayLike<number>
  readonly b: ArrayLike<number>
  /** Weight of each cell; 1 by default. */
  readonly weights?: ArrayLike<number>
  /** Sum of the weights of all cells of the whole matrix, and the divisor of that sum: 1 for a mean. */
  readonly scale?: number
  /** Divisor of |a − b| before it is squared or added: a unit; 1 by default. */
  readonly unit?: number
}

/** Sums behind the means: Σ over the common cells of w·f(a, b), and of w. */
export interface DivergenceSums {
  readonly square: number
  readonly absolute: number
  readonly variation: number
  readonly all: number
  readonly nonzero: number
  readonly used: number
  readonly zeros: number
}

/** Sums as numbers that can be added up. */
export const SUM_FIELDS = ['square', 'absolute', 'variation', 'all', 'nonzero', 'used', 'zeros'] as const

/**
 * Computes mean square error, mean absolute error and mean variation.
 *
 * Σ_c w_c·f(a_c, b_c)/Σ_c w_c · scale, over the cells that count; cells that cannot be compared are in neither sum.
 * Several parts of a matrix, such as the columns of a file with a unit each, are one matrix. Cost: O(cells).
 *
 * @param parts - The cells, in one part or several.
 * @returns NaN for a mean without cells.
 */
export function divergence(...parts: readonly Cells[]): Divergence {
  return divergenceOfSums(parts.map(divergenceSums), parts[0]?.scale)
}

/**
 * Returns the contributions of some cells to the means. Cost: O(cells).
 *
 * @param cells - The cells.
 * @returns Their sums.
 */
export function divergenceSums({ a, b, weights, unit = 1 }: Cells): DivergenceSums {
  const weight = (i: number): number => (weights ? weights[i] : 1)
  const gap = (i: number): number => Math.abs(a[i] - b[i])
  const there = (i: number): boolean => gap(i) === gap(i)
  const over = (of: (i: number) => number): number =>
    sumOver(a.length, (i) => (there(i) && weight(i) > 0 ? weight(i) * of(i) : 0))
  let used = 0
  let zeros = 0
  for (let i = 0; i < a.length; i++) {
    if (!there(i)) continue
    used++
    if (a[i] === 0) zeros++
  }
  return {
    square: over((i) => (gap(i) / unit) * (gap(i) / unit)),
    absolute: over((i) => gap(i) / unit),
    variation: over((i) => (a[i] === 0 ? 0 : gap(i) / Math.abs(a[i]))),
    all: over(() => 1),
    nonzero: over((i) => (a[i] === 0 ? 0 : 1)),
    used,
    zeros,
  }
}

/**
 * Returns the means of several parts of a matrix.
 *
 * @param parts - Their sums.
 * @param scale - Factor of the means.
 * @returns NaN for a mean without cells.
 */
export function divergenceOfSums(parts: readonly DivergenceSums[], scale = 1): Divergence {
  const total = (field: keyof DivergenceSums): number => parts.reduce((sum, own) => sum + own[field], 0)
  const all = total('all')
  return {
    square: (scale * total('square')) / all,
    absolute: (scale * total('absolute')) / all,
    variation: (scale * total('variation')) / total('nonzero'),
    used: total('used'),
    zeros: total('zeros'),
  }
}
