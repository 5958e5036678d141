import { orthonormalBasis } from './least-squares.js'

/** Column that others determine up to a small remainder: y ≈ constant + Σ slope·x. */
export interface DependentColumn {
  /** Number of the column. */
  readonly column: number
  readonly constant: number
  /** Numbers and slopes of the terms: earlier columns that depend on none. */
  readonly terms: readonly { readonly column: number; readonly slope: number }[]
}

/** Share of the spread of a column below which a term is rounding. */
const NO_TERM = 1e-8

/**
 * Finds the columns that depend linearly on those before them, up to a small share of their spread: totals,
 * differences, rescaled copies, also rounded ones.
 *
 * It uses QR of the centred columns (`orthonormalBasis`), which does not depend on their units. The last coordinate of
 * a column is its remainder after those before it. If that is at most `share` of its length, the column depends on
 * them, R·b = its coordinates gives the slopes, and later columns do not use it as a term.
 *
 * @param columns - p of n values, none missing.
 * @param share - Largest remainder of a dependent column, as a share of its length.
 * @param kept - Columns that count as dependent only without any remainder.
 * @returns The dependent columns in their order; a constant column has no terms.
 * @throws RangeError for a missing or infinite value, or columns that differ in length.
 *
 * Cost: O(np²).
 */
export function dependentColumns(
  columns: readonly Float64Array[],
  share: number,
  kept: ReadonlySet<number> = new Set(),
): DependentColumn[] {
  const { centres, coordinates, dependent } = orthonormalBasis(columns)
  const exact = new Set(dependent)
  /** Free columns, with the index of each among the vectors of the basis. */
  const free: { readonly column: number; readonly place: number }[] = []
  const found: DependentColumn[] = []
  let place = 0
  for (let j = 0; j < columns.length; j++) {
    const own = coordinates[j]
    const length = lengthOf(own)
    const isExact = exact.has(j)
    const left = isExact ? 0 : own[own.length - 1]
    if (isExact || (left <= share * length && !kept.has(j))) {
      const slopes = solved(own, free, coordinates)
      const terms = free.flatMap(({ column }, f) => {
        const moves = Math.abs(slopes[f]) * lengthOf(coordinates[column])
        return moves > NO_TERM * length ? [{ column, slope: slopes[f] }] : []
      })
      const constant = terms.reduce((rest, { column, slope }) => rest - slope * centres[column], centres[j])
      found.push({ column: j, constant, terms })
    } else free.push({ column: j, place })
    if (!isExact) place++
  }
  return found
}

/** Solves R·b = own over the free columns, from the last to the first. */
function solved(
  own: Float64Array,
  free: readonly { readonly column: number; readonly place: number }[],
  coordinates: readonly Float64Array[],
): Float64Array {
  const slopes = new Float64Array(free.length)
  for (let f = free.length - 1; f >= 0; f--) {
    const { column, place } = free[f]
    let rest = own[place]
    for (let later = f + 1; later < free.length; later++) rest -= coordinates[free[later].column][place] * slopes[later]
    slopes[f] = rest / coordinates[column][place]
  }
  return slopes
}

function lengthOf(coordinates: Float64Array): number {
  return Math.sqrt(coordinates.reduce((sum, one) => sum + one * one, 0))
}
