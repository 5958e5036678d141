/** Triangular factor of a positive semidefinite matrix that was scaled to a unit diagonal. */
export interface ScaledCholesky {
  /** Lower triangle by rows; the row of a dependent variable has its coefficients. */
  readonly factor: Float64Array
  /** 1/√a_jj; 0 for a variable without any value. */
  readonly scales: Float64Array
  /** 1 for a variable that depends on those before it. */
  readonly dependent: Uint8Array
}

/** Below this share of its variation a variable is a linear function of those before it. */
const DEPENDENT = 1e-10

/** Pivot of a variable that is kept although it seems to depend on others; it makes a short step. */
const SMALL_STEP = 1e-3

/**
 * Factors A = S⁻¹LL′S⁻¹ in the order of the variables, without those that depend on earlier ones.
 *
 * @param a - Lower triangle by rows; overwritten by L.
 * @param size - Number of variables.
 * @param known - Variables to leave out, if already known; no others are left out then.
 * @returns L, the scales and the dependent variables.
 *
 * Cost: O(size³/3), less if rows begin with zeros.
 */
export function scaledCholesky(a: Float64Array, size: number, known?: Uint8Array): ScaledCholesky {
  const scales = Float64Array.from({ length: size }, (_, j) =>
    a[j * size + j] > 0 ? 1 / Math.sqrt(a[j * size + j]) : 0,
  )
  const dependent = new Uint8Array(size)
  // Index of the first entry of each row that is not 0: earlier entries have no influence.
  const first = new Int32Array(size)
  for (let i = 0; i < size; i++) {
    const row = i * size
    for (let j = 0; j <= i; j++) a[row + j] *= scales[i] * scales[j]
    while (first[i] < i && a[row + first[i]] === 0) first[i]++
    for (let j = first[i]; j < i; j++) {
      if (dependent[j] === 1) {
        a[row + j] = 0
        continue
      }
      const other = j * size
      let sum = a[row + j]
      for (let k = Math.max(first[i], first[j]); k < j; k++) sum -= a[row + k] * a[other + k]
      a[row + j] = sum / a[other + j]
    }
    let pivot = a[row + i]
    for (let k = first[i]; k < i; k++) pivot -= a[row + k] * a[row + k]
    const isFlat = !(pivot > DEPENDENT)
    if (known === undefined ? isFlat : known[i] === 1) dependent[i] = 1
    a[row + i] = dependent[i] === 1 ? 1 : Math.sqrt(isFlat ? SMALL_STEP : pivot)
  }
  return { factor: a, scales, dependent }
}

/**
 * Solves A x = b for the independent variables; 0 for the others.
 *
 * @param factored - The factored A.
 * @param b - The right side.
 * @returns x.
 * Cost: O(size²).
 */
export function solveScaled({ factor, scales, dependent }: ScaledCholesky, b: Float64Array): Float64Array {
  const size = scales.length
  const x = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    if (dependent[i] === 1) continue
    let sum = b[i] * scales[i]
    for (let k = 0; k < i; k++) if (dependent[k] === 0) sum -= factor[i * size + k] * x[k]
    x[i] = sum / factor[i * size + i]
  }
  backwards({ factor, scales, dependent }, x, size)
  for (let i = 0; i < size; i++) x[i] *= scales[i]
  return x
}

/**
 * Coefficients c for which a dependent variable is Σ c_j x_j of the independent ones before it.
 *
 * @param factored - The factored A.
 * @param variable - The dependent variable.
 * @returns c.
 * Cost: O(size²).
 */
export function dependence({ factor, scales, dependent }: ScaledCholesky, variable: number): Float64Array {
  const size = scales.length
  const c = new Float64Array(size)
  if (scales[variable] === 0) return c
  for (let k = 0; k < variable; k++) if (dependent[k] === 0) c[k] = factor[variable * size + k]
  backwards({ factor, scales, dependent }, c, variable)
  for (let k = 0; k < variable; k++) c[k] *= scales[k] / scales[variable]
  return c
}

/** Solves L′x = x for the first variables. */
function backwards({ factor, scales, dependent }: ScaledCholesky, x: Float64Array, count: number): void {
  const size = scales.length
  for (let i = count - 1; i >= 0; i--) {
    if (dependent[i] === 1) continue
    x[i] /= factor[i * size + i]
    for (let k = 0; k < i; k++) if (dependent[k] === 0) x[k] -= factor[i * size + k] * x[i]
  }
}
