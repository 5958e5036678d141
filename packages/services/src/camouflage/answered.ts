/** The sets of records that were answered about, column by column. */
export interface AnsweredSets {
  /** Whether a set differs from none of them in fewer records than it must; the very same set does not differ. */
  allows(column: string, rows: Int32Array): boolean
  add(column: string, rows: Int32Array): void
}

/** A set that was answered about before the service was opened: how many records it has, and what they are. */
export interface EarlierSet {
  readonly column: string
  /** undefined where it is not known. */
  readonly size: number | undefined
  rows(): Int32Array
}

/**
 * Remembers sets of records, and finds one that is too near to another.
 *
 * Two sets whose sizes are far apart differ in at least as many records, so that most of the earlier ones, which a log has
 * as queries, are never evaluated.
 *
 * @param least - in how many records two sets must differ, at least, unless they are the same
 * @param earlier - those from before
 * @returns the sets; to ask is O(|T|) for each that may be near, mostly far less
 */
export function answeredSets(least: number, earlier: readonly EarlierSet[]): AnsweredSets {
  const known = new Map<string, { readonly size: number | undefined; rows: () => Int32Array }[]>()
  const listOf = (column: string): { readonly size: number | undefined; rows: () => Int32Array }[] => {
    const list = known.get(column) ?? []
    known.set(column, list)
    return list
  }
  for (const { column, size, rows } of earlier) {
    let made: Int32Array | undefined
    listOf(column).push({ size, rows: () => (made ??= rows()) })
  }
  const near = (size: number | undefined, other: Int32Array): boolean =>
    size === undefined || Math.abs(size - other.length) < least
  return {
    allows: (column, rows) =>
      listOf(column).every((one) => {
        if (!near(one.size, rows)) return true
        const differing = difference(one.rows(), rows, least)
        return differing === 0 || differing >= least
      }),
    add(column, rows) {
      const same = listOf(column).some((one) => one.size === rows.length && difference(one.rows(), rows, 1) === 0)
      if (!same) listOf(column).push({ size: rows.length, rows: () => rows })
    },
  }
}

/**
 * In how many records two sets differ.
 *
 * @param one - records, ascending
 * @param other - records, ascending
 * @param enough - where counting may stop
 * @returns the number, or `enough` where it is as great
 */
export function difference(one: Int32Array, other: Int32Array, enough: number): number {
  let differing = 0
  let [a, b] = [0, 0]
  while (a < one.length && b < other.length && differing < enough) {
    if (one[a] === other[b]) {
      a++
      b++
    } else {
      differing++
      if (one[a] < other[b]) a++
      else b++
    }
  }
  return Math.min(enough, differing + (one.length - a) + (other.length - b))
}
