import { runningSum } from './running-sum.js'

/**
 * Mean of numbers under proposals that change a few: one starts with `begin`, names each changed number at most once by
 * `replace`, and `accept` makes it the state. An absent number is NaN.
 */
export interface RunningMean {
  /** Proposed mean; NaN without numbers. */
  readonly value: number
  begin(): void
  replace(at: number, after: number): void
  accept(): void
}

/**
 * Starts a running mean.
 *
 * @param start - The numbers; NaN for none.
 * @returns Their mean, under changes.
 */
export function runningMean(start: ArrayLike<number>): RunningMean {
  const terms = Float64Array.from(start)
  const total = runningSum()
  let counted = 0
  for (const term of terms) {
    if (term !== term) continue
    total.add(term)
    counted++
  }
  const places = new Int32Array(terms.length)
  const next = new Float64Array(terms.length)
  let changes = 0
  let entering = 0
  let leaving = 0
  let used = counted
  return {
    get value() {
      return (total.value + (entering - leaving)) / used
    },
    begin() {
      changes = 0
      entering = 0
      leaving = 0
      used = counted
    },
    replace(at, after) {
      const before = terms[at]
      places[changes] = at
      next[changes++] = after
      if (after === after) {
        entering += after
        used++
      }
      if (before === before) {
        leaving += before
        used--
      }
    },
    accept() {
      for (let c = 0; c < changes; c++) terms[places[c]] = next[c]
      total.add(entering)
      total.add(-leaving)
      counted = used
      changes = 0
      entering = 0
      leaving = 0
    },
  }
}
