import type { CrossSums } from './span-sums.js'

/** V = ZB + WR: B and R of the columns of V; the rows of R are those of the columns kept. */
export interface Triangle {
  /** B, q×p by rows. */
  readonly along: Float64Array
  /** R, p×p by rows. */
  readonly upper: Float64Array
  readonly kept: readonly number[]
  /** Columns with a remainder too small to decide if it is more than rounding. */
  readonly doubtful: readonly number[]
  /** Variance of each column that those before it leave. */
  readonly pivots: Float64Array
}

/** Computes Cholesky's decomposition of own − alongᵀ·along; `verdict` decides about a column with that pivot. */
export function triangle(
  { along, own }: CrossSums,
  q: number,
  verdict: (j: number, pivot: number) => 'own' | 'doubtful' | 'none',
): Triangle {
  const p = Math.sqrt(own.length)
  const upper = new Float64Array(p * p)
  const pivots = new Float64Array(p)
  const [kept, doubtful]: number[][] = [[], []]
  for (let j = 0; j < p; j++) {
    const rest = (l: number): number => {
      let value = own[l * p + j]
      for (let k = 0; k < q; k++) value -= along[k * p + l] * along[k * p + j]
      for (const k of kept) if (k < l) value -= upper[k * p + l] * upper[k * p + j]
      return value
    }
    for (const l of kept) upper[l * p + j] = rest(l) / upper[l * p + l]
    pivots[j] = rest(j)
    const decision = verdict(j, pivots[j])
    if (decision === 'doubtful') doubtful.push(j)
    if (decision !== 'own') continue
    upper[j * p + j] = Math.sqrt(pivots[j])
    kept.push(j)
  }
  return { along, upper, kept, doubtful, pivots }
}

/**
 * Expresses W by its weights for [Z, V]: a row for each column of V, w_j = (v_j − Σ b_kj·z_k − Σ r_lj·w_l)/r_jj. A
 * doubtful column is divided by its spread; a column neither kept nor doubtful has a row of 0.
 */
export function unwound({ along, upper, kept, doubtful }: Triangle, q: number, spreads: Float64Array): Float64Array[] {
  const p = spreads.length
  const rows: Float64Array[] = []
  for (let j = 0; j < p; j++) {
    const row = new Float64Array(q + p)
    rows.push(row)
    const by = kept.includes(j) ? upper[j * p + j] : doubtful.includes(j) ? spreads[j] : 0
    if (by === 0) continue
    row[q + j] = 1
    for (let k = 0; k < q; k++) row[k] -= along[k * p + j]
    for (const l of kept) {
      if (l >= j) break
      for (let i = 0; i < row.length; i++) row[i] -= upper[l * p + j] * rows[l][i]
    }
    for (let i = 0; i < row.length; i++) row[i] /= by
  }
  return rows
}
