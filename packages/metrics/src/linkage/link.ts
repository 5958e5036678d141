import { kdTree, type DistanceMetric, type KdTree, type RecordGroups } from '@sdc/stats'
import { inRange, rangeUnit } from '@sdc/stats/internal'
import { KEY_ROUNDING, tieRing } from './link-ties.js'

/**
 * What counts as a hit where several records are equally near: the chance of one picked at random, the lowest
 * index, any of them, or only a single one.
 */
export type TieCount = 'fractional' | 'first' | 'inclusive' | 'strict'

/** Whose records the intruder holds, and in which file they look for them. */
export type LinkDirection = 'original-to-masked' | 'masked-to-original'

/** The rows of a file that are right for record r of another: rows[starts[r]] … rows[starts[r + 1] − 1]. */
export interface RightRows {
  readonly starts: Int32Array
  readonly rows: Int32Array
}

/** What was found for every record: how many are nearest, how many of these are right, and whether the first of them is. */
export interface NearestLinks {
  readonly tied: Int32Array
  readonly right: Int32Array
  readonly first: Uint8Array
}

/** The groups of `to` as a search tree, its keys times `unit`. */
export interface GroupTree {
  readonly tree: KdTree
  readonly unit: number
}

/** How large the terms are that each key was computed of: what its rounding errors are shares of. */
export interface KeySizes {
  /** The size of a key beyond its own. */
  readonly slack?: Float64Array
  /** Of keys that are sums, the sums of their terms' sizes, in both files. */
  readonly terms?: { readonly from: readonly Float64Array[]; readonly to: readonly Float64Array[] }
}

export interface LinkOptions {
  readonly metric?: DistanceMetric | undefined
  readonly tree?: GroupTree | undefined
  readonly sizes?: KeySizes | undefined
}

/**
 * Distance-based record linkage by some key columns: for every row of `from` the rows of `to` at the least distance.
 *
 * Rows of `to` with equal keys are one point of the search tree, so that heavily tied keys cost no more than others.
 * Distances tie where rounding leaves open which is less: see `uncertainTies` of @sdc/stats. Cost: O(n log n) while the
 * keys are few against log n. Source: Domingo-Ferrer & Torra 2001; Sebé et al. 2002, section 2.
 *
 * @param from the keys, d arrays of n values, none missing
 * @param to the same keys of the other file, d arrays of m
 * @param group rows of `to` with equal keys, see `refineGroups` of @sdc/stats
 * @param truth the rows of `to` that are right for each row of `from`
 * @param tick gets the share of the records done
 * @param options the distance, `euclidean` unless said; the tree of `to`, where it is made already; how large the terms
 *   of the keys are
 * @returns the links of the n records
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
  // Records that are neighbours visit the same leaves, and find them in the cache: most are near their right one.
  const order = leafOrder(tree, ids, truth)
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
    // Groups are numbered by their lowest row, so the first of the tied ones holds the lowest row of all.
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
 * The sizes of the terms of every group, one after another.
 *
 * @param terms - d keys by row, the size of its terms.
 * @param firsts - A row of each group.
 * @param unit - What the sizes are multiplied by, as the keys are.
 * @returns d numbers for each group.
 */
export function groupSizes(terms: readonly Float64Array[], firsts: Int32Array, unit: number): Float64Array {
  const d = terms.length
  const sizes = new Float64Array(firsts.length * d)
  terms.forEach((term, j) => firsts.forEach((row, group) => (sizes[group * d + j] = term[row] * unit)))
  return sizes
}

/**
 * The search tree of the groups: what of {@link nearestLinks} depends on `to` alone. Cost: O(n log n).
 *
 * @param to d keys of m rows
 * @param group rows with equal keys
 * @param metric the distance
 * @param unit what the keys are multiplied by: of rows that are a part of a file, that of the file
 */
export function groupTree(
  to: readonly Float64Array[],
  { firsts }: RecordGroups,
  metric: DistanceMetric = 'euclidean',
  unit: number = rangeUnit(to),
): GroupTree {
  // Where no two rows are equal, the keys themselves: copies of a large file's are most of its memory.
  const isEach = unit === 1 && to.every(({ length }) => length === firsts.length)
  return { tree: kdTree(isEach ? to : to.map((key) => inUnits(key, firsts, unit)), metric), unit }
}

/** The values of some rows times `unit`. A loop: `Float64Array.from` with a function takes ten times as long. */
function inUnits(key: Float64Array, rows: Int32Array, unit: number): Float64Array {
  const values = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) values[at] = key[rows[at]] * unit
  return values
}

/** The records in the order in which the tree holds the first right row of each; those without one last. Cost: O(n). */
function leafOrder(tree: KdTree, ids: Int32Array, { starts, rows }: RightRows): Uint32Array {
  const n = starts.length - 1
  const leaves = tree.leaves().records
  const places = new Uint32Array(leaves.length)
  for (let place = 0; place < leaves.length; place++) places[leaves[place]] = place
  const placeOf = (r: number): number => (starts[r] < starts[r + 1] ? places[ids[rows[starts[r]]]] : leaves.length)
  const next = new Uint32Array(leaves.length + 2)
  for (let r = 0; r < n; r++) next[placeOf(r) + 1]++
  for (let place = 0; place <= leaves.length; place++) next[place + 1] += next[place]
  const order = new Uint32Array(n)
  for (let r = 0; r < n; r++) order[next[placeOf(r)]++] = r
  return order
}

/**
 * What the link of every record is worth, in [0, 1].
 *
 * @param links - What was found for each of n records.
 * @param ties - What a link is worth where several are equally near.
 * @returns n credits.
 */
export function creditsOf({ tied, right, first }: NearestLinks, ties: TieCount): Float64Array {
  const credits = new Float64Array(tied.length)
  for (let r = 0; r < tied.length; r++) credits[r] = creditOf(ties, tied[r], right[r], first[r] === 1)
  return credits
}

/**
 * One right row for each record.
 *
 * @param truth - The row that is right for each.
 */
export function oneRight(truth: Int32Array): RightRows {
  return { starts: Int32Array.from({ length: truth.length + 1 }, (_, r) => r), rows: truth }
}

/**
 * {@link nearestLinks} of masked records, `from`, to original ones, `to`, as credits: with T the nearest ones and t the
 * true one, `truth`, fractional 1[t ∈ T]/|T|, first 1[t = min T], inclusive 1[t ∈ T], strict 1[T = {t}].
 *
 * @param from - The keys of n masked records, d × n.
 * @param to - The same keys of the original ones, d × m.
 * @param group - Rows of `to` with equal keys.
 * @param truth - By masked record the row of `to` that is right, or the rows.
 * @param ties - Which of the rules.
 * @param tick - Gets the share of the records done.
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
 * What a link to one of `tied` records is worth of which `right` are right; `first`: whether the first of them is.
 *
 * @param ties - The rule for ties.
 * @param tied - How many records are nearest, at least 1.
 * @param right - How many of these are right.
 * @param first - Whether the one with the lowest index is.
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
