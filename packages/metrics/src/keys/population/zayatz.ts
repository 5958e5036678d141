import { exp, log } from '@sdc/stats'
import { logGammaRise } from '@sdc/stats/internal'
import { classesOfSize, overSizes, type ClassSizes } from './class-sizes.js'

/**
 * Returns the uniques of the population by Zayatz's estimate: f_1·P/p. P is the probability that a class with one
 * record in the sample has one in the population, if classes of the population were as large as those of the sample.
 *
 * P = f_1·h(1)/Σ_i f_i·h(i); h(i) = i·C(N − i, n − 1)/C(N, n) is the hypergeometric probability that a simple random
 * sample of n of N records has one of a class of i.
 *
 * @param sample - The classes of the sample.
 * @param N - Size of the population, n or more.
 * @returns The number; 0 if no class of the sample has one record. Cost: O(different sizes). Source: Zayatz 1991.
 */
export function zayatzUniques(sample: ClassSizes, N: number): number {
  const uniques = classesOfSize(sample, 1)
  if (uniques === 0) return 0
  const chance = (i: number): number => oneOfClass(i, N, sample.n)
  return (uniques * uniques * chance(1)) / overSizes(sample, chance) / (sample.n / N)
}

/** Returns h(i) = i·n/N·Π_(j < i − 1) (N − n − j)/(N − 1 − j). */
function oneOfClass(i: number, N: number, n: number): number {
  const k = i - 1
  // All records of a class except one must be outside of the sample.
  if (N - n - k + 1 <= 0) return 0
  return exp(log((i * n) / N) + logGammaRise(N - n - k + 1, k) - logGammaRise(N - k, k))
}
