import { log } from '../../mathematics/index.js'

/** Probability as a function of u, and its derivative, whose sign shows the direction of growth. */
export interface Tail {
  readonly probability: number
  readonly slope: number
}

/**
 * Finds the u at which the probability is `target`, by Newton's method on its logarithm from `start`.
 *
 * The logarithm of a gamma or t variable has a log-concave density, hence log-concave tails. From the second step on,
 * the steps then move towards the solution and never across it.
 */
export function whereTailIs(target: number, start: number, tail: (u: number) => Tail): number {
  let u = start
  for (let i = 0; i < 1000; i++) {
    const { probability, slope } = tail(u)
    const step = (log(target / probability) * probability) / slope
    if (!Number.isFinite(step)) return u
    // A falling tail is flat at first, and the first step may go far beyond its end.
    u += slope < 0 ? Math.min(1, step) : step
    // The next step would be about the square of this one, times the shape.
    if (Math.abs(step) < 1e-11) return u
  }
  return u
}
