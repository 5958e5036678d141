import { hypot } from '@sdc/stats'

/** Corner of the region of weights: the weights of the first two vectors; the third has the rest. */
type Corner = readonly [number, number]

/** Maximum number of pairs of whole numbers to try. */
const MOST_TRIED = 1e8
/** Minimum of every weight, as the service draws them. */
const LEAST = 1 / 12
/**
 * Distance from a whole number within which a value counts as one: vectors are recovered to some millionths of a unit.
 */
const NEAR_WHOLE = 0.02
/** Sine below which the directions of two records give nearly the same equation for the weights. */
const LEAST_SINE = 0.03
/** Maximum number of records to pair. */
const PAIRED = 400

/**
 * Finds the weights of three vectors of a camouflaged column of whole numbers, for an intruder who knows no value.
 *
 * One vector P^t lies outside the protection intervals, and the other two are their ends: min(P^p_i, P^q_i) ≤ a_i ≤
 * max(P^p_i, P^q_i) for every record. This leaves a small polygon of weights. Two records have few whole values in it;
 * each pair of these gives weights, and the weights that make all other values whole are the answer.
 *
 * @param vectors - Three vectors of n entries.
 * @returns The weights, in the order of the vectors; null if none or several fit, or too many must be tried.
 *
 * Cost: O(n + pairs of whole numbers · records examined, usually one).
 */
export function wholeWeights(vectors: readonly Float64Array[]): Float64Array | null {
  if (vectors.length !== 3) return null
  const found = [0, 1, 2].flatMap((outer) => {
    const [p, q] = [0, 1, 2].filter((j) => j !== outer)
    return wholeMixtures(vectors[p], vectors[q], vectors[outer]).map(([a, b]) => {
      const weights = new Float64Array(3)
      weights[p] = a
      weights[q] = b
      weights[outer] = 1 - a - b
      return weights
    })
  })
  return found.length === 1 ? found[0] : null
}

/** Returns the weights of p and q, with t outside, for which all values are whole: at most two. */
function wholeMixtures(p: Float64Array, q: Float64Array, t: Float64Array): Corner[] {
  const valueAt = ([a, b]: Corner, i: number): number => t[i] + a * (p[i] - t[i]) + b * (q[i] - t[i])
  let corners: Corner[] = [[LEAST, LEAST], [1 - 2 * LEAST, LEAST], [LEAST, 1 - 2 * LEAST]] // oxfmt-ignore
  for (let i = 0; i < p.length; i++) {
    const [low, high] = [Math.min(p[i], q[i]), Math.max(p[i], q[i])]
    const slack = 1e-5 + 1e-9 * Math.max(Math.abs(low), Math.abs(high))
    corners = cut(corners, (at) => high + slack - valueAt(at, i))
    corners = cut(corners, (at) => valueAt(at, i) - low + slack)
  }
  if (corners.length === 0) return []
  const ranges = Array.from(p, (_, i) => {
    const values = corners.map((at) => valueAt(at, i))
    return [Math.ceil(Math.min(...values) - NEAR_WHOLE), Math.floor(Math.max(...values) + NEAR_WHOLE)] as const
  })
  const countOf = (i: number): number => Math.max(0, ranges[i][1] - ranges[i][0] + 1)
  if (ranges.some((_, i) => countOf(i) === 0)) return []
  const order = ranges.map((_, i) => i).sort((a, b) => countOf(a) - countOf(b))
  const pair = bestPair(order, p, q, t, countOf)
  if (!pair) return []
  const [i, j] = pair
  const [byP, byQ] = [p, q].map((end) => end.map((value, r) => value - t[r]))
  const determinant = byP[i] * byQ[j] - byQ[i] * byP[j]
  const found: Corner[] = []
  for (let x = ranges[i][0]; x <= ranges[i][1]; x++)
    for (let y = ranges[j][0]; y <= ranges[j][1]; y++) {
      const [u, v] = [x - t[i], y - t[j]]
      const a = (u * byQ[j] - v * byQ[i]) / determinant
      const b = (v * byP[i] - u * byP[j]) / determinant
      let r = 0
      for (; r < t.length; r++) {
        const value = t[r] + a * byP[r] + b * byQ[r]
        if (Math.abs(value - Math.round(value)) > NEAR_WHOLE) break
      }
      if (r === t.length && found.push([a, b]) > 1) return found
    }
  return found
}

/** Returns the part of a polygon in which a linear function is not negative. */
function cut(corners: readonly Corner[], margin: (at: Corner) => number): Corner[] {
  return corners.flatMap((from, c): Corner[] => {
    const to = corners[(c + 1) % corners.length]
    const [a, b] = [margin(from), margin(to)]
    const kept: Corner[] = a >= 0 ? [from] : []
    if (a >= 0 === b >= 0) return kept
    const share = a / (a - b)
    return [...kept, [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]]
  })
}

/** Finds two records with independent equations for the weights and the fewest pairs of whole values. */
function bestPair(
  order: readonly number[],
  p: Float64Array,
  q: Float64Array,
  t: Float64Array,
  countOf: (i: number) => number,
): readonly [number, number] | undefined {
  const sizeOf = (i: number): number => hypot(p[i] - t[i], q[i] - t[i])
  // A record whose value hardly depends on the weights does not determine them.
  const telling = order.filter((i) => sizeOf(i) > 1 && countOf(i) > 1).slice(0, PAIRED)
  const records = telling.length > 1 ? telling : order.filter((i) => sizeOf(i) > 1).slice(0, PAIRED)
  let [best, least]: [readonly [number, number] | undefined, number] = [undefined, MOST_TRIED]
  for (const [a, i] of records.entries())
    for (const j of records.slice(a + 1)) {
      const sine = ((p[i] - t[i]) * (q[j] - t[j]) - (q[i] - t[i]) * (p[j] - t[j])) / (sizeOf(i) * sizeOf(j))
      if (Math.abs(sine) < LEAST_SINE || countOf(i) * countOf(j) >= least) continue
      least = countOf(i) * countOf(j)
      best = [i, j]
    }
  return best
}
