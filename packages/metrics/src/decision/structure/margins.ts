import { log, mean, sortedValues, standardDeviation } from '@sdc/stats'
import { kolmogorovDistance } from '../../distributions/distance-walk.js'
import type { FileColumn, ReferenceColumn } from '../columns/file-columns.js'

/** Smallest share of the original records for a point mass, and largest number of point masses of a column. */
const POINT_SHARE = 0.05
const MOST_POINTS = 12

/** Change of the distribution of a column; NaN for a distance that does not apply to it. */
export interface MarginChange {
  /** Kolmogorov distance of the values, plus the change of the share of missing ones, at most 1. */
  readonly ks: number
  /** |Δ mean|/sd and |ln(sd ratio)|. */
  readonly mean: number
  readonly logSd: number
  /** Sum of the absolute changes of the shares of point masses; NaN without one. */
  readonly points: number
  /** Total variation distance of the categories, missing ones included. */
  readonly tvd: number
  /** Mean of min(1, |p − q|/p) over the categories of the original: a rare one counts as much as a frequent one. */
  readonly rare: number
}

/**
 * Computes the change of the distribution of a column.
 *
 * @param reference - The column of the original.
 * @param released - The same column of the masked file.
 * @returns Distances. KS, mean and sd are 1 for a column with values in one file only. A changed mean or sd is 1 if
 *   the original sd is 0. Cost: a sort for numbers.
 */
export function marginChange(reference: ReferenceColumn, released: FileColumn): MarginChange {
  const none = {
    ks: Number.NaN,
    mean: Number.NaN,
    logSd: Number.NaN,
    points: Number.NaN,
    tvd: Number.NaN,
    rare: Number.NaN,
  }
  const { own } = reference
  if (own.kind === 'categorical')
    return released.kind === 'categorical' ? { ...none, ...categoryChange(own, released) } : none
  if (released.kind !== 'numeric') return none
  const sorted = sortedValues(own.values)
  const values = sortedValues(released.values)
  const missing = (column: typeof own): number =>
    (column.values.length - column.present) / Math.max(1, column.values.length)
  const change = Math.abs(missing(own) - missing(released))
  const points = pointChange(own.values, released.values)
  if (sorted.length === 0 || values.length === 0) {
    const gone = sorted.length === values.length ? 0 : 1
    return { ...none, ks: gone, mean: gone, logSd: gone, points }
  }
  const sd = values.length > 1 ? standardDeviation(values) : 0
  const shift = Math.abs(mean(values) - reference.mean)
  return {
    ks: Math.min(1, kolmogorovDistance(sorted, values) + change),
    mean: reference.sd > 0 ? shift / reference.sd : shift > 0 ? 1 : 0,
    logSd: reference.sd > 0 ? Math.abs(log(Math.max(1e-9, sd / reference.sd))) : sd > 0 ? 1 : 0,
    points,
    tvd: Number.NaN,
    rare: Number.NaN,
  }
}

/**
 * Returns the sum of |Δ share| over the values of at least 5 % of the original records, at most twelve; NaN without
 * such a value.
 */
function pointChange(x: Float64Array, y: Float64Array): number {
  const counts = new Map<number, number>()
  for (const value of x) if (!Number.isNaN(value)) counts.set(value + 0, (counts.get(value + 0) ?? 0) + 1)
  const points = [...counts]
    .filter(([, count]) => count >= POINT_SHARE * x.length)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MOST_POINTS)
  if (points.length === 0) return Number.NaN
  return points.reduce((sum, [value, count]) => {
    const released = y.reduce((total, one) => total + (one === value ? 1 : 0), 0)
    return sum + Math.abs(count / x.length - released / Math.max(1, y.length))
  }, 0)
}

function categoryChange(
  a: Extract<FileColumn, { kind: 'categorical' }>,
  b: Extract<FileColumn, { kind: 'categorical' }>,
): Pick<MarginChange, 'tvd' | 'rare'> {
  const [before, after] = [a, b].map(({ codes, size }) => {
    // Missing values, the classes, and categories that the original lacks.
    const shares = new Float64Array(size + 2)
    for (const code of codes) shares[code + 1] += 1 / Math.max(1, codes.length)
    return shares
  })
  const present = Array.from(before.keys()).filter((k) => k > 0 && before[k] > 0)
  const relative = present.reduce((sum, k) => sum + Math.min(1, Math.abs(before[k] - after[k]) / before[k]), 0)
  return {
    tvd: before.reduce((sum, share, k) => sum + Math.abs(share - after[k]) / 2, 0),
    rare: present.length > 0 ? relative / present.length : 0,
  }
}

/**
 * Computes the loss of a column's distribution.
 *
 * Numbers: the mean of min(1, 2 KS), |Δ mean|/sd and |ln(sd ratio)|, each at most 1. Categories: min(1, TVD + ½ the
 * mean over them of |p − q|/p), so that changes of rare ones count. Source: this project.
 *
 * @param change - Result of `marginChange`.
 * @returns From 0 to 1.
 */
export function marginLoss({ ks, mean, logSd, tvd, rare }: MarginChange): number {
  if (!Number.isNaN(tvd)) return Math.min(1, tvd + rare / 2)
  return (Math.min(1, 2 * ks) + Math.min(1, mean) + Math.min(1, logSd)) / 3
}

/**
 * Computes the loss of a family of distributions: the mean over the columns. The point masses of a column count as one
 * more column.
 *
 * @param changes - Changes of the columns.
 * @param points - True to count point masses, by min(1, Σ|Δ share|) per column.
 * @returns From 0 to 1; null without columns.
 */
export function marginsLoss(changes: readonly MarginChange[], points: boolean): number | null {
  const ofPoints = points ? changes.flatMap((one) => (Number.isNaN(one.points) ? [] : [Math.min(1, one.points)])) : []
  const losses = [...changes.map(marginLoss), ...ofPoints]
  return losses.length === 0 ? null : losses.reduce((sum, one) => sum + one, 0) / losses.length
}
