import type { PerturbationRow } from './perturbation-table.js'

/** Moments and limits of a perturbation table. */
export interface TableFigures {
  /** D: the greatest change. */
  readonly most: number
  /** jₛ: counts from 1 to this are never shown. */
  readonly smallest: number
  /** E v of each row. */
  readonly means: Float64Array
  /** Var v of each row. */
  readonly variances: Float64Array
}

/**
 * Computes D, jₛ, and mean and variance of the change by count. D is the greatest |v|. jₛ is the least positive count
 * that any count can become, minus 1. Changes of probability 0 are ignored. O(rows × changes).
 *
 * @param rows - The perturbation table; its last row also covers all counts above.
 * @returns The figures.
 */
export function tableFigures(rows: readonly PerturbationRow[]): TableFigures {
  let most = 0
  for (const { changes, probabilities } of rows)
    changes.forEach((v, i) => probabilities[i] > 0 && (most = Math.max(most, Math.abs(v))))
  let least = Infinity
  // All later counts are shown above the last row's count plus its least change.
  for (let count = 0; count <= rows.length + most; count++) {
    const { changes, probabilities } = rowOf(rows, count)
    changes.forEach((v, i) => probabilities[i] > 0 && count + v > 0 && (least = Math.min(least, count + v)))
  }
  const means = Float64Array.from(rows, ({ changes, probabilities }) =>
    changes.reduce((sum, v, i) => sum + probabilities[i] * v, 0),
  )
  const variances = Float64Array.from(rows, ({ changes, probabilities }, r) =>
    changes.reduce((sum, v, i) => sum + probabilities[i] * (v - means[r]) * (v - means[r]), 0),
  )
  return { most, smallest: least - 1, means, variances }
}

/**
 * Returns the range of counts that a reader with the perturbation table cannot exclude: those that can become the shown
 * count.
 *
 * @param rows - The perturbation table.
 * @param shown - The shown count.
 * @param most - D.
 * @returns The least and the greatest possible count.
 */
export function possibleCounts(
  rows: readonly PerturbationRow[],
  shown: number,
  most: number,
): { readonly low: number; readonly high: number } {
  const can = (count: number): boolean => {
    const { changes, probabilities } = rowOf(rows, count)
    return changes.some((v, i) => count + v === shown && probabilities[i] > 0)
  }
  let low = Math.max(0, shown - most)
  while (!can(low)) low++
  let high = shown + most
  while (!can(high)) high--
  return { low, high }
}

const rowOf = (rows: readonly PerturbationRow[], count: number): PerturbationRow =>
  rows[Math.min(count, rows.length - 1)]
