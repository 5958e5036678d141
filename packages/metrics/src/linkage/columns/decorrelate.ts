import type { Dataset } from '@sdc/core'
import { symmetricEigen } from '@sdc/stats'
import { table } from '@sdc/toolkit'

type SymmetricMatrix = Parameters<typeof symmetricEigen>[0]

/** Smallest variance of a direction, per column and on the scale of the columns; smaller ones are replaced by it. */
const LEAST_VARIANCE = 1e-12

export interface Decorrelation {
  /** Returns coordinates of records on that scale: the squared distance of two of them is (a − b)ᵀΣ⁻¹(a − b). */
  coordinates(columns: readonly Float64Array[]): Float64Array[]
  /**
   * Returns the sum of the sizes of each coordinate's terms, the reference of its rounding error; `slack` is added to
   * each column's.
   */
  sizes(columns: readonly Float64Array[], slack?: Float64Array): Float64Array[]
  /** Directions without variance, as coefficients of the columns on that scale. */
  readonly singular: readonly Float64Array[]
}

/**
 * Returns coordinates in which Mahalanobis distances are Euclidean: z = Λ^−½Uᵀx of Σ = UΛUᵀ.
 *
 * Σ: p × p, of columns with variances of the order of 1. An eigenvalue below 1e-12·p is replaced by that: in a
 * direction without variance in Σ a difference counts a million times as much as elsewhere, and does not become
 * infinite. Cost: O(p³), and O(np²) for n records.
 */
export function decorrelation(covariance: SymmetricMatrix): Decorrelation {
  const { values, vectors } = symmetricEigen(covariance)
  const least = LEAST_VARIANCE * values.length
  const vector = (k: number): Float64Array => Float64Array.from(values, (_, j) => vectors.get(j, k))
  const directions = Array.from(values, (value, k) => {
    const scale = 1 / Math.sqrt(Math.max(value, least))
    return vector(k).map((component) => component * scale)
  })
  return {
    coordinates: (columns) => directions.map((weights) => combined(columns, weights)),
    sizes(columns, slack) {
      const sizes = columns.map((column, j) => column.map((value) => Math.abs(value) + (slack?.[j] ?? 0)))
      // A sum of p terms is rounded p − 1 times more.
      return directions.map((weights) =>
        combined(
          sizes,
          weights.map((weight) => columns.length * Math.abs(weight)),
        ),
      )
    },
    singular: [...values.keys()].filter((k) => values[k] < least).map(vector),
  }
}

/** Returns Σ_j weights[j]·columns[j]. */
function combined(columns: readonly Float64Array[], weights: Float64Array): Float64Array {
  const total = new Float64Array(columns[0].length)
  columns.forEach((column, j) => {
    const weight = weights[j]
    for (let i = 0; i < total.length; i++) total[i] += weight * column[i]
  })
  return total
}

/**
 * Returns a table of the directions without variance as linear identities: a coefficient for every column as measured,
 * with scale `sds`, the largest of an identity 1.
 */
export function singularTable(
  names: readonly string[],
  sds: Float64Array,
  singular: readonly Float64Array[],
): Dataset | undefined {
  if (singular.length === 0) return undefined
  const identities = singular.map((direction, k): [string, Float64Array] => {
    const units = direction.map((component, j) => (sds[j] > 0 ? component / sds[j] : 0))
    const largest = units.reduce((most, unit) => (Math.abs(unit) > Math.abs(most) ? unit : most), 0)
    return [`identity ${k + 1}`, units.map((unit) => unit / largest)]
  })
  return table({ column: names, ...Object.fromEntries(identities) })
}
