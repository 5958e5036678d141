import { isMissing, type Column } from '@sdc/core'
import { normalQuantile, rank } from '@sdc/stats'

/** Records of a group, with the place of the group. */
export interface PlacedRows {
  readonly rows: Int32Array
  /** Mean score of some columns, which orders the groups. */
  readonly place: number
}

/** Returns the least number of records of a group in which p columns are masked: max(30, 3(p + 2)). */
export function leastRecords(columns: number): number {
  return Math.max(30, 3 * (columns + 2))
}

/**
 * Returns the mean over columns of the mean score of some records. Sums are of sorted values, so that the order of
 * records changes nothing.
 *
 * @param scores - One array a column.
 * @param rows - The records; a record without a score in a column is left out for that column.
 * @returns 0 if no record has a score.
 */
export function meanScore(scores: readonly Float64Array[], rows: Int32Array): number {
  const means = scores.flatMap((of) => {
    const own = Float64Array.from(rows, (row) => of[row] ?? Number.NaN)
      .filter((score) => !Number.isNaN(score))
      .sort()
    return own.length === 0 ? [] : own.reduce((total, score) => total + score, 0) / own.length
  })
  return means.reduce((total, score) => total + score, 0) / Math.max(1, means.length)
}

/**
 * Scores of the records of a column: normal scores Φ⁻¹(rank/(n + 1)), with mean ranks for equal values. For a nominal
 * column the score is 1 for the most frequent level and 0 for others. NaN for a missing value.
 */
export function recordScores(column: Column): Float64Array {
  const codes = column.kind === 'numeric' ? undefined : column.codes
  if (codes && column.kind !== 'numeric' && !column.ordered) {
    const counts = new Float64Array(column.levels.length)
    for (const code of codes) if (code >= 0) counts[code]++
    const modal = counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0))
    return Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : Number(code === modal)))
  }
  const values = column.kind === 'numeric' ? column.values : Float64Array.from(column.codes)
  const known = values.map((value, i) => (isMissing(column, i) ? Number.NaN : value))
  const n = known.reduce((count, value) => count + Number(!Number.isNaN(value)), 0)
  return rank(known, 'average').map((one) => normalQuantile(one / (n + 1)))
}

/**
 * Merges groups that are too small with the nearer of their two neighbours, the smallest first, until none is left or
 * there is one group. A merged group is tested again. Cost: O(groups), plus rows and labels of merged groups.
 *
 * @param groups - The groups by ascending place.
 * @param isSmall - Returns true for a group that must be merged.
 * @param merged - Merges two groups: `mergedRows`, and their other properties.
 * @returns The groups by ascending place.
 */
export function mergeSmall<T extends PlacedRows>(
  groups: readonly T[],
  isSmall: (group: T) => boolean,
  merged: (a: T, b: T) => T,
): T[] {
  const links = groups.map((group): Link<T> => ({ group }))
  links.forEach((link, i) => {
    link.before = links[i - 1]
    link.after = links[i + 1]
  })
  const bySize: Link<T>[][] = []
  const wait = (link: Link<T>): void => void (bySize[link.group.rows.length] ??= []).push(link)
  for (const link of links) if (isSmall(link.group)) wait(link)
  const gone = new Set<Link<T>>()
  let first = links.at(0)
  // A merged group is larger than the present one: its turn is later.
  for (let size = 0; size < bySize.length; size++) {
    for (const link of bySize[size] ?? []) {
      const other = gone.has(link) ? undefined : nearer(link)
      if (other === undefined) continue
      const [low, high] = other === link.before ? [other, link] : [link, other]
      const one: Link<T> = { group: merged(low.group, high.group), before: low.before, after: high.after }
      if (one.before) one.before.after = one
      else first = one
      if (one.after) one.after.before = one
      gone.add(low).add(high)
      if (isSmall(one.group)) wait(one)
    }
  }
  const left: T[] = []
  for (let link: Link<T> | undefined = first; link !== undefined; link = link.after) left.push(link.group)
  return left
}

/** A group and its neighbours. */
interface Link<T> {
  readonly group: T
  before?: Link<T> | undefined
  after?: Link<T> | undefined
}

/** The neighbour with the nearer place; of equally near ones the smaller, then the one before. */
function nearer<T extends PlacedRows>({ group, before, after }: Link<T>): Link<T> | undefined {
  if (before === undefined || after === undefined) return before ?? after
  const apart = group.place - before.group.place - (after.group.place - group.place)
  return (apart || before.group.rows.length - after.group.rows.length) <= 0 ? before : after
}

/** Merges two groups. */
export function mergedRows(a: PlacedRows, b: PlacedRows): PlacedRows {
  const sizes = [a.rows.length, b.rows.length]
  const rows = new Int32Array(sizes[0] + sizes[1])
  rows.set(a.rows)
  rows.set(b.rows, sizes[0])
  return { rows: rows.sort(), place: (a.place * sizes[0] + b.place * sizes[1]) / (sizes[0] + sizes[1]) }
}
