import { mean, pow, standardDeviation } from '@sdc/stats'
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
 * Returns P(at least `outside` of `count` independent draws lie outside), each with probability {@link outsideChance}.
 *
 * @param outside - number of draws outside
 * @param count - number of draws
 * @returns probability; 1 if none lies outside
 */
export function chanceOfOutside(outside: number, count: number): number {
  // Each probability of 0, 1, … follows from the one before.
  let term = pow(1 - outsideChance, count)
  let below = 0
  for (let k = 0; k < outside; k++) {
    below += term
    term *= ((count - k) / (k + 1)) * (outsideChance / (1 - outsideChance))
  }
  return Math.max(0, 1 - below)
}
