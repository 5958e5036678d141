import { kdTree, type DistanceMetric, type KdTree, type RecordGroups } from '@sdc/stats'
import { inRange, rangeUnit } from '@sdc/stats/internal'
import { KEY_ROUNDING, tieRing } from './link-ties.js'

/**
 * Rule for a hit if several records are equally near: the probability of a random pick, the lowest index, any of them,
 * or only a single one.
 */
export type TieCount = 'fractional' | 'first' | 'inclusive' | 'strict'

/** Direction of an attack: the file with the intruder's records, and the file that they search. */
export type LinkDirection = 'original-to-masked' | 'masked-to-original'

/** Right rows of a file for record r of another: rows[starts[r]] … rows[starts[r + 1] − 1]. */
export interface RightRows {
  readonly starts: Int32Array
  readonly rows: Int32Array
}

/** Links of every record: number of nearest ones, number of right ones among them, and 1 if the first is right. */
export interface NearestLinks {
  readonly tied: Int32Array
  readonly right: Int32Array
  readonly first: Uint8Array
}

/** Groups of `to` as a search tree, its columns times `unit`. */
export interface GroupTree {
  readonly tree: KdTree
  readonly unit: number
}

/** Sizes of the terms of each value, the reference of its rounding errors. */
export interface KeySizes {
  /** Size of a value beyond its own. */
  readonly slack?: Float64Array
  /** For values that are sums: sums of their terms' sizes, in both files. */
  readonly terms?: { readonly from: readonly Float64Array[]; readonly to: readonly Float64Array[] }
}

export interface LinkOptions {
  readonly metric?: DistanceMetric | undefined
  readonly tree?: GroupTree | undefined
  readonly sizes?: KeySizes | undefined
}

/**
 * Links records by distance with some columns: for every row of `from` the rows of `to` at the smallest distance.
 *
 * Rows of `to` with equal values are one point of the search tree, so heavily tied columns cost no more than others.
 * Distances tie if rounding hides which is less: see `uncertainTies` of @sdc/stats. Cost: O(n log n) if the columns are
 * few compared with log n. Source: Domingo-Ferrer & Torra 2001; Sebé et al. 2002, section 2.
 *
 * @param from - The columns, d arrays of n values, none missing.
 * @param to - The same columns of the other file, d arrays of m.
 * @param group - Rows of `to` with equal values, see `refineGroups` of @sdc/stats.
 * @param truth - Right rows of `to` for each row of `from`.
 * @param tick - Receives the completed share of the records.
 * @param options - The distance, `euclidean` by default; the tree of `to`, if already built; sizes of the terms of
 *   the columns.
 * @returns The links of the n records.
 */
export function nearestLinks(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  group: RecordGroups,
  truth: RightRows,
  tick: (fraction: number) => void,
  { metric = 'euclidean', tree: known, sizes = {} }: LinkOptions = {},
): NearestLinks {
  const { tree, unit } = known ?? groupTree(to, group, metric)
  const { ids, sizes: counts, firsts } = group
  const n = truth.starts.length - 1
  const links = { tied: new Int32Array(n), right: new Int32Array(n), first: new Uint8Array(n) }
  const d = from.length
  const point = new Float64Array(d)
  const size = new Float64Array(d)
  const nearest = new Uint32Array(2)
  const distances = new Float64Array(2)
  const beyond = Float64Array.from(from, (_, j) => unit * (sizes.slack?.[j] ?? 0))
  const tiedGroups = (): ReturnType<KdTree['uncertainTies']> =>
    tree.uncertainTies({
      weights: counts,
      share: KEY_ROUNDING,
      sizes: sizes.terms && groupSizes(sizes.terms.to, firsts, unit),
    })
  // Few files need it.
  let search: ReturnType<KdTree['uncertainTies']> | undefined
  // Neighbouring records visit the same leaves, and find them in the cache: most are near their right one.
  const { starts, rows } = truth
  const near = new Int32Array(n).map((_, r) => (starts[r] < starts[r + 1] ? ids[rows[starts[r]]] : -1))
  const order = leafOrder(tree, near)
  for (let turn = 0; turn < n; turn++) {
    if ((turn & 1023) === 0) tick(turn / n)
    const r = order[turn]
    let total = 0
    for (let j = 0; j < d; j++) {
      point[j] = inRange(from[j][r], unit)
      size[j] = sizes.terms ? inRange(sizes.terms.from[j][r], unit) : Math.abs(point[j])
      size[j] += beyond[j]
      total += size[j]
    }
    const found = tree.nearestKInto(point, 2, nearest, distances)
    const ring = distances[0] === 0 ? 0 : tieRing(distances[0], total, metric, sizes.terms !== undefined)
    const tied =
      found === 1 || distances[1] > ring ? undefined : (search ??= tiedGroups())({ point, size, beyond, ring })
    // Groups are numbered by their lowest row, so the first of the tied ones has the lowest row of all.
    const first = firsts[tied ? tied.lowest : nearest[0]]
    links.tied[r] = tied ? tied.count : counts[nearest[0]]
    for (let at = truth.starts[r]; at < truth.starts[r + 1]; at++) {
      const row = truth.rows[at]
      if (tied ? !tied.has(ids[row]) : nearest[0] !== ids[row]) continue
      links.right[r]++
      if (row === first) links.first[r] = 1
    }
  }
  if (known === undefined) tree.free()
  return links
}

