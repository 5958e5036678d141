/** A pivot below this share of its diagonal entry is rounding: the row depends on those before it. */
const DEPENDENT = 1e-11

/** L·Lᵀ of a symmetric matrix scaled to a diagonal of 1, without the rows that depend on those before them. */
export interface ScaledCholesky {
  /** Numbers of the rows left out; their solutions and variances are 0. */
  readonly dependent: readonly number[]
  /** Solves A·x = b over the remaining rows. */
  solve(b: Float64Array): Float64Array
  /** Returns the diagonal of A⁻¹ over the remaining rows. */
  inverseDiagonal(): Float64Array
}

/**
 * Computes the Cholesky factor of a positive semidefinite matrix, each row in units of the root of its diagonal entry,
 * so that no tolerance depends on units. A row with less than 1e-11 of its own left after those before it, or with a
 * diagonal entry of 0, depends on them and is left out.
 *
 * @param a - k × k by rows; only the upper triangle with its diagonal is read.
 * @param k - Number of rows.
 * @returns The factor, with functions that solve and invert.
 *
 * Cost: O(k³/3); the diagonal of the inverse as much again.
 */
export function scaledCholesky(a: Float64Array, k: number): ScaledCholesky {
  const scale = Float64Array.from({ length: k }, (_, j) => Math.sqrt(a[j * k + j]))
  const factor = new Float64Array(k * k)
  const dependent: number[] = []
  const kept = new Uint8Array(k)
  for (let i = 0; i < k; i++) {
    let squares = 0
    if (scale[i] > 0) {
      for (let j = 0; j < i; j++) {
        if (kept[j] === 0) continue
        let rest = a[j * k + i] / (scale[i] * scale[j])
        for (let c = 0; c < j; c++) rest -= factor[i * k + c] * factor[j * k + c]
        const entry = rest / factor[j * k + j]
        factor[i * k + j] = entry
        squares += entry * entry
      }
    }
    const pivot = 1 - squares
    if (!(scale[i] > 0) || !(pivot > DEPENDENT)) {
      dependent.push(i)
      factor.fill(0, i * k, i * k + i)
      continue
    }
    kept[i] = 1
    factor[i * k + i] = Math.sqrt(pivot)
  }
  const solve = (b: Float64Array): Float64Array => {
    const x = new Float64Array(k)
    for (let i = 0; i < k; i++) {
      if (kept[i] === 0) continue
      let rest = b[i] / scale[i]
      for (let c = 0; c < i; c++) rest -= factor[i * k + c] * x[c]
      x[i] = rest / factor[i * k + i]
    }
    for (let i = k - 1; i >= 0; i--) {
      if (kept[i] === 0) continue
      let rest = x[i]
      for (let c = i + 1; c < k; c++) rest -= factor[c * k + i] * x[c]
      x[i] = rest / factor[i * k + i]
    }
    for (let i = 0; i < k; i++) if (kept[i] === 1) x[i] /= scale[i]
    return x
  }
  const inverseDiagonal = (): Float64Array =>
    Float64Array.from({ length: k }, (_, j) => {
      if (kept[j] === 0) return 0
      // ‖L⁻¹e_j‖²: the entries above j are 0.
      const x = new Float64Array(k)
      let squares = 0
      for (let i = j; i < k; i++) {
        if (kept[i] === 0) continue
        let rest = i === j ? 1 : 0
        for (let c = j; c < i; c++) rest -= factor[i * k + c] * x[c]
        x[i] = rest / factor[i * k + i]
        squares += x[i] * x[i]
      }
      return squares / (scale[j] * scale[j])
    })
  return { dependent, solve, inverseDiagonal }
}
