/** A size and what it took. */
export interface Point {
  readonly n: number
  readonly seconds: number
}

/** The slope of log seconds over log n: 1 for what is linear, 2 for what is quadratic. */
export function growth(from: Point, to: Point): number {
  return Math.log(to.seconds / from.seconds) / Math.log(to.n / from.n)
}

/** Between these sizes a growth over this one stands out. */
const watched = { from: 10_000, to: 100_000, most: 1.3 }

/** Whether the growth from one size to the next is steeper than it may be, between the sizes that are watched. */
export function isSteep(from: Point, to: Point): boolean {
  return from.n === watched.from && to.n === watched.to && growth(from, to) > watched.most
}

/** A growth for a table, with what makes it stand out. */
export function growthText(slope: number, steep: boolean): string {
  return `${slope.toFixed(2)}${steep ? ' STEEP' : ''}`
}

/** Below this the fixed cost of a call hides how it grows. */
const shortest = 0.001

/**
 * What n records should take by the sizes before, smallest first: the last one at the slope to it, at least linear;
 * null where there is none to tell from.
 */
export function expectedSeconds(before: readonly Point[], n: number): number | null {
  const last = before.at(-1)
  if (!last) return null
  const previous = before.at(-2)
  const slope = previous && previous.seconds >= shortest ? Math.max(1, growth(previous, last)) : 1
  return last.seconds * (n / last.n) ** slope
}
