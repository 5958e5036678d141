/** Auxiliary variables x of records, one per margin, without their zeros. */
export interface MarginRows {
  /** Number of margins. */
  readonly count: number
  /** Index of the first entry of each record, and one more index at the end. */
  readonly starts: Int32Array
  /** Margin of each entry, ascending within a record. */
  readonly margins: Int32Array
  /** Value of each entry: 1 for a category. */
  readonly values: Float64Array
}

/**
 * Sums of margins, Σ_k w_k x_k or Σ_k w_k |x_k|. Cost: O(entries).
 *
 * @param rows - Auxiliary variables x of the records.
 * @param weights - Weights w of the records.
 * @param isAbsolute - True for the sizes of x.
 * @returns One number for each margin.
 */
export function marginTotals(rows: MarginRows, weights: Float64Array, isAbsolute = false): Float64Array {
  const { count, starts, margins, values } = rows
  const totals = new Float64Array(count)
  for (let k = 0; k < weights.length; k++) {
    const weight = weights[k]
    if (weight === 0) continue
    for (let at = starts[k]; at < starts[k + 1]; at++) {
      totals[margins[at]] += weight * (isAbsolute ? Math.abs(values[at]) : values[at])
    }
  }
  return totals
}

/**
 * Linear predictors u_k = x_k′λ. Cost: O(entries).
 *
 * @param rows - Auxiliary variables x of the records.
 * @param lambda - Multipliers λ of the margins.
 * @param into - Target: one number for each record.
 */
export function linearPredictor(
  { starts, margins, values }: MarginRows,
  lambda: Float64Array,
  into: Float64Array,
): void {
  for (let k = 0; k < into.length; k++) {
    let sum = 0
    for (let at = starts[k]; at < starts[k + 1]; at++) sum += lambda[margins[at]] * values[at]
    into[k] = sum
  }
}

/**
 * Cross products Σ_k w_k x_k x_k′ of the margins. Cost: O(Σ entries² + margins²).
 *
 * @param rows - Auxiliary variables x of the records.
 * @param weights - Weights w of the records.
 * @returns Lower triangle by rows.
 */
export function crossProducts({ count, starts, margins, values }: MarginRows, weights: Float64Array): Float64Array {
  const products = new Float64Array(count * count)
  for (let k = 0; k < weights.length; k++) {
    const weight = weights[k]
    if (weight === 0) continue
    for (let a = starts[k]; a < starts[k + 1]; a++) {
      const row = margins[a] * count
      const value = weight * values[a]
      for (let b = starts[k]; b <= a; b++) products[row + margins[b]] += value * values[b]
    }
  }
  return products
}
