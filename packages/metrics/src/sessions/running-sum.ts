import { lostBy } from '@sdc/stats/internal'

/** Sum with terms added and removed, which keeps its digits after a much greater term was removed. */
export interface RunningSum {
  readonly value: number
  add(term: number): void
}

/**
 * Returns Neumaier's compensated sum: rounding errors of additions are summed separately.
 *
 * @returns An empty sum; with 2⁻⁵³ = u its error is about u·|value| + m·u²·Σ|terms| after m additions.
 */
export function runningSum(): RunningSum {
  let total = 0
  let lost = 0
  return {
    get value() {
      return total + lost
    },
    add(term) {
      const next = total + term
      lost += lostBy(total, term, next)
      total = next
    },
  }
}
