/**
 * Sums over the complete pairs of two columns about fixed centres, for their correlation. A changed value of one column
 * changes each sum by one term.
 */
export interface PairSums {
  readonly count: number
  /** Σ(a − c_a), and the same for b. */
  readonly a: number
  readonly b: number
  /** Σ(a − c_a)², the same for b, and Σ(a − c_a)(b − c_b). */
  readonly aa: number
  readonly bb: number
  readonly ab: number
  /** Greatest aa and bb since the sums were computed from all records: greater sums lost their digits. */
  readonly mostA: number
  readonly mostB: number
}

export const noPairs: PairSums = { count: 0, a: 0, b: 0, aa: 0, bb: 0, ab: 0, mostA: 0, mostB: 0 }

/** Computes the sums of all records; a record with a missing value in either column does not form a pair. */
export function pairSums(x: Float64Array, y: Float64Array, cx: number, cy: number): PairSums {
  let [count, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const dx = x[i] - cx
    const dy = y[i] - cy
    if (dx !== dx || dy !== dy) continue
    count++
    a += dx
    b += dy
    aa += dx * dx
    bb += dy * dy
    ab += dx * dy
  }
  return { count, a, b, aa, bb, ab, mostA: aa, mostB: bb }
}

/** Returns the sums after the first column of these records becomes `values`; y: the second one, in all records. */
export function changedSums(
  sums: PairSums,
  x: Float64Array,
  y: Float64Array,
  cx: number,
  cy: number,
  records: Int32Array,
  values: ArrayLike<number>,
): PairSums {
  let { count, a, b, aa, bb, ab } = sums
  for (let r = 0; r < records.length; r++) {
    const dy = y[records[r]] - cy
    if (dy !== dy) continue
    const before = x[records[r]] - cx
    const after = values[r] - cx
    if (before === before) {
      count--
      a -= before
      b -= dy
      aa -= before * before
      bb -= dy * dy
      ab -= before * dy
    }
    if (after === after) {
      count++
      a += after
      b += dy
      aa += after * after
      bb += dy * dy
      ab += after * dy
    }
  }
  return { count, a, b, aa, bb, ab, mostA: Math.max(sums.mostA, aa), mostB: Math.max(sums.mostB, bb) }
}

/** Returns the sums of the pair in the other order. */
export function exchanged({ count, a, b, aa, bb, ab, mostA, mostB }: PairSums): PairSums {
  return { count, a: b, b: a, aa: bb, bb: aa, ab, mostA: mostB, mostB: mostA }
}

/**
 * Share of the sum about the centre, present or past, below which a sum of squares about the mean has lost digits to
 * cancellation. Above it, 4,096 changes with a random rounding of 2⁻⁵³ each give 64·2⁻⁵³/LEAST < 1e-12.
 */
const LEAST = 0.01

/**
 * Returns the correlation from the sums. Undefined if it would lose digits, or a column might be constant, so that it
 * must be computed from the values.
 */
export function correlationOf({ count, a, b, aa, bb, ab, mostA, mostB }: PairSums): number | undefined {
  if (count < 2) return Number.NaN
  const va = aa - (a * a) / count
  const vb = bb - (b * b) / count
  if (!(va > LEAST * mostA && vb > LEAST * mostB)) return undefined
  const r = (ab - (a * b) / count) / Math.sqrt(va) / Math.sqrt(vb)
  return Math.max(-1, Math.min(1, r))
}
