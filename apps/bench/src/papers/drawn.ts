import { mean, standardDeviation } from '@sdc/stats'
import type { Check } from './verdict.js'

/** How many standard deviations of one draw a printed value may lie from the mean of ours. */
const deviations = 5

/**
 * A printed value that was drawn once, against the same drawn in several runs: ours is the mean, and the printed one is
 * to lie within four standard deviations of a run (and half a unit of its last decimal) from it. A value that is random
 * by nature cannot be equal; a normal one lies outside less than once in a million times.
 */
export function drawnCheck(
  values: readonly number[],
  printed: number,
  { decimals = 0, shown = decimals }: { readonly decimals?: number; readonly shown?: number } = {},
): Check {
  const runs = Float64Array.from(values)
  return {
    ours: mean(runs),
    printed,
    decimals,
    shown,
    tolerance: {
      random: true,
      by: deviations * standardDeviation(runs) + 0.5 * 10 ** -decimals,
      why: `the printed value is one random draw, ours the mean of ${runs.length}: ${deviations} standard deviations of a draw.`,
    },
  }
}
