/** A size and its seconds. */
export interface Point {
  readonly n: number
  readonly seconds: number
}

/** Slope of log seconds over log n: 1 for linear cost, 2 for quadratic cost. */
export function growth(from: Point, to: Point): number {
  return Math.log(to.seconds / from.seconds) / Math.log(to.n / from.n)
}

/** Range of sizes, and largest growth in it without a mark. */
const watched = { from: 10_000, to: 100_000, most: 1.3 }

/** Returns true if the growth from one size to the next exceeds its limit, within the watched sizes. */
export function isSteep(from: Point, to: Point): boolean {
  return from.n === watched.from && to.n === watched.to && growth(from, to) > watched.most
}

/** Growth for a table, with a mark if it is too steep. */
export function growthText(slope: number, steep: boolean): string {
  return `${slope.toFixed(2)}${steep ? ' STEEP' : ''}`
}

/** Below this, in seconds, the fixed cost of a call hides the growth. */
const shortest = 0.001

/**
 * Returns the expected seconds for n records from the smaller sizes, ascending: the last one extrapolated by its slope,
 * at least linearly; null without any.
 */
export function expectedSeconds(before: readonly Point[], n: number): number | null {
  const last = before.at(-1)
  if (!last) return null
  const previous = before.at(-2)
  const slope = previous && previous.seconds >= shortest ? Math.max(1, growth(previous, last)) : 1
  return last.seconds * (n / last.n) ** slope
}
