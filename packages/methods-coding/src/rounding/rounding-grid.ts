import { fillByBlocks, type Rng } from '@sdc/core'
import { countUpTo } from '@sdc/stats'
import { decimalMidpoint } from '@sdc/stats/internal'

/** Rounding points: those of a list, or all multiples of a base (`multiplesOf` is one). */
export interface RoundingGrid {
  /** The point nearest to a value, the upper one of two that are equally near. */
  nearest(value: number): number
  /** The last point that is not above a value; the first of all if there is none. */
  below(value: number): number
  /** The first point that is not below a value; the last of all if there is none. */
  above(value: number): number
}

/**
 * The points of a list in any order; at least one, finite and distinct. −0 is taken as 0.
 *
 * The set of attraction of p_i is [(p_(i−1) + p_i)/2, (p_i + p_(i+1))/2), the middles taken as decimals; that of the first
 * point has no lower end and that of the last no upper one.
 */
export function pointGrid(list: readonly number[]): RoundingGrid {
  const points = Float64Array.from(list, (point) => point + 0).sort()
  const middles = Float64Array.from(points.subarray(1), (point, i) => {
    const middle = decimalMidpoint(points[i], point)
    // There is no number between two neighbouring doubles.
    return middle > points[i] ? middle : point
  })
  const at = (i: number): number => points[Math.max(0, Math.min(points.length - 1, i))]
  return {
    nearest: (value) => points[countUpTo(middles, value)],
    below: (value) => at(countUpTo(points, value) - 1),
    above: (value) => {
      const upTo = countUpTo(points, value)
      return at(points[upTo - 1] === value ? upTo - 1 : upTo)
    },
  }
}

/**
 * Moves every value to its nearest point.
 *
 * Keeps: order, x ≤ x' ⇒ y ≤ y'; rounding a second time changes nothing. Cost: O(n), O(n log r) with a list of r
 * points. Source: Torra 2013, rounding.
 *
 * @param values - x, of n records; NaN stays.
 * @param grid - The points, in the unit of the values.
 * @returns y, n values.
 */
export function roundToGrid(values: Float64Array, grid: RoundingGrid): Float64Array {
  return values.map((value) => (Number.isNaN(value) ? value : grid.nearest(value)))
}

/**
 * Moves every value to one of the neighbouring points p ≤ x ≤ q, to q with probability (x − p)/(q − p).
 *
 * Keeps: E y = x for every value from the first to the last point; values outside move to the first or the last. A
 * value that is a point stays. Every record has a number of its block's stream, even if it needs none, so that no value
 * changes the result of another. Cost: as `roundToGrid`.
 *
 * @param values - x, of n records; NaN stays.
 * @param grid - The points, in the unit of the values.
 * @param rng - Node of one column and one purpose.
 * @returns y, n values.
 */
export function roundAtRandom(values: Float64Array, grid: RoundingGrid, rng: Rng): Float64Array {
  const draws = fillByBlocks(rng, new Float64Array(values.length), (stream, part) => stream.fillUniform(part))
  return roundByDraws(values, grid, draws)
}

/**
 * The same with given numbers: y = q if u < (x − p)/(q − p), p otherwise.
 *
 * @param values - x, of n records; NaN stays.
 * @param grid - The points, in the unit of the values.
 * @param draws - u, n numbers in [0, 1).
 * @returns y, n values.
 */
export function roundByDraws(values: Float64Array, grid: RoundingGrid, draws: Float64Array): Float64Array {
  return values.map((value, i) => {
    if (Number.isNaN(value)) return value
    const low = grid.below(value)
    const high = grid.above(value)
    return draws[i] < shareOfWay(value, low, high) ? high : low
  })
}

/** (x − p)/(q − p), also if q − p is wider than the largest double; unused if p = q. */
function shareOfWay(value: number, low: number, high: number): number {
  const width = high - low
  return width < Infinity ? (value - low) / width : (value / 2 - low / 2) / (high / 2 - low / 2)
}
