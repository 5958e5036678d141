import { pow } from '@sdc/stats'

/** Form of the score of a minimal set of keys. */
type SudaForm = 'paths' | 'factorial'

/**
 * Returns the score of a minimal unique set by its size, for d quasi-identifiers and sets of up to M.
 *
 * `paths`: Π (d − i), i = k … min(M, d − 1), 1 for an empty product: the ways to add quasi-identifiers to a set of k
 * one by one up to M, which all stay unique. `factorial`: (d − k)!, the ways up to all d, for any M. They are equal at
 * M ≥ d − 1.
 *
 * @param d - Number of quasi-identifiers.
 * @param most - M, the maximum size of a set.
 * @param form - One of the two.
 * @returns Scores, that of size k at k; 0 at 0. Source: Elliot, Manning & Ford 2002; Manning, Haglin & Keane 2008.
 */
export function setScores(d: number, most: number, form: SudaForm): Float64Array {
  const last = form === 'factorial' ? d - 1 : Math.min(most, d - 1)
  return Float64Array.from({ length: Math.min(most, d) + 1 }, (_, k) => {
    if (k === 0) return 0
    let product = 1
    for (let i = k; i <= last; i++) product *= d - i
    return product
  })
}

/** Facts that turn scores into probabilities. */
interface DisInput {
  /** Records that match exactly one other: twice the pairs. */
  readonly paired: number
  /** Records that match no other. */
  readonly uniques: number
  /** Share of the population in the sample. */
  readonly fraction: number
  /** Number of keys. */
  readonly keys: number
}

/**
 * Computes DIS, the probability that a match with a unique record of the sample is right: D = πU/(πU + (1 − π)P), U
 * records unique in the sample and P records in pairs; 1 if P = 0.
 *
 * @param input - U, P and π.
 * @returns D, from 0 to 1; NaN if no record is unique. Source: Elliot 2000; Skinner & Elliot 2002.
 */
export function fileDis({ uniques, paired, fraction }: Omit<DisInput, 'keys'>): number {
  if (uniques === 0) return Number.NaN
  return (fraction * uniques) / (fraction * uniques + (1 - fraction) * paired)
}

/**
 * Number of quasi-identifiers from which the exponent Q of DIS-SUDA is not above 0, so a higher score would lower the
 * risk.
 */
export const DIS_KEYS = 28

/**
 * Computes DIS-SUDA: the probability of the file distributed over its unique records by their scores.
 *
 * dis = 1/(1 + (U/D − U)/(s^Q·A)), Q = 1 + (8 − d)/20, A = Σ_(s > 0) s^−Q; 0 for s = 0. U/D − U is P(1 − π)/π. The mean
 * of (1 − dis)/dis over the U records is exactly (1 − D)/D if all of them have a score; the mean of dis is not D.
 *
 * @param scores - s of every record.
 * @param input - P, π and d; d is below {@link DIS_KEYS}.
 * @returns dis of every record, from 0 to 1. Source: Elliot & Manning 2003.
 */
export function disScores(scores: Float64Array, { paired, fraction, keys }: Omit<DisInput, 'uniques'>): Float64Array {
  const exponent = 1 + (8 - keys) / 20
  // There are few different scores, and looking up a power is faster than computing it.
  const powers = new Map<number, number>()
  const power = (score: number): number => {
    let known = powers.get(score)
    if (known === undefined) powers.set(score, (known = pow(score, exponent)))
    return known
  }
  let total = 0
  for (const score of scores) if (score > 0) total += 1 / power(score)
  const spread = (paired * (1 - fraction)) / fraction / total
  return scores.map((score) => (score > 0 ? 1 / (1 + spread / power(score)) : 0))
}
