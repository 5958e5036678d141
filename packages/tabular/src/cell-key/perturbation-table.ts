import { SdcError } from '@sdc/core'
import { maximumEntropy, varianceRange, type VarianceRange } from './maximum-entropy.js'

/** How counts are perturbed. */
export interface Perturbation {
  /** D: the greatest change. */
  readonly most: number
  /** V: the variance of the change, of every count above 0. */
  readonly variance: number
  /** jₛ: counts from 1 to this are never shown. */
  readonly smallest: number
}

/** The law of the change of one count. */
export interface PerturbationRow {
  /** The changes that are allowed, in the order in which the key goes through them; ascending where they are computed. */
  readonly changes: Int32Array
  readonly probabilities: Float64Array
  /** Sums of the probabilities up to each change; the last is 1. */
  readonly cumulative: Float64Array
}

/**
 * The law of the change v of every count c: the distribution of greatest entropy on {−D, …, D} with E v = 0, Var v = V,
 * c + v ≥ 0 and c + v ∉ {1, …, jₛ}. The count 0 is not changed. The first count that may change by every v from −D to D is
 * D where jₛ is 0, else D + jₛ + 1; from there on all counts have one law.
 *
 * @param perturbation - D, V and jₛ.
 * @returns A row for each count from 0 to that one, whose row is for all above, too.
 * @throws INFEASIBLE where some count has no such law; it names the range of V that all have
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
 * The law of some changes with these probabilities.
 *
 * @param changes - The changes, in the order of the keys.
 * @param probabilities - Theirs, which sum to 1 but for rounding.
 * @returns The row.
 */
export function perturbationRow(changes: Int32Array, probabilities: Float64Array): PerturbationRow {
  let sum = 0
  const cumulative = probabilities.map((p) => (sum += p))
  // What rounding lacks of 1 must not let a key fall off the end, nor onto a change of probability 0.
  for (let i = cumulative.length - 1; i >= 0; i--) {
    cumulative[i] = 1
    if (probabilities[i] > 0) break
  }
  return { changes, probabilities, cumulative }
}

/**
 * The changes that a count may have.
 *
 * @param count - c.
 * @param perturbation - D and jₛ.
 * @returns They, ascending; 0 alone for the count 0.
 */
export function allowedChanges(count: number, { most, smallest }: Omit<Perturbation, 'variance'>): Int32Array {
  if (count === 0) return Int32Array.of(0)
  const all = Int32Array.from({ length: 2 * most + 1 }, (_, i) => i - most)
  return all.filter((v) => count + v === 0 || count + v > smallest)
}

/**
 * The change of a count with this cell key: the first whose cumulative probability is above the key. Where changes are in
 * ascending order, a key next to 0 lowers a count, and one next to 1 raises it.
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

/** The first count that nothing bounds: it less D is 0 or above jₛ, and so is all between. */
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
  // The same slack as where the distributions are computed: relative to V, and to 1 below it.
  const slack = 1e-12 * Math.max(1, variance)
  if (variance >= least - slack && variance <= greatest + slack) return
  const range = least === greatest ? `it must be ${least}` : `it can be from ${least} to ${greatest}`
  const at = `${limitingCount(ranges, variance)}`
  const message = `with D = ${most} and js = ${smallest} the variance V cannot be ${variance}: ${range} (a count of ${at} bounds it)`
  throw new SdcError('INFEASIBLE', message, { parameter: 'V' }, `Choose V in that range. ${fix}`)
}

/** The first count that cannot have the variance. */
function limitingCount(ranges: readonly (VarianceRange | undefined)[], variance: number): number {
  return ranges.findIndex((range, c) => c > 0 && range && (variance < range.least || variance > range.greatest))
}
