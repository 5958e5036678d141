import type { Rng } from '@sdc/core'
import { sum } from '@sdc/stats'

/** Number of random labellings of the people, in addition to the real one. */
const LABELLINGS = 999
/** Probability that the test rejects a true hypothesis. */
const LEVEL = 0.05

/** Released records that are nearest to each of P people, by subsets of the released records. */
export interface NearestCounts {
  /**
   * Number of released records nearest to each person, by subset; several equally near people share a released record.
   */
  readonly counts: readonly Float64Array[]
  /** Number of people of the original: the first ones. */
  readonly inside: number
  /** Number of released records. */
  readonly released: number
}

/** Excess of one subset. */
export interface Excess {
  /** Share of the released records that are nearer to the original beyond chance, from −1 to 1. */
  readonly value: number
  /** Its standard deviation over random labellings. */
  readonly spread: number
  /** Its standard error as an estimate. */
  readonly standardError: number
}

/** Result of the test. */
export interface ExcessTest {
  readonly excesses: readonly Excess[]
  /** Subset with the greatest excess in spreads. */
  readonly greatest: number
  /** Probability of an excess as great in any subset, if the original is a random part of the people. */
  readonly p: number
  /** Excess of the greatest subset from which p is at most 0.05. */
  readonly critical: number
  /** Half width of 95 % intervals that hold for all subsets at once, in standard errors. */
  readonly width: number
}

/**
 * Tests if released records are nearer to the people of the original than to those of a control.
 *
 * A is the number of released records nearest to people of the original, B of the control, of n released ones in all.
 * With p people inside of P, excess = (A − p/(P − p) · B)/n: of r copies and n − r records independent of both files it
 * is r/n on average, for any sizes of the files. If the original is a random part of the people, all choices of p of
 * them are equally likely, even if the released records depend on each other. The test compares the greatest excess of
 * the subsets, in standard deviations, with that of 999 random choices.
 *
 * @param counts - The people, with the released records nearest to them.
 * @param rng - Draws the choices.
 * @param tick - Receives the progress, from 0 to 1.
 * @returns The excesses with the test; it rejects for 5 % of such files at most. Cost: O(999 · people with a released
 *   record). Source: Westfall & Young 1993 for the greatest of several statistics under permutation.
 */
export function excessTest(
  { counts, inside, released }: NearestCounts,
  rng: Rng,
  tick: (fraction: number) => void,
): ExcessTest {
  const people = counts[0].length
  const odds = inside / (people - inside)
  const excesses = counts.map((of) => excessOf(of, inside, released))
  const scores = excesses.map(({ value, spread }) => (spread > 0 ? value / spread : 0))
  const greatest = scores.reduce((best, score, s) => (score > scores[best] ? s : best), 0)
  const counted = Int32Array.from(counts[0].keys()).filter((person) => counts.some((of) => of[person] > 0))
  const totals = counts.map((of) => sum(of))
  const [above, either] = [new Float64Array(LABELLINGS), new Float64Array(LABELLINGS)]
  const own = new Float64Array(counts.length)
  for (let labelling = 0; labelling < LABELLINGS; labelling++) {
    if (labelling % 50 === 0) tick(labelling / LABELLINGS)
    own.fill(0)
    let left = inside
    for (let k = 0; k < counted.length; k++) {
      if (rng.uniform() * (people - k) >= left) continue
      left--
      for (let s = 0; s < own.length; s++) own[s] += counts[s][counted[k]]
    }
    excesses.forEach(({ spread }, s) => {
      if (spread === 0) return
      const score = (own[s] - odds * (totals[s] - own[s])) / released / spread
      above[labelling] = Math.max(above[labelling], score)
      either[labelling] = Math.max(either[labelling], Math.abs(score))
    })
  }
  // Sums in another order differ in the last digits.
  const reached = scores[greatest] * (1 - 1e-9)
  const p = (1 + above.filter((score) => score >= reached).length) / (LABELLINGS + 1)
  const critical = excesses[greatest].spread * atLevel(above)
  return {
    excesses,
    greatest,
    p,
    critical: p <= LEVEL ? critical : Math.max(critical, excesses[greatest].value),
    width: atLevel(either),
  }
}

/** Returns the value that at most 5 % of the choices, including the real one, reach. */
function atLevel(scores: Float64Array): number {
  return scores.sort()[LABELLINGS - Math.floor(LEVEL * (LABELLINGS + 1))]
}

/**
 * Returns the excess of a subset. The spread is exact: the sum of a random choice without replacement. The standard
 * error treats the people of both files as independent, like a jackknife.
 */
function excessOf(counts: Float64Array, inside: number, released: number): Excess {
  const people = counts.length
  const odds = inside / (people - inside)
  const [original, control] = [counts.subarray(0, inside), counts.subarray(inside)]
  const variance = (inside * (people - inside) * varianceOf(counts)) / people
  return {
    value: (sum(original) - odds * sum(control)) / released,
    spread: ((1 + odds) * Math.sqrt(variance)) / released,
    standardError:
      Math.sqrt(original.length * varianceOf(original) + odds * odds * control.length * varianceOf(control)) / released,
  }
}

/** Sample variance, divisor n − 1; 0 for equal values. */
function varianceOf(values: Float64Array): number {
  const centre = sum(values) / values.length
  let squares = 0
  for (const value of values) squares += (value - centre) * (value - centre)
  const variance = squares / Math.max(1, values.length - 1)
  return variance > 1e-18 * centre * centre ? variance : 0
}
