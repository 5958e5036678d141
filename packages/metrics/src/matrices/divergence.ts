import { sumOver } from '@sdc/stats'

/** How far two matrices are apart, over the cells that both have. */
export interface Divergence {
  /** Mean of (a − b)². */
  readonly square: number
  /** Mean of |a − b|. */
  readonly absolute: number
  /** Mean of |a − b|/|a| over the cells that are not zero in `a`. */
  readonly variation: number
  /** The cells that both have. */
  readonly used: number
  /** The cells of these that are zero in `a`. */
  readonly zeros: number
}

/** The cells of one matrix in both files, in one order. */
export interface Cells {
  /** The original's, NaN where there is none. */
  readonly a: ArrayLike<number>
  readonly b: ArrayLike<number>
  /** What each counts; 1 where it is not said. */
  readonly weights?: ArrayLike<number>
  /** What the weights of all cells of the whole matrix add up to, and what that sum is divided by: 1 for a mean. */
  readonly scale?: number
  /** What |a − b| is divided by before it is squared or added: a unit; 1 where it is not said. */
  readonly unit?: number
}

/** What the means are made of: Σ over the cells that both have of w·f(a, b), and of w. */
export interface DivergenceSums {
  readonly square: number
  readonly absolute: number
  readonly variation: number
  readonly all: number
  readonly nonzero: number
  readonly used: number
  readonly zeros: number
}

/** The sums as numbers that are added up. */
export const SUM_FIELDS = ['square', 'absolute', 'variation', 'all', 'nonzero', 'used', 'zeros'] as const

/**
 * Mean square error, mean absolute error and mean variation.
 *
 * Σ_c w_c·f(a_c, b_c)/Σ_c w_c · scale, over the cells that count: what cannot be compared is in neither sum. Several parts of a
 * matrix, such as the columns of a file with a unit each, are one matrix. Cost: O(cells).
 *
 * @param parts - The cells, in one part or several.
 * @returns NaN for a mean that no cell is left for.
 */
export function divergence(...parts: readonly Cells[]): Divergence {
  return divergenceOfSums(parts.map(divergenceSums), parts[0]?.scale)
}

/**
 * What some cells add to the means. Cost: O(cells).
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
 * The means of several parts of a matrix.
 *
 * @param parts - Their sums.
 * @param scale - What the means are multiplied by.
 * @returns NaN for a mean that no cell is left for.
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
