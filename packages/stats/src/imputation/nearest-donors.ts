import { tieRuns } from '../order/sort-order.js'

/** The two uniform numbers in [0, 1) by which a recipient gets its donor. */
export type DonorDraws = (recipient: number) => readonly [slot: number, place: number]

/**
 * For every recipient one of the k donors whose predictions are nearest to its own, each with the same chance. Where the
 * farthest of them share their prediction with others, all of these have a chance: without predictors every donor has.
 *
 * @param donors - The predictions of the donors, at least one.
 * @param recipients - The predictions of the recipients.
 * @param k - How many donors are near enough; all where there are fewer.
 * @param draws - Two numbers for each recipient, asked for in their order.
 * @returns For each recipient the place of its donor. Cost: O(m) to sort m donors, O(log m + k) a recipient.
 */
export function nearestDonors(
  donors: Float64Array,
  recipients: Float64Array,
  k: number,
  draws: DonorDraws,
): Int32Array {
  const { order, starts } = tieRuns(donors)
  const runs = starts.length - 1
  const values = Float64Array.from({ length: runs }, (_, run) => donors[order[starts[run]]])
  const near = Math.min(k, order.length)
  return Int32Array.from(recipients, (value, i) => {
    const [slot, place] = draws(i)
    const run = runOfSlot(values, starts, value, Math.floor(slot * near))
    return order[starts[run] + Math.floor(place * (starts[run + 1] - starts[run]))]
  })
}

/** The run of equal predictions that the donor at a slot, counted from the nearest on, belongs to. */
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

/** The place of the first value of an ascending list that is not below another. */
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
