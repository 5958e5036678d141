/** Sorted order with the starts of its runs of equal values: run r is order[starts[r] … starts[r + 1] − 1]. */
export interface TieRuns {
  readonly order: Uint32Array
  readonly starts: Uint32Array
}

/** Up to four decimals: amounts in cents, shares of a percent. */
const SCALES = [1, 10, 100, 1000, 10_000]

/**
 * Computes `tieRuns` for values that are multiples of a decimal step within a few steps per value: whole numbers,
 * amounts, codes.
 *
 * One counting sort by k_i = round(x_i·s), s = 10^d: if x_i = k_i/s, k_i has the order and the ties of x_i. Stable; NaN
 * is left out; −0 equals 0.
 *
 * @param values - n values.
 * @returns Undefined if they are not such multiples, which the first of them mostly shows.
 *
 * Cost: O(n), two or three passes.
 */
export function stepRuns(values: Float64Array): TieRuns | undefined {
  const n = values.length
  let least = Infinity
  let greatest = -Infinity
  let count = 0
  for (let i = 0; i < n; i++) {
    const value = values[i]
    if (value !== value) continue
    count++
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  if (count === 0) return undefined
  const scale = SCALES.find((one) => !((greatest - least) * one < 2 * n) || areMultiples(values, one))
  if (scale === undefined || !((greatest - least) * scale < 2 * n)) return undefined
  const from = Math.round(least * scale)
  const places = new Uint32Array(Math.round(greatest * scale) - from + 1)
  for (let i = 0; i < n; i++) if (values[i] === values[i]) places[Math.round(values[i] * scale) - from]++
  const starts = new Uint32Array(Math.min(places.length, count) + 1)
  let runs = 0
  let at = 0
  for (let k = 0; k < places.length; k++) {
    const size = places[k]
    if (size > 0) starts[runs++] = at
    places[k] = at
    at += size
  }
  starts[runs] = count
  const order = new Uint32Array(count)
  for (let i = 0; i < n; i++) if (values[i] === values[i]) order[places[Math.round(values[i] * scale) - from]++] = i
  return { order, starts: starts.length === runs + 1 ? starts : starts.slice(0, runs + 1) }
}

function areMultiples(values: Float64Array, scale: number): boolean {
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (Math.round(value * scale) / scale !== value && value === value) return false
  }
  return true
}
