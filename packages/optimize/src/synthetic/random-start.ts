import { fillByBlocks, type Rng } from '@sdc/core'
import { mean, standardDeviation, type ValueStep } from '@sdc/stats'
import { nearestMultiple } from '@sdc/stats/internal'

/** Source of a random column: the normal distribution of its mean and spread, or its own values with replacement. */
export type RandomStart = 'normal' | 'bootstrap'

/**
 * Draws a column of random values without a relation to any other: X′ of the synthetic form of algorithm 1.
 *
 * normal: x̄ + s·N(0, 1); bootstrap: values of x, each draw one of them. Cost: O(n + n').
 *
 * @param x - The original's column, NaN if missing; at least one value.
 * @param count - n', the number of draws.
 * @param start - The source of the draws.
 * @param step - The step of normal values, which are multiples of it; values of x stay unchanged.
 * @param rng - The node of this column and purpose.
 * @returns n' values.
 */
export function randomColumn(
  x: Float64Array,
  count: number,
  start: RandomStart,
  step: ValueStep | null,
  rng: Rng,
): Float64Array {
  const drawn = new Float64Array(count)
  if (start === 'bootstrap') {
    const values = x.filter((value) => value === value)
    fillByBlocks(rng, drawn, (stream, part) => stream.fillUniform(part))
    return drawn.map((u) => values[Math.floor(u * values.length)])
  }
  const [centre, spread] = [mean(x), standardDeviation(x)]
  const sd = spread > 0 ? spread : 0
  fillByBlocks(rng, drawn, (stream, part) => stream.fillNormal(part))
  return drawn.map((normal) => {
    const value = centre + sd * normal
    return step ? nearestMultiple(value, step) : value
  })
}
