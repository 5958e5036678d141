import { tieRuns } from '../order/sort-order.js'

/** Returns the uniform number in [0, 1) by which a recipient gets its donor. */
export type DonorDraw = (recipient: number) => number

/**
 * Draws for every recipient one of the k donors with predictions nearest to its own, each with the same probability. If
 * the farthest of them share their prediction with others, all of these may be chosen; without predictors, every donor.
 *
 * @param donors - Predictions of the donors, at least one.
 * @param recipients - Predictions of the recipients.
 * @param k - Number of nearest donors to draw from; all if there are fewer.
 * @param draw - Uniform number for each recipient, called in their order: its first digits choose the slot, the
 *   others among equals.
 * @returns The index of the donor of each recipient.
 *
 * Cost: O(m) to sort m donors, O(log m + k) per recipient.
 */
export function nearestDonors(donors: Float64Array, recipients: Float64Array, k: number, draw: DonorDraw): Int32Array {
  const { order, starts } = tieRuns(donors)
  const runs = starts.length - 1
  const values = Float64Array.from({ length: runs }, (_, run) => donors[order[starts[run]]])
  const near = Math.min(k, order.length)
  const chosen = new Int32Array(recipients.length)
  for (let i = 0; i < recipients.length; i++) {
    const slots = draw(i) * near
    const slot = Math.floor(slots)
    const run = runOfSlot(values, starts, recipients[i], slot)
    chosen[i] = order[starts[run] + Math.floor((slots - slot) * (starts[run + 1] - starts[run]))]
  }
  return chosen
}

/** Returns the run of equal predictions of the donor at a slot, counted from the nearest on. */
function runOfSlot(values: Float64Array, starts: Uint32Array, value: number, slot: number): number {
  let right = firstFrom(values, value)
  let left = right - 1
  let rest = slot
  for (;;) {
    const takeRight = left < 0 || (right < values.length && values[right] - value <= value - values[left])
    const run = takeRight ? right++ : left--
    rest -= starts[run + 1] - starts[run]
    if (rest < 0 || (left < 0 && right >= values.length)) return run
  }
}

/** Returns the index of the first value of an ascending list that is not below another. */
function firstFrom(values: Float64Array, value: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
