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
  const sums = { square: 0, absolute: 0, variation: 0, all: 0, nonzero: 0 }
  let used = 0
  let zeros = 0
  for (const { a, b, weights, unit = 1 } of parts) {
    const weight = (i: number): number => (weights ? weights[i] : 1)
    const gap = (i: number): number => Math.abs(a[i] - b[i])
    const there = (i: number): boolean => gap(i) === gap(i)
    const over = (of: (i: number) => number): number =>
      sumOver(a.length, (i) => (there(i) && weight(i) > 0 ? weight(i) * of(i) : 0))
    sums.square += over((i) => (gap(i) / unit) * (gap(i) / unit))
    sums.absolute += over((i) => gap(i) / unit)
    sums.variation += over((i) => (a[i] === 0 ? 0 : gap(i) / Math.abs(a[i])))
    sums.all += over(() => 1)
    sums.nonzero += over((i) => (a[i] === 0 ? 0 : 1))
    for (let i = 0; i < a.length; i++) {
      if (!there(i)) continue
      used++
      if (a[i] === 0) zeros++
    }
  }
  const scale = parts[0]?.scale ?? 1
  return {
    square: (scale * sums.square) / sums.all,
    absolute: (scale * sums.absolute) / sums.all,
    variation: (scale * sums.variation) / sums.nonzero,
    used,
    zeros,
  }
}
