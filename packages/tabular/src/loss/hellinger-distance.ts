import { sum } from '@sdc/stats'

/**
 * Returns the Hellinger distance √(½ Σ (√p − √q)²) of two distributions given by weights: p = x/Σx, q = y/Σy. It is 0
 * for equal distributions and 1 for two that share no cell.
 *
 * @param x - Weights, 0 or more.
 * @param y - Weights, as many as x.
 * @returns The distance; undefined if either sum is 0.
 */
export function hellingerDistance(x: Float64Array, y: Float64Array): number | undefined {
  const [wholeX, wholeY] = [sum(x), sum(y)]
  if (!(wholeX > 0 && wholeY > 0)) return undefined
  const squares = x.map((one, i) => {
    const difference = Math.sqrt(one / wholeX) - Math.sqrt(y[i] / wholeY)
    return difference * difference
  })
  return Math.min(1, Math.sqrt(sum(squares) / 2))
}
