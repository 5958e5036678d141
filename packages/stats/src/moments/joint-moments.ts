import { blocksOf } from '@sdc/core'

/** Central moments μ_rs = Σ(a − ā)^r(b − b̄)^s/m of the m complete pairs of two columns. */
export interface JointMoments {
  /** How many pairs have both values, m. */
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
 * The central moments that the sampling variances of a variance, a covariance and a correlation rest on.
 *
 * Two passes, the divisor of each is the number of complete pairs; sums are those of the blocks of records, added in their
 * order. Cost: O(n).
 *
 * @param a - n values, NaN where missing; fourth powers must be doubles.
 * @param b - n values; the same array gives the moments of one column, μ_rs = μ_(r+s).
 * @returns NaN for all moments where no pair is complete.
 * @throws RangeError where the columns differ in length.
 */
export function jointMoments(a: Float64Array, b: Float64Array): JointMoments {
  if (a.length !== b.length) throw new RangeError(`columns of ${a.length} and ${b.length} rows do not make pairs`)
  const added = (of: (a: Float64Array, b: Float64Array) => Float64Array): Float64Array => {
    let total = of(a.subarray(0, 0), b.subarray(0, 0))
    for (const { first, end } of blocksOf(a.length)) {
      const own = of(a.subarray(first, end), b.subarray(first, end))
      total = total.map((sum, k) => sum + own[k])
    }
    return total
  }
  const totals = added(pairTotalsOfBlock)
  return momentsOfCentralSums(
    totals,
    added((x, y) => centralSumsOfBlock(x, y, totals)),
  )
}

/**
 * The first reading of a block of two columns. Cost: O(n).
 *
 * @param a - One column of the block.
 * @param b - The other.
 * @returns How many pairs are complete, Σa and Σb of them: added block after block.
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
 * The second reading of a block. Cost: O(n).
 *
 * @param a - One column of the block.
 * @param b - The other.
 * @param totals - What the first readings of all blocks say.
 * @returns Sums of (a − ā)^r(b − b̄)^s for rs = 20, 02, 11, 40, 04, 31, 13, 22: added block after block.
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
 * The moments of both readings of all blocks.
 *
 * @param totals - The first.
 * @param sums - The second.
 * @returns As `jointMoments`.
 */
export function momentsOfCentralSums([count]: Float64Array, sums: Float64Array): JointMoments {
  const [m20, m02, m11, m40, m04, m31, m13, m22] = sums.map((sum) => sum / count)
  return { count, m20, m02, m11, m40, m04, m31, m13, m22 }
}