/**
 * Returns the sizes of the terms of every group, one after another.
 *
 * @param terms - d columns with the size of the terms of each row.
 * @param firsts - A row of each group.
 * @param unit - Factor of the sizes, the same as that of the columns.
 * @returns d numbers for each group.
 */
export function groupSizes(terms: readonly Float64Array[], firsts: Int32Array, unit: number): Float64Array {
  const d = terms.length
  const sizes = new Float64Array(firsts.length * d)
  terms.forEach((term, j) => firsts.forEach((row, group) => (sizes[group * d + j] = term[row] * unit)))
  return sizes
}

/**
 * Builds the search tree of the groups: the part of {@link nearestLinks} that depends on `to` alone. Cost: O(n log n).
 *
 * @param to - d columns of m rows.
 * @param group - Rows with equal values.
 * @param metric - The distance.
 * @param unit - Factor of the columns: for a part of a file, that of the file.
 * @returns The tree.
 */
export function groupTree(
  to: readonly Float64Array[],
  { firsts }: RecordGroups,
  metric: DistanceMetric = 'euclidean',
  unit: number = rangeUnit(to),
): GroupTree {
  // If no two rows are equal, the keys themselves: for a large file, copies would take most of the memory.
  const isEach = unit === 1 && to.every(({ length }) => length === firsts.length)
  return { tree: kdTree(isEach ? to : to.map((key) => inUnits(key, firsts, unit)), metric), unit }
}

/**
 * Returns the values of some rows times `unit`. A loop: `Float64Array.from` with a function takes ten times as long.
 */
function inUnits(key: Float64Array, rows: Int32Array, unit: number): Float64Array {
  const values = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) values[at] = key[rows[at]] * unit
  return values
}

/**
 * Returns the records in the order in which a tree has the points near them. Cost: O(n).
 *
 * @param tree - The tree.
 * @param near - Number of a near point for each record; −1 if none is known: such records come last.
 * @returns Numbers of the records.
 */
export function leafOrder(tree: KdTree, near: Int32Array): Uint32Array {
  const leaves = tree.leaves().records
  const places = new Uint32Array(leaves.length)
  for (let place = 0; place < leaves.length; place++) places[leaves[place]] = place
  const next = new Uint32Array(leaves.length + 2)
  for (const point of near) next[(point < 0 ? leaves.length : places[point]) + 1]++
  for (let place = 0; place <= leaves.length; place++) next[place + 1] += next[place]
  const order = new Uint32Array(near.length)
  for (let r = 0; r < near.length; r++) order[next[near[r] < 0 ? leaves.length : places[near[r]]]++] = r
  return order
}

/**
 * Returns the credit of the link of every record, in [0, 1].
 *
 * @param links - Links of each of n records.
 * @param ties - Credit of a link if several records are equally near.
 * @returns n credits.
 */
export function creditsOf({ tied, right, first }: NearestLinks, ties: TieCount): Float64Array {
  const credits = new Float64Array(tied.length)
  for (let r = 0; r < tied.length; r++) credits[r] = creditOf(ties, tied[r], right[r], first[r] === 1)
  return credits
}

/**
 * Returns one right row for each record.
 *
 * @param truth - The right row of each.
 */
export function oneRight(truth: Int32Array): RightRows {
  return { starts: Int32Array.from({ length: truth.length + 1 }, (_, r) => r), rows: truth }
}

/**
 * Links masked records, `from`, to original ones, `to`, by {@link nearestLinks}, and returns credits. With T the
 * nearest ones and t the true one, `truth`: fractional 1[t ∈ T]/|T|, first 1[t = min T], inclusive 1[t ∈ T], strict 1[T
 * = {t}].
 *
 * @param from - Columns of n masked records, d × n.
 * @param to - The same columns of the original ones, d × m.
 * @param group - Rows of `to` with equal values.
 * @param truth - Right row of `to` for each masked record, or the rows.
 * @param ties - The rule for ties.
 * @param tick - Receives the completed share of the records.
 * @param options - As in {@link nearestLinks}.
 * @returns n credits in [0, 1].
 */
export function linkCredit(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  group: RecordGroups,
  truth: Int32Array | RightRows,
  ties: TieCount,
  tick: (fraction: number) => void,
  options?: LinkOptions,
): Float64Array {
  const right = truth instanceof Int32Array ? oneRight(truth) : truth
  return creditsOf(nearestLinks(from, to, group, right, tick, options), ties)
}

/**
 * Returns the credit of a link to one of `tied` records, `right` of them right.
 *
 * @param ties - The rule for ties.
 * @param tied - Number of nearest records, at least 1.
 * @param right - Number of right ones among them.
 * @param first - True if the one with the lowest index is right.
 * @returns A number in [0, 1].
 */
export function creditOf(ties: TieCount, tied: number, right: number, first: boolean): number {
  switch (ties) {
    case 'fractional':
      return right > 0 ? right / tied : 0
    case 'first':
      return first ? 1 : 0
    case 'inclusive':
      return right > 0 ? 1 : 0
    case 'strict':
      return tied === 1 ? right : 0
  }
}
