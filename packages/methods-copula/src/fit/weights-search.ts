import type { Matrix } from 'ml-matrix'

/** Rank correlations this near to the original ones are what was asked for. */
const TOLERANCE = 1e-4
/** The longest step, of v: |v| is 1 at most. */
const LONGEST = 0.25

/** Weights that were tried: by how much the rank correlations that they give exceed those that are wanted. */
export interface Tried {
  readonly v: Float64Array
  readonly residual: Float64Array
  /** The largest of these, without its sign. */
  readonly missed: number
  /** Standard deviation of the score that the given columns do not determine. */
  readonly sigma: number
}

/** State of a search by Broyden's method. */
export interface Search<T extends Tried> {
  readonly now: Tried
  /** The nearest so far. */
  readonly best: T
  /** The inverse of the Jacobian, q×q, as far as it is known. */
  readonly inverse: Matrix
  /** Next point to try; undefined if the target is reached or the search cannot improve. */
  readonly next?: Float64Array
}

/** The length of v. */
export type Norm = (v: Float64Array) => number

/**
 * A search that begins with what was tried first.
 *
 * @param first - First point tried.
 * @param inverse - The inverse of the Jacobian there.
 * @param norm - The length of v.
 * @returns State of the search.
 */
export function beginSearch<T extends Tried>(first: T, inverse: Matrix, norm: Norm): Search<T> {
  return withNext({ now: first, best: first, inverse }, norm)
}

/**
 * A search with what was tried next: improves the inverse of the Jacobian.
 *
 * @param search - State of the search so far.
 * @param tried - At `search.next`.
 * @param norm - The length of v.
 * @returns State after the trial.
 */
export function goOn<T extends Tried>({ now, best, inverse }: Search<T>, tried: T, norm: Norm): Search<T> {
  const moved = tried.v.map((value, k) => value - now.v[k])
  const change = tried.residual.map((value, k) => value - now.residual[k])
  // H += (Δv − HΔf)ΔvᵀH / ΔvᵀHΔf.
  const made = times(inverse, change)
  const left = times(inverse.transpose(), moved)
  const scale = dot(left, change)
  const nearest = tried.missed < best.missed ? tried : best
  // Without a change there is nothing to learn.
  if (!(Math.abs(scale) > 1e-14)) return { now: tried, best: nearest, inverse }
  const improved = inverse.clone()
  for (let i = 0; i < made.length; i++) {
    for (let k = 0; k < made.length; k++) {
      improved.set(i, k, inverse.get(i, k) + ((moved[i] - made[i]) * left[k]) / scale)
    }
  }
  return withNext({ now: tried, best: nearest, inverse: improved }, norm)
}

function withNext<T extends Tried>(search: Omit<Search<T>, 'next'>, norm: Norm): Search<T> {
  const { now, best, inverse } = search
  if (best.missed <= TOLERANCE || best.sigma === 0) return search
  const step = times(inverse, now.residual)
  const shorter = Math.min(1, LONGEST / norm(step))
  const beyond = now.v.map((value, k) => value - shorter * step[k])
  const outside = Math.max(1, norm(beyond))
  return { ...search, next: beyond.map((value) => value / outside) }
}

/**
 * Σ a_k·b_k.
 *
 * @param a - Some numbers.
 * @param b - As many.
 * @returns The scalar product.
 */
export function dot(a: Float64Array, b: Float64Array): number {
  let total = 0
  for (let k = 0; k < a.length; k++) total += a[k] * b[k]
  return total
}

/**
 * A·v.
 *
 * @param a - A, with q columns.
 * @param v - q numbers.
 * @returns A number for each row of A.
 */
export function times(a: Matrix, v: Float64Array): Float64Array {
  const result = new Float64Array(a.rows)
  for (let i = 0; i < a.rows; i++) for (let k = 0; k < v.length; k++) result[i] += a.get(i, k) * v[k]
  return result
}
