import { lostBy } from '@sdc/stats/internal'

/** A sum that terms join and leave, which keeps its digits when a term that was much greater than the rest has left. */
export interface RunningSum {
  readonly value: number
  add(term: number): void
}

/**
 * Neumaier's compensated sum: what an addition rounds off is summed apart.
 *
 * @returns A sum of no terms yet; with 2⁻⁵³ = u its error is about u·|value| + m·u²·Σ|terms| after m additions.
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
