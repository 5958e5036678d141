/** Share of the greatest coefficient below which a pivot is rounding. */
const ROUNDING = 1e-9

/** Exact linear fact of a column: Σ_i c_i·a_i = value. */
export interface LinearFact {
  /** Records with a coefficient other than 0. */
  readonly records: Int32Array
  /** Coefficient of each record: 1 for a total, 1/m for a mean of m records. */
  readonly coefficients: Float64Array
  readonly value: number
}

/**
 * Solves for the weights of k vectors in a column, from exact linear facts.
 *
 * Σ_i c_i·a_i = v and a = Σ_j γ_j·P^j with Σγ = 1: a fact is the equation Σ_j γ_j·S_j = v, S_j = Σ_i c_i·P^j_i, for the
 * k − 1 free weights. Equations are scaled to coefficients of at most 1. If there are more than needed, those with the
 * greatest pivots are used.
 *
 * @param vectors - k vectors of n entries.
 * @param facts - Values, totals and means that the intruder knows.
 * @returns k weights; null if the facts do not determine them.
 */
export function mixingWeights(vectors: readonly Float64Array[], facts: readonly LinearFact[]): Float64Array | null {
  const free = vectors.length - 1
  const rows = facts.flatMap((fact) => {
    const sums = vectors.map((vector) => factOf(vector, fact))
    const last = sums[free]
    const row = Float64Array.from([...sums.slice(0, free).map((sum) => sum - last), fact.value - last])
    const size = Math.max(...row.subarray(0, free).map(Math.abs))
    // If all vectors have the same total over all records, it gives no equation.
    return size > ROUNDING * Math.max(...sums.map(Math.abs)) ? [row.map((one) => one / size)] : []
  })
  if (rows.length < free) return null
  for (let c = 0; c < free; c++) {
    let pivot = c
    for (let r = c + 1; r < rows.length; r++) if (Math.abs(rows[r][c]) > Math.abs(rows[pivot][c])) pivot = r
    if (!(Math.abs(rows[pivot][c]) > ROUNDING)) return null
    ;[rows[c], rows[pivot]] = [rows[pivot], rows[c]]
    rows.forEach((row, r) => {
      if (r === c) return
      const factor = row[c] / rows[c][c]
      for (let d = c; d <= free; d++) row[d] -= factor * rows[c][d]
    })
  }
  const weights = Float64Array.from({ length: free }, (_, c) => rows[c][free] / rows[c][c])
  return Float64Array.from([...weights, 1 - weights.reduce((sum, weight) => sum + weight, 0)])
}

/**
 * Computes a linear function of a vector.
 *
 * @param vector - n entries.
 * @param fact - Its records and coefficients.
 * @returns Σ_i c_i·x_i
 */
export function factOf(vector: Float64Array, { records, coefficients }: LinearFact): number {
  return coefficients.reduce((sum, coefficient, t) => sum + coefficient * vector[records[t]], 0)
}
