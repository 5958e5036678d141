/** A pivot below this share of the greatest coefficient is rounding. */
const ROUNDING = 1e-9

/**
 * The weights by which a column is mixed of k vectors, from values of it that are known.
 *
 * a_i = Σ_j γ_j·P^j_i with Σγ = 1: a known value is an equation for the k − 1 weights that are free. Of more values than are
 * needed those with the greatest pivots are used.
 *
 * @param vectors - k vectors of n entries
 * @param known - n values, NaN where not known
 * @returns k weights; null where the known values do not determine them
 */
export function mixingWeights(vectors: readonly Float64Array[], known: Float64Array): Float64Array | null {
  const free = vectors.length - 1
  const last = vectors[free]
  const rows: Float64Array[] = []
  known.forEach((value, i) => {
    if (Number.isNaN(value)) return
    rows.push(Float64Array.from([...vectors.slice(0, free).map((vector) => vector[i] - last[i]), value - last[i]]))
  })
  if (rows.length < free) return null
  const size = rows.reduce((most, row) => Math.max(most, ...row.subarray(0, free).map(Math.abs)), 0)
  for (let c = 0; c < free; c++) {
    let pivot = c
    for (let r = c + 1; r < rows.length; r++) if (Math.abs(rows[r][c]) > Math.abs(rows[pivot][c])) pivot = r
    if (!(Math.abs(rows[pivot][c]) > ROUNDING * size)) return null
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
