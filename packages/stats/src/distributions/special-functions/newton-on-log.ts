import { exp } from '../../mathematics/index.js'

const ITERATIONS = 100
/** Newton's steps on the logarithm of a shape end here: the last one has squared what was left. */
const STEP = 1e-10

/**
 * The root of a monotone function of ln x by Newton's method. A step changes x by a factor of e at most.
 *
 * @param start - Starting value, above 0.
 * @param step - The function's value over its slope in ln x, at x.
 * @returns The x, to about 1e-20 of ln x where the function is smooth.
 */
export function newtonOnLog(start: number, step: (x: number) => number): number {
  let x = start
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const by = step(x)
    x *= exp(-Math.max(-1, Math.min(1, by)))
    if (Math.abs(by) < STEP) break
  }
  return x
}
