/** Matrices of the columns of a file, original against masked: V and those that follow from R. */
import type { JointAggregates } from '@sdc/toolkit/internal'
import { divergence, type Divergence } from './divergence.js'
import { componentPair, type ComponentPair, type Matrix } from './principal-components.js'

/** Weights and number of components. */
export interface StructureOptions {
  readonly weights: 'eigen' | 'proportion' | 'unit'
  readonly coefficients: 'scores' | 'loadings'
  readonly components: number
}

/** Divergences of R, RF, C and F; NaN if they are not defined. */
export interface StructureDivergences {
  readonly rows: readonly (readonly [name: string, divergence: Divergence])[]
  /** Undefined if a necessary correlation does not exist. */
  readonly pair?: ComponentPair
}

/**
 * Compares V with V', each entry from its own complete records: p(p + 1)/2 cells.
 *
 * @param p - Number of columns.
 * @param before - The original's columns, in some unit each.
 * @param after - The masked ones, in the same units.
 * @param units - Number of given units in one of the requested units.
 * @returns The divergence.
 */
export function covarianceDivergence(
  p: number,
  before: Pick<JointAggregates, 'covariance'>,
  after: Pick<JointAggregates, 'covariance'>,
  units: readonly number[],
): Divergence {
  const places = upperTriangle(p, 0)
  return divergence({
    a: places.map(([i, j]) => before.covariance(i, j) * units[i] * units[j]),
    b: places.map(([i, j]) => after.covariance(i, j) * units[i] * units[j]),
  })
}

/**
 * Compares R, RF, C and F with those of the masked file.
 *
 * @param r - Correlations of the original's columns, p×p; each column varies in both files.
 * @param s - Correlations of the masked ones.
 * @param options - Weights, content of F, and number of components in C.
 * @returns NaN for undefined ones: all except R if a correlation is missing, and C of as many components as columns,
 *   which is 1 for every column.
 */
export function structureDivergences(r: Matrix, s: Matrix, options: StructureOptions): StructureDivergences {
  const p = r.rows
  const places = upperTriangle(p, 1)
  const R = divergence({ a: places.map(([i, j]) => r.get(i, j)), b: places.map(([i, j]) => s.get(i, j)) })
  const complete = p > 1 && places.every(([i, j]) => Number.isFinite(r.get(i, j)) && Number.isFinite(s.get(i, j)))
  const missing = divergence()
  if (!complete) return { rows: Object.entries({ R, RF: missing, C: missing, F: missing }) }
  const pair = componentPair(r, s)
  const [loadings, others] = pair.loadings
  const { columns, scale } = componentWeights(pair.values[0], options.weights)
  const all = (vectors: readonly Float64Array[]): number[] => vectors.flatMap((vector) => [...vector])
  const byComponent = (a: readonly Float64Array[], b: readonly Float64Array[]): Divergence =>
    divergence({ a: all(a), b: all(b), weights: columns.flatMap((w) => new Array<number>(p).fill(w)), scale })
  const shares = (of: readonly Float64Array[]): number[] =>
    Array.from({ length: p }, (_, i) =>
      of.slice(0, options.components).reduce((sum, column) => sum + column[i] * column[i], 0),
    )
  // A component without variance in the original has no direction, so its loadings are not compared.
  const kept = loadings.map((column, j) => (pair.values[0][j] > 0 ? column : column.map(() => Number.NaN)))
  const RF = byComponent(kept, others)
  const F = options.coefficients === 'loadings' ? RF : byComponent(...pair.coefficients)
  const C = options.components < p ? divergence({ a: shares(loadings), b: shares(others) }) : missing
  return { rows: Object.entries({ R, RF, C, F }), pair }
}

/** Returns w_j, and the factor of the weighted mean that makes p² the divisor of the sum. */
function componentWeights(
  values: Float64Array,
  weights: StructureOptions['weights'],
): { readonly columns: readonly number[]; readonly scale: number } {
  const all = values.reduce((sum, value) => sum + value, 0)
  if (weights === 'unit') return { columns: [...values].map(() => 1), scale: 1 }
  if (weights === 'eigen') return { columns: [...values], scale: 1 }
  return { columns: [...values].map((value) => value / all), scale: 1 / values.length }
}

/** Returns the indices i ≤ j − from of a p×p matrix. */
function upperTriangle(p: number, from: 0 | 1): (readonly [number, number])[] {
  return Array.from({ length: p }, (_, j) => j).flatMap((j) =>
    Array.from({ length: j + 1 - from }, (_, i): readonly [number, number] => [i, j]),
  )
}
