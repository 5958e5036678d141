import { mean, pow, standardDeviation } from '@sdc/stats'
import { studentQuantile } from '@sdc/stats/distributions'
import type { Check, Tolerance } from './verdict.js'

/** One printed value in twenty lies outside of its interval where it is drawn as ours are. */
export const outsideChance = 0.05
/** None is to be as far out as one in 100,000 is. */
const neverChance = 1e-5

/** Half-widths of the intervals of a draw with a standard error; `degrees`: ∞ where it is known, not estimated. */
export function drawnTolerance(
  error: number,
  why: string,
  { degrees = Number.POSITIVE_INFINITY, rounding = 0 }: { readonly degrees?: number; readonly rounding?: number } = {},
): Tolerance {
  const within = (chance: number): number => studentQuantile(1 - chance / 2, degrees) * error + rounding
  return { random: true, by: within(outsideChance), most: within(neverChance), why }
}

/**
 * A printed value that was drawn once, against the same drawn in several runs: ours is the mean of R, and the printed one
 * is to lie within t·s·√(1 + 1/R) of it (and half a unit of its last decimal), s being the standard deviation of a run and
 * t the quantile of Student's distribution with R − 1 degrees of freedom: one in twenty of normal values lies outside.
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
  const why = `the printed value is one random draw, ours the mean of ${runs.length}: where 95 % of draws are.`
  return {
    ours: mean(runs),
    printed,
    decimals,
    shown,
    tolerance: drawnTolerance(error, why, { degrees: runs.length - 1, rounding }),
  }
}

/**
 * P(at least `outside` of `count` draws lie outside), each with the chance {@link outsideChance} and apart from the others.
 *
 * @returns 1 where none does
 */
export function chanceOfOutside(outside: number, count: number): number {
  // The probabilities of 0, 1, … in turn: Π from the one before.
  let term = pow(1 - outsideChance, count)
  let below = 0
  for (let k = 0; k < outside; k++) {
    below += term
    term *= ((count - k) / (k + 1)) * (outsideChance / (1 - outsideChance))
  }
  return Math.max(0, 1 - below)
}
