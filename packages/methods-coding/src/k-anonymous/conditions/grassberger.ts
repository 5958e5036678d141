import { log } from '@sdc/stats'
import type { Tests } from '../classes/class-test.js'

const EULER = 0.5772156649015329
/** Above this the series is exact up to rounding. */
const SUMMED = 100
const terms = new Float64Array(SUMMED + 1)
terms[1] = -EULER - log(2)
terms[2] = 2 - EULER - log(2)
for (let n = 3; n <= SUMMED; n++) terms[n] = n % 2 === 1 ? terms[n - 1] : terms[n - 2] + 2 / (n - 1)

/**
 * G(1) = −γ − ln 2, G(2) = 2 − γ − ln 2, G(2k + 2) = G(2k) + 2/(2k + 1); G of an odd number is G of the even number
 * before it.
 */
function termOf(n: number): number {
  if (n <= SUMMED) return terms[n]
  const even = n - (n % 2)
  const square = 4 / (even * even)
  return log(even) + square * (1 / 24 - square * (7 / 960 - (square * 31) / 8064))
}

/**
 * Entropy diversity by Grassberger's estimate of the entropy of the population that the class is a sample of: G(n) −
 * (1/n)Σ c·G(c) ≥ ln ℓ, and at least ⌊ℓ⌋ values.
 *
 * @param l - The diversity.
 * @returns The test.
 */
export function grassbergerDiversity(l: number): Tests {
  const least = log(l) - 1e-12
  const values = Math.floor(l)
  return {
    holds: ({ counts }, from, to, total) => {
      if (to - from < values) return false
      let sum = 0
      for (let e = from; e < to; e++) sum += counts[e] * termOf(counts[e])
      return termOf(total) - sum / total >= least
    },
    // Merging does not keep it: parts are only known to have no more values.
    keeps: (_, from, to, total) => (to - from >= values ? total : 0),
  }
}
