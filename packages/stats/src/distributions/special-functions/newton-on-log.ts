import { exp } from '../../mathematics/index.js'

const ITERATIONS = 100
/** Newton's steps on the logarithm of a shape end here: the last one squares the remaining error. */
const STEP = 1e-10

/**
 * Finds the root of a monotone function of ln x by Newton's method. A step changes x by a factor of at most e.
 *
 * @param start - Starting value, above 0.
 * @param step - Value of the function divided by its slope in ln x, at x.
 * @returns The root x, to about 1e-20 of ln x if the function is smooth.
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
