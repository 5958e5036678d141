import type { Matrix } from 'ml-matrix'

/** Difference of the rank correlations from the original ones at which the search ends. */
const TOLERANCE = 1e-4
/** Maximum length of a step in v: |v| is 1 at most. */
const LONGEST = 0.25

/** Weights that were tried, with the excess of their rank correlations over the target. */
export interface Tried {
  readonly v: Float64Array
  readonly residual: Float64Array
  /** Largest absolute excess. */
  readonly missed: number
  /** Standard deviation of the score that the given columns do not determine. */
  readonly sigma: number
}

/** State of a search by Broyden's method. */
export interface Search<T extends Tried> {
  readonly now: Tried
  /** Nearest trial so far. */
  readonly best: T
  /** Inverse of the Jacobian, q×q, as estimated so far. */
  readonly inverse: Matrix
  /** Next point to try; undefined if the target is reached or the search cannot improve. */
  readonly next?: Float64Array
}

/** Returns the length of v. */
export type Norm = (v: Float64Array) => number

/**
 * Begins a search with its first trial.
 *
 * @param first - First point tried.
 * @param inverse - Inverse of the Jacobian there.
 * @param norm - Length of v.
 * @returns State of the search.
 */
export function beginSearch<T extends Tried>(first: T, inverse: Matrix, norm: Norm): Search<T> {
  return withNext({ now: first, best: first, inverse }, norm)
}

/**
 * Continues a search with its next trial: improves the inverse of the Jacobian.
 *
 * @param search - State of the search so far.
 * @param tried - Trial at `search.next`.
 * @param norm - Length of v.
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
 * Computes Σ a_k·b_k.
 *
 * @param a - Numbers.
 * @param b - As many.
 * @returns The scalar product.
 */
export function dot(a: Float64Array, b: Float64Array): number {
  let total = 0
  for (let k = 0; k < a.length; k++) total += a[k] * b[k]
  return total
}

/**
 * Computes A·v.
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
