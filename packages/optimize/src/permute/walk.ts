import type { PermuteState, Relations } from './permute-state.js'

/** Permission for two records to exchange their values of a column. */
export interface Permission {
  /**
   * Returns true if the records at two places may exchange their values.
   *
   * @param column - Index of the column among the moving ones.
   * @param p - The lower of two places in its sorted order.
   * @param q - The higher one.
   * @returns True if they may.
   */
  allows(column: number, p: number, q: number): boolean
  /** Called after a permitted exchange, before the order changes. */
  moved(column: number, p: number, q: number): void
}

/** Options of a walk. */
export interface WalkOptions {
  /** Two uniform numbers for every proposal. */
  readonly draws: Float64Array
  /** L at the start. */
  readonly loss: number
  /** Undefined: L must fall. Else: L must stay below this. */
  readonly ceiling?: number | undefined
  readonly permission?: Permission | undefined
}

/** Result of some proposals. */
export interface Walked {
  readonly loss: number
  readonly accepted: number
}

/**
 * Makes proposals of a permutation search: two records exchange their values of a column if that lowers L = Σ_q tr(M_q
 * E_q M_q E_q), or keeps it below a ceiling.
 *
 * A proposal is a random column and two places of its sorted order, 2^b + U(2^b) apart with b uniform. It changes row
 * and column j of E by u_k = f (z_ak − z_bk), f = (z_bj − z_aj)/(n − 1), u_j = 0. So for each of the two kinds of
 * correlations
 *     ΔL = 4 G_j·u + 2 [(Mu)_j² + M_jj uᵀMu].
 * The second term is at least 2 M_jj λ_min(M) uᵀu ≥ 0. So most proposals are refused in O(d) and the others decided in
 * O(d²); accepted ones update E and G in O(d²).
 *
 * @param state - Its orders, rows, errors and gradients change.
 * @param options - The draws, two for each proposal, the permission, and the ceiling.
 * @returns L after them, and the number of accepted ones. Allocates nothing for a proposal.
 */
export function walk(state: PermuteState, { draws, loss: start, ceiling, permission }: WalkOptions): Walked {
  const { rows, width, records, moving, pearson, spearman } = state
  const columns = moving.length
  const levels = Int32Array.from(moving, ({ order }) => Math.max(0, 31 - Math.clz32(order.length - 1)))
  const difference = new Float64Array(width)
  const weighted = new Float64Array(width)
  const second = spearman.from
  const scale = 1 / (records - 1)
  let loss = start
  let accepted = 0
  for (let t = 0; t + 1 < draws.length; t += 2) {
    const u = draws[t] * columns
    const j = u | 0
    const column = moving[j]
    const { order } = column
    const m = order.length
    if (m < 2) continue
    // The remaining digits of the draw for the column select the size of the gap, and their rest the gap.
    const size = (u - j) * (levels[j] + 1)
    const b = size | 0
    const span = 1 << b
    let gap = span + (((size - b) * span) | 0)
    if (gap > m - 1) gap = m - 1
    const p = (draws[t + 1] * (m - gap)) | 0
    const q = p + gap
    const rankStep = (column.ranks[q] - column.ranks[p]) * scale
    if (rankStep === 0) continue
    const rankAt = second + column.rankAt
    const numberAt = column.numberAt
    const numberStep = numberAt < 0 ? 0 : (column.numbers[q] - column.numbers[p]) * scale
    const a = order[p] * width
    const c = order[q] * width

    let linear = 0
    let least = 0
    if (numberAt >= 0) {
      const { gradient, size: d, weights, leastWeight } = pearson
      const own = numberAt * d
      let slope = 0
      let length = 0
      for (let k = 0; k < d; k++) {
        const w = rows[a + k] - rows[c + k]
        difference[k] = w
        slope += gradient[own + k] * w
        length += w * w
      }
      const w = difference[numberAt]
      slope -= gradient[own + numberAt] * w
      length -= w * w
      difference[numberAt] = 0
      linear = 4 * numberStep * slope
      least = 2 * numberStep * numberStep * weights[own + numberAt] * leastWeight * length
    }
    {
      const { gradient, size: d, weights, leastWeight } = spearman
      const own = column.rankAt * d
      let slope = 0
      let length = 0
      for (let k = 0; k < d; k++) {
        const w = rows[a + second + k] - rows[c + second + k]
        difference[second + k] = w
        slope += gradient[own + k] * w
        length += w * w
      }
      const w = difference[rankAt]
      slope -= gradient[own + column.rankAt] * w
      length -= w * w
      difference[rankAt] = 0
      linear += 4 * rankStep * slope
      least += 2 * rankStep * rankStep * weights[own + column.rankAt] * leastWeight * length
    }
    const most = ceiling === undefined ? 0 : ceiling - loss
    if (linear + least >= most) continue
    let change = linear
    if (numberAt >= 0) change += curvature(pearson, numberAt, numberStep, difference, weighted)
    change += curvature(spearman, column.rankAt, rankStep, difference, weighted)
    if (!(change < most)) continue
    if (permission !== undefined) {
      if (!permission.allows(j, p, q)) continue
      permission.moved(j, p, q)
    }
    accepted++
    loss += change
    if (numberAt >= 0) {
      exchange(rows, a + numberAt, c + numberAt)
      update(pearson, numberAt, numberStep, difference, weighted)
    }
    exchange(rows, a + rankAt, c + rankAt)
    update(spearman, column.rankAt, rankStep, difference, weighted)
    const held = order[p]
    order[p] = order[q]
    order[q] = held
  }
  return { loss, accepted }
}

/** Returns 2 [(Mu)_j² + M_jj uᵀMu] with u = f·w; leaves Mw in `weighted`. */
function curvature(of: Relations, j: number, f: number, difference: Float64Array, weighted: Float64Array): number {
  const { weights, size, from } = of
  let form = 0
  for (let k = 0; k < size; k++) {
    const row = k * size
    let total = 0
    for (let l = 0; l < size; l++) total += weights[row + l] * difference[from + l]
    weighted[from + k] = total
    form += total * difference[from + k]
  }
  const own = weighted[from + j]
  return 2 * f * f * (own * own + weights[j * size + j] * form)
}

/** Updates E and G after the exchange: E += e_j uᵀ + u e_jᵀ, G += M_j (Mu)ᵀ + (Mu) M_jᵀ. */
function update(of: Relations, j: number, f: number, difference: Float64Array, weighted: Float64Array): void {
  const { errors, gradient, weights, size, from } = of
  const own = j * size
  for (let k = 0; k < size; k++) {
    const u = f * difference[from + k]
    errors[own + k] += u
    errors[k * size + j] += u
    const row = k * size
    const left = f * weights[own + k]
    const right = f * weighted[from + k]
    for (let l = 0; l < size; l++) gradient[row + l] += left * weighted[from + l] + right * weights[own + l]
  }
}

function exchange(values: Float64Array, a: number, b: number): void {
  const held = values[a]
  values[a] = values[b]
  values[b] = held
}
