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

/** The growth from one size to the next, marked where it is steep between the sizes that are watched; empty without a size before. */
export function growthText(from: Point | undefined, to: Point | undefined): string {
  if (!from || !to) return ''
  const slope = growth(from, to)
  const isSteep = from.n === watched.from && to.n === watched.to && slope > watched.most
  return `${slope.toFixed(2)}${isSteep ? ' STEEP' : ''}`
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
