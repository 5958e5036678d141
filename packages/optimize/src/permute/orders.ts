import { recompute, type PermuteState } from './permute-state.js'

/**
 * Copies the present owners of all values.
 *
 * @param state - The state.
 * @returns A copy of the order of every moving column.
 */
export function ordersOf({ moving }: PermuteState): Uint32Array[] {
  return moving.map(({ order }) => order.slice())
}

/**
 * Gives the records the values of other orders, and computes rows, errors and gradients from them.
 *
 * @param state - It changes.
 * @param orders - Record of each sorted value, by column.
 */
export function restore(state: PermuteState, orders: readonly Uint32Array[]): void {
  const { rows, width, spearman } = state
  state.moving.forEach((column, j) => {
    const { order, numberAt, numbers, rankAt, ranks } = column
    order.set(orders[j])
    for (let p = 0; p < order.length; p++) {
      const row = order[p] * width
      if (numberAt >= 0) rows[row + numberAt] = numbers[p]
      rows[row + spearman.from + rankAt] = ranks[p]
    }
  })
  recompute(state)
}
