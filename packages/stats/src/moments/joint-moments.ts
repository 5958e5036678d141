/** Central moments μ_rs = Σ(a − ā)^r(b − b̄)^s/m of the m complete pairs of two columns. */
export interface JointMoments {
  /** Number m of pairs with both values. */
  readonly count: number
  readonly m20: number
  readonly m02: number
  readonly m11: number
  readonly m40: number
  readonly m04: number
  readonly m31: number
  readonly m13: number
  readonly m22: number
}

/**
 * Makes the first pass over a block of two columns. Cost: O(n).
 *
 * @param a - One column of the block.
 * @param b - The other.
 * @returns Number of complete pairs, and their Σa and Σb, to be added block after block.
 */
export function pairTotalsOfBlock(a: Float64Array, b: Float64Array): Float64Array {
  let count = 0
  let totalA = 0
  let totalB = 0
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== a[i] || b[i] !== b[i]) continue
    count++
    totalA += a[i]
    totalB += b[i]
  }
  return Float64Array.of(count, totalA, totalB)
}

/**
 * Makes the second pass over a block. Cost: O(n).
 *
 * @param a - One column of the block.
 * @param b - The other.
 * @param totals - Aggregates of the first pass over all blocks.
 * @returns Sums of (a − ā)^r(b − b̄)^s for rs = 20, 02, 11, 40, 04, 31, 13, 22, to be added block after block.
 */
export function centralSumsOfBlock(
  a: Float64Array,
  b: Float64Array,
  [count, totalA, totalB]: Float64Array,
): Float64Array {
  const centreA = totalA / count
  const centreB = totalB / count
  const sums = new Float64Array(8)
  for (let i = 0; i < a.length; i++) {
    const d = a[i] - centreA
    const e = b[i] - centreB
    if (d !== d || e !== e) continue
    const dd = d * d
    const ee = e * e
    const de = d * e
    sums[0] += dd
    sums[1] += ee
    sums[2] += de
    sums[3] += dd * dd
    sums[4] += ee * ee
    sums[5] += dd * de
    sums[6] += ee * de
    sums[7] += dd * ee
  }
  return sums
}

/**
 * Computes moments from both sums of all blocks. The sampling variances of a variance, a covariance and a correlation
 * need them.
 *
 * @param totals - Sums of `pairTotalsOfBlock`.
 * @param sums - Sums of `centralSumsOfBlock`; fourth powers must be doubles.
 * @returns The moments; NaN if no pair is complete. One column twice gives μ_rs = μ_(r+s).
 */
export function momentsOfCentralSums([count]: Float64Array, sums: Float64Array): JointMoments {
  const [m20, m02, m11, m40, m04, m31, m13, m22] = sums.map((sum) => sum / count)
  return { count, m20, m02, m11, m40, m04, m31, m13, m22 }
}
