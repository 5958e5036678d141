/** Result of `advance` if it needs no values. */
export const AT_RUN = -1

/** Runs of equal values of one order, each with the number of values of another below it, and equal to it. */
export interface RunsBeside {
  /** Number of values of the run; 0 after the last. */
  readonly length: number
  /** Number of values of the other order below the run's value; after the last run, all values not counted before. */
  readonly below: number
  /** Number of values of the other order equal to it. */
  readonly equal: number
  /** Advances to the next run: returns the number of the order whose values it needs first, or `AT_RUN`. */
  advance(): number
  /** Takes the requested values, ascending; none at the end of the order. */
  take(values: Float64Array): void
}

/** Values of an order that are in memory. */
interface Held {
  values: Float64Array
  at: number
  isOver: boolean
}

/**
 * Goes through two orders in parallel.
 *
 * @param which - Number of the first order; the second is the next one.
 * @returns Runs of the first. Cost: O(1) a value of either.
 */
export function runsBeside(which: number): RunsBeside {
  const own: Held = { values: new Float64Array(0), at: 0, isOver: false }
  const other: Held = { values: new Float64Array(0), at: 0, isOver: false }
  let wanted = own
  let value = Number.NaN
  let isBegun = false
  const wants = (held: Held): boolean => {
    wanted = held
    return held.at === held.values.length && !held.isOver
  }
  const run = {
    length: 0,
    below: 0,
    equal: 0,
    advance() {
      if (!isBegun) {
        if (wants(own)) return which
        run.length = 0
        run.below += run.equal
        run.equal = 0
        if (own.isOver) return AT_RUN
        value = own.values[own.at]
        isBegun = true
      }
      const from = own.at
      while (own.values[own.at] === value) own.at++
      run.length += own.at - from
      if (wants(own)) return which
      const first = other.at
      while (other.values[other.at] < value) other.at++
      const end = other.at
      while (other.values[other.at] === value) other.at++
      run.below += end - first
      run.equal += other.at - end
      if (wants(other)) return which + 1
      isBegun = false
      return AT_RUN
    },
    take(values: Float64Array) {
      wanted.values = values
      wanted.at = 0
      wanted.isOver = values.length === 0
    },
  }
  return run
}
