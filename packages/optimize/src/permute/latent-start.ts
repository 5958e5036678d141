import { sortOrder } from '@sdc/stats'
import { covarianceTransport } from '@sdc/stats/internal'
import { loss, type PermuteState } from './permute-state.js'
import { ordersOf, restore } from './orders.js'

/** Number of rounds, after which the correlations improve no more. */
const ROUNDS = 4

/**
 * Starts large files: every column gets the order of W·T. W are its standardised values, and T is the smallest linear
 * map that gives the rows with the correlations of Z those of X. Values stay the same; only their owners change, mostly
 * by few ranks. A few sorts replace many single exchanges.
 *
 * For numbers only: if categories are permuted, or the loss does not fall, the state stays unchanged.
 *
 * @param state - It changes.
 */
export function latentStart(state: PermuteState): void {
  const { records, moving, pearson } = state
  const { size, target, errors } = pearson
  if (size !== moving.length) return
  const latent = moving.map(({ order, numbers }) => {
    const column = new Float64Array(records).fill(Number.NaN)
    for (let p = 0; p < order.length; p++) column[order[p]] = numbers[p]
    return column
  })
  let best = loss(state)
  for (let round = 0; round < ROUNDS; round++) {
    const before = ordersOf(state)
    const now = target.map((r, e) => r + errors[e])
    transform(latent, covarianceTransport(now, target, size))
    restore(state, latent.map(sortOrder))
    const next = loss(state)
    if (next >= best) {
      restore(state, before)
      return
    }
    best = next
  }
}

/** Multiplies every record's numbers by T; a missing one counts as 0, and stays missing. */
function transform(columns: readonly Float64Array[], t: Float64Array): void {
  const size = columns.length
  const records = columns[0].length
  const row = new Float64Array(size)
  for (let i = 0; i < records; i++) {
    for (let k = 0; k < size; k++) row[k] = columns[k][i]
    for (let j = 0; j < size; j++) {
      if (row[j] !== row[j]) continue
      let total = 0
      for (let k = 0; k < size; k++) {
        const v = row[k]
        if (v === v) total += v * t[k * size + j]
      }
      columns[j][i] = total
    }
  }
}
