import { mean, standardDeviation } from '@sdc/stats'
import { studentQuantile } from '@sdc/stats/distributions'
import type { Check, Tolerance } from './verdict.js'

/** Share of printed values outside their intervals if they are drawn as ours are. */
export const outsideChance = 0.05
/** Probability of a difference that chance does not explain. */
const neverChance = 1e-5

/** Half-widths of the intervals of a draw with a standard error; `degrees` is ∞ if it is known, not estimated. */
export function drawnTolerance(
  error: number,
  why: string,
  { degrees = Number.POSITIVE_INFINITY, rounding = 0 }: { readonly degrees?: number; readonly rounding?: number } = {},
): Tolerance {
  const within = (chance: number): number => studentQuantile(1 - chance / 2, degrees) * error + rounding
  return {
    random: true,
    by: within(outsideChance),
    most: within(neverChance),
    error: { value: error, degrees },
    why,
  }
}

/**
 * Compares a printed value that was drawn once with the same value drawn in R runs.
 *
 * Ours is the mean of the runs. The printed value lies within t·s·√(1 + 1/R) of it with probability 95 %, plus half a
 * unit of its last decimal. s is the standard deviation of a run, t the quantile of Student's distribution with R − 1
 * degrees of freedom.
 */
export function drawnCheck(
  values: readonly number[],
  printed: number,
  {
    decimals = 0,
    shown = decimals,
    rounding = 0.5 * 10 ** -decimals,
  }: { readonly decimals?: number; readonly shown?: number; readonly rounding?: number } = {},
): Check {
  const runs = Float64Array.from(values)
  const error = standardDeviation(runs) * Math.sqrt(1 + 1 / runs.length)
  const why = `the printed value is one random draw, ours the mean of ${runs.length}; 95 % of draws are this near.`
  return {
    ours: mean(runs),
    printed,
    decimals,
    shown,
    tolerance: drawnTolerance(error, why, { degrees: runs.length - 1, rounding }),
  }
}

/**
 * Returns P(at least `outside` of several independent events happen).
 *
 * @param outside - number of events
 * @param chances - probability of each event: {@link outsideChance} for a single draw; for several values of the same
 *   draws, the sum of theirs, which is an upper bound of one of them being outside
 * @returns probability; 1 if `outside` is 0
 */
export function chanceOfOutside(outside: number, chances: readonly number[]): number {
  // Probabilities of 0, 1, … events, one event after the other.
  const exactly = [1, ...Array.from({ length: chances.length }, () => 0)]
  chances.forEach((chance, done) => {
    for (let k = done + 1; k >= 0; k--) exactly[k] = exactly[k] * (1 - chance) + (k > 0 ? exactly[k - 1] * chance : 0)
  })
  return Math.max(0, 1 - exactly.slice(0, outside).reduce((sum, chance) => sum + chance, 0))
}
