import { SdcError } from '@sdc/core'
import { maximumEntropy, varianceRange, type VarianceRange } from './maximum-entropy.js'

/** Parameters of the perturbation of counts. */
export interface Perturbation {
  /** D: the greatest change. */
  readonly most: number
  /** V: the variance of the change of every count above 0. */
  readonly variance: number
  /** jₛ: counts from 1 to this are never shown. */
  readonly smallest: number
}

/** Distribution of the change of one count. */
export interface PerturbationRow {
  /** Permitted changes in the order of their keys; ascending if computed. */
  readonly changes: Int32Array
  readonly probabilities: Float64Array
  /** Sums of the probabilities up to each change; the last is 1. */
  readonly cumulative: Float64Array
}

/**
 * Returns the distribution of the change v of every count c. It has the greatest entropy on {−D, …, D} subject to E v =
 * 0, Var v = V, c + v ≥ 0 and c + v ∉ {1, …, jₛ}. The count 0 is not changed. The first count that may change by every
 * v from −D to D is D if jₛ is 0, else D + jₛ + 1; all counts from there on have one distribution.
 *
 * @param perturbation - D, V and jₛ.
 * @returns A row for each count from 0 to that one, whose row also covers all above.
 * @throws INFEASIBLE if some count has no such distribution; it names the range of V that all have
 * @see fraser-wooton-2005, thompson-broadfoot-elazar-2013
 */
export function perturbationTable(perturbation: Perturbation): readonly PerturbationRow[] {
  const { variance } = perturbation
  const supports = Array.from({ length: lastRow(perturbation) + 1 }, (_, count) => allowedChanges(count, perturbation))
  checkVariance(supports, perturbation)
  return supports.map((changes, count) =>
    perturbationRow(changes, count === 0 ? Float64Array.of(1) : maximumEntropy(changes, variance)),
  )
}

/**
 * Returns the distribution of changes with given probabilities.
 *
 * @param changes - Changes in the order of the keys.
 * @param probabilities - Probability of each change; they sum to 1 except for rounding.
 * @returns The row.
 */
export function perturbationRow(changes: Int32Array, probabilities: Float64Array): PerturbationRow {
  let sum = 0
  const cumulative = probabilities.map((p) => (sum += p))
  // Rounding below 1 must not leave keys without a change, nor map them to a change of probability 0.
  for (let i = cumulative.length - 1; i >= 0; i--) {
    cumulative[i] = 1
    if (probabilities[i] > 0) break
  }
  return { changes, probabilities, cumulative }
}

/**
 * Returns the permitted changes of a count.
 *
 * @param count - c.
 * @param perturbation - D and jₛ.
 * @returns The changes, ascending; only 0 for the count 0.
 */
export function allowedChanges(count: number, { most, smallest }: Omit<Perturbation, 'variance'>): Int32Array {
  if (count === 0) return Int32Array.of(0)
  const all = Int32Array.from({ length: 2 * most + 1 }, (_, i) => i - most)
  return all.filter((v) => count + v === 0 || count + v > smallest)
}

/**
 * Returns the change of a count with a cell key: the first change whose cumulative probability exceeds the key. If
 * changes are ascending, a key near 0 lowers a count, and one near 1 raises it.
 *
 * @param rows - The perturbation table.
 * @param count - The count.
 * @param key - The cell key, from 0 to below 1.
 * @returns The change.
 */
export function changeOf(rows: readonly PerturbationRow[], count: number, key: number): number {
  const { changes, cumulative } = rows[Math.min(count, rows.length - 1)]
  let i = 0
  while (cumulative[i] <= key) i++
  return changes[i]
}

/** The first unrestricted count: count − D is 0 or above jₛ. */
function lastRow({ most, smallest }: Perturbation): number {
  return smallest === 0 ? most : most + smallest + 1
}

function checkVariance(supports: readonly Int32Array[], { most, variance, smallest }: Perturbation): void {
  const ranges = supports.map(varianceRange)
  const without = ranges.findIndex((range) => range === undefined)
  const least = Math.max(...ranges.slice(1).map((range) => range?.least ?? 0))
  const greatest = Math.min(...ranges.slice(1).map((range) => range?.greatest ?? 0))
  const fix = 'A larger D or a smaller js allows more variances.'
  if (without >= 0 || least > greatest) {
    const why =
      without >= 0
        ? `a count of ${without} cannot keep its mean without becoming 1 to ${smallest}`
        : `one count needs at least ${least}, another at most ${greatest}`
    throw new SdcError('INFEASIBLE', `with D = ${most} and js = ${smallest} no variance is possible: ${why}`, {}, fix)
  }
  // The same tolerance as in the computation of the distributions: relative to V, at least absolute 1e-12.
  const slack = 1e-12 * Math.max(1, variance)
  if (variance >= least - slack && variance <= greatest + slack) return
  const range = least === greatest ? `it must be ${least}` : `it can be from ${least} to ${greatest}`
  const at = `${limitingCount(ranges, variance)}`
  const message = `with D = ${most} and js = ${smallest} the variance V cannot be ${variance}: ${range} (a count of ${at} bounds it)`
  throw new SdcError('INFEASIBLE', message, { parameter: 'V' }, `Choose V in that range. ${fix}`)
}

/** The first count for which the variance is impossible. */
function limitingCount(ranges: readonly (VarianceRange | undefined)[], variance: number): number {
  return ranges.findIndex((range, c) => c > 0 && range && (variance < range.least || variance > range.greatest))
}
