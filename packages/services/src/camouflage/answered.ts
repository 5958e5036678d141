/** Sets of records already answered about, by column. */
export interface AnsweredSets {
  /** Tests whether the set equals an earlier one, or differs from each earlier one in enough records. */
  allows(column: string, rows: Int32Array): boolean
  add(column: string, rows: Int32Array): void
}

/** Set answered about before the service was opened: its number of records, and the records. */
export interface EarlierSet {
  readonly column: string
  /** The records; undefined if unknown. */
  readonly size: number | undefined
  rows(): Int32Array
}

/**
 * Remembers sets of records, and finds earlier sets that are too similar.
 *
 * Two sets differ in at least as many records as their sizes differ. So most earlier sets, which a log stores as
 * queries, are never evaluated.
 *
 * @param least - Minimum number of records in which two sets must differ, unless they are equal.
 * @param earlier - Earlier sets.
 * @returns The sets. A check costs O(|T|) for each set of similar size, usually far less.
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
 * Number of records in which two sets differ.
 *
 * @param one - Records, ascending.
 * @param other - Records, ascending.
 * @param enough - Number at which counting may stop.
 * @returns The number, or `enough` if it is at least as large.
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
