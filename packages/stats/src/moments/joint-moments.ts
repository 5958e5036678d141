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
  if (a.length !== b.length) throw new RangeError(`columns of ${a.length} and ${b.length} rows are no pairs`)
  const blocks = blocksOf(a.length)
  let count = 0
  let totalA = 0
  let totalB = 0
  for (const { first, end } of blocks) {
    let ownA = 0
    let ownB = 0
    for (let i = first; i < end; i++) {
      if (a[i] !== a[i] || b[i] !== b[i]) continue
      count++
      ownA += a[i]
      ownB += b[i]
    }
    totalA += ownA
    totalB += ownB
  }
  const centreA = totalA / count
  const centreB = totalB / count
  const sums = new Float64Array(8)
  const own = new Float64Array(8)
  for (const { first, end } of blocks) {
    own.fill(0)
    for (let i = first; i < end; i++) {
      const d = a[i] - centreA
      const e = b[i] - centreB
      if (d !== d || e !== e) continue
      const dd = d * d
      const ee = e * e
      const de = d * e
      own[0] += dd
      own[1] += ee
      own[2] += de
      own[3] += dd * dd
      own[4] += ee * ee
      own[5] += dd * de
      own[6] += ee * de
      own[7] += dd * ee
    }
    for (let k = 0; k < 8; k++) sums[k] += own[k]
  }
  const [m20, m02, m11, m40, m04, m31, m13, m22] = sums.map((sum) => sum / count)
  return { count, m20, m02, m11, m40, m04, m31, m13, m22 }
}
