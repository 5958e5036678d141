import { log2 } from '@sdc/stats'

/** Probability of agreement in each column, for pairs that belong together, m, and for others, u. */
export interface AgreementChances {
  readonly m: Float64Array
  readonly u: Float64Array
}

/** Result of the EM algorithm. */
export interface EmResult extends AgreementChances {
  readonly iterations: number
  /** True if it converged within its iterations. */
  readonly settled: boolean
}

/** Smallest distance of a probability from 0 and 1: a weight is then between −20 and 20 bits. */
const LEAST_CHANCE = 1e-6
const STEP = 1e-8
const MOST_ITERATIONS = 10_000

/** Returns a probability kept away from 0 and 1. */
export function clampedChance(share: number): number {
  return Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, share))
}

/**
 * Estimates m and u of a mixture of two kinds of pairs, with independent columns within a kind, by the EM algorithm.
 *
 * E: g(γ) = p·Πm^γ(1−m)^(1−γ) / (p·Πm^γ(1−m)^(1−γ) + (1−p)·Πu^γ(1−u)^(1−γ)). M: m_j = Σcgγ_j/Σcg, u_j likewise by 1 −
 * g. From m = .9, u = .1 until nothing moves by 1e-8. p is fixed: left free it fits the correlation of the columns
 * instead of the links. With fewer than three columns the counts do not determine the parameters. Cost: O(2^t·t) an
 * iteration. Source: Jaro 1989.
 *
 * @param counts - Pairs by pattern, 2^t of them, t ≥ 3.
 * @param p - Share of pairs that belong together.
 * @returns The probabilities, and the number of iterations.
 * @throws RangeError for fewer than three columns.
 */
export function expectationMaximisation(counts: Float64Array, p: number): EmResult {
  const t = 31 - Math.clz32(counts.length)
  if (t < 3) throw new RangeError(`EM needs three columns, got ${t}`)
  let m = new Float64Array(t).fill(0.9)
  let u = new Float64Array(t).fill(0.1)
  for (let iterations = 1; iterations <= MOST_ITERATIONS; iterations++) {
    const linked = new Float64Array(t)
    const other = new Float64Array(t)
    let [links, others] = [0, 0]
    for (let pattern = 0; pattern < counts.length; pattern++) {
      if (counts[pattern] === 0) continue
      const own = p * patternChance(pattern, m)
      const g = (counts[pattern] * own) / (own + (1 - p) * patternChance(pattern, u))
      links += g
      others += counts[pattern] - g
      for (let j = 0; j < t; j++) {
        if (!(pattern & (1 << j))) continue
        linked[j] += g
        other[j] += counts[pattern] - g
      }
    }
    const [nextM, nextU] = [
      linked.map((sum) => clampedChance(sum / links)),
      other.map((sum) => clampedChance(sum / others)),
    ]
    let moved = 0
    for (let j = 0; j < t; j++) moved = Math.max(moved, Math.abs(nextM[j] - m[j]), Math.abs(nextU[j] - u[j]))
    m = nextM
    u = nextU
    if (moved < STEP) return { m, u, iterations, settled: true }
  }
  return { m, u, iterations: MOST_ITERATIONS, settled: false }
}

/** Returns Πc^γ(1−c)^(1−γ): probability of a pattern for independent columns. */
export function patternChance(pattern: number, chances: Float64Array): number {
  let product = 1
  for (let j = 0; j < chances.length; j++) product *= pattern & (1 << j) ? chances[j] : 1 - chances[j]
  return product
}

/**
 * Returns log₂(m/u) or log₂((1−m)/(1−u)), summed over the columns: weight of each of the 2^t patterns of the first t
 * columns.
 */
export function patternWeights({ m, u }: AgreementChances, t: number): Float64Array {
  const agree = Float64Array.from({ length: t }, (_, j) => log2(m[j] / u[j]))
  const differ = Float64Array.from({ length: t }, (_, j) => log2((1 - m[j]) / (1 - u[j])))
  return Float64Array.from({ length: 1 << t }, (_, pattern) => {
    let weight = 0
    for (let j = 0; j < t; j++) weight += pattern & (1 << j) ? agree[j] : differ[j]
    return weight
  })
}

/** Intruder's decision on a pair, by its pattern. */
export type Decision = 'link' | 'clerical' | 'non-link'

/**
 * Decides on every pattern, with limits on the probabilities of a false link and of a false non-link.
 *
 * By falling weight, patterns are links while the probabilities of non-links to have one of them sum to at most
 * `falseLink`. From the other end they are non-links while those of links sum to at most `falseNonLink`. The rest goes
 * to a clerk. A pattern that meets both conditions is a link. Source: Fellegi & Sunter 1969.
 *
 * @param chances - Probabilities of agreement.
 * @param falseLink - Largest probability of a false link.
 * @param falseNonLink - Largest probability of a false non-link.
 * @returns The decision on each pattern.
 */
export function decisions(chances: AgreementChances, falseLink: number, falseNonLink: number): Decision[] {
  const weights = patternWeights(chances, chances.m.length)
  const order = [...weights.keys()].sort((a, b) => weights[b] - weights[a] || b - a)
  const decided: Decision[] = order.map(() => 'clerical')
  let falsely = 0
  for (const pattern of order) {
    falsely += patternChance(pattern, chances.u)
    if (falsely > falseLink) break
    decided[pattern] = 'link'
  }
  let missed = 0
  for (const pattern of [...order].reverse()) {
    missed += patternChance(pattern, chances.m)
    if (missed > falseNonLink || decided[pattern] === 'link') break
    decided[pattern] = 'non-link'
  }
  return decided
}
