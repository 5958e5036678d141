import { keyClasses } from './key-classes.js'
import { classValues } from './class-values.js'
import { listCutter, OF_SEVERAL, type RecordLists } from './list-cutter.js'
import { minimalSets } from './minimal-sets.js'
import { matchingValues, type ValueSet } from './matching-values.js'
import { projectionMatches } from './projection-matches.js'
import { rowsByGroup, type RecordGroups } from './record-groups.js'
import { wildcardTotals } from './wildcard-totals.js'

/** Largest number of keys, which are bits of a number: as many as a sign leaves, less one. */
export const MOST_KEYS = 30

export interface MinimalUniquesOptions {
  /** Largest size of a set that is searched. */
  readonly maxSize: number
  /**
   * Matches of a missing value (−1): every value (`wildcard`), missing ones (`own-level`), or none (`never`). With
   * `never`, a record is not searched by a key that it lacks.
   */
  readonly missing: 'wildcard' | 'own-level' | 'never'
  /**
   * Person of each record, from 0 up. A set then singles out a person if no record of another person has the same
   * values.
   */
  readonly persons?: Int32Array | undefined
  /** Called with the completed share of the sets. */
  readonly tick?: (fraction: number) => void
}

/** Called for each set: the record, its keys as bits (1 << j for key j), and their number. */
export type FoundUnique = (row: number, keys: number, size: number) => void

/**
 * Finds the minimal sample uniques: for every record the smallest sets of keys that make it unique, none of them a
 * subset of another.
 *
 * A record is unique by S if no other record matches it in every key of S; then it is unique by every larger set. S is
 * minimal if the record is not unique by S without any one of its keys. Records equal in all keys are not unique by
 * any, unless they belong to one person and `persons` says so.
 *
 * The search is SUDA2. The records that match the values of a set form a list, and one more key cuts it into smaller
 * lists. Only lists with a record that is unique by all keys are searched further. Keys are ranked, and those with the
 * most values cut first. Every set is reached once, from the set without its lowest key, after all of its subsets. So a
 * record alone in its list has a minimal set, unless one of its earlier sets is a subset. Cutting a list by a key with
 * one value in it finds no minimal set, and ends there.
 *
 * @param codes - d columns of n codes from −1 (missing) up: any number of levels.
 * @param options - Largest size of a set, and the matches of a missing value.
 * @param found - Called for every minimal set of every record, in any order.
 * @throws RangeError for no column or more than 30, columns that differ in length, codes below −1.
 *
 * Cost: O(n) per key for the classes. Then, for each set of keys, at most Σ_(k ≤ maxSize) C(d, k), one pass over the
 * classes that share a list with others. If values match missing ones, each set also costs a pass over the records that
 * lack one of its keys.
 * Source: Elliot, Manning & Ford 2002 for the sets; Manning, Haglin & Keane 2008 for the search, there over values one
 * by one. Missing values that match all are ours.
 */
export function minimalUniques(
  codes: readonly Int32Array[],
  { maxSize, missing, persons, tick = () => {} }: MinimalUniquesOptions,
  found: FoundUnique,
): void {
  if (codes.length > MOST_KEYS) throw new RangeError(`${codes.length} keys are more than ${MOST_KEYS}`)
  const items = missing === 'own-level' ? codes.map((column) => column.map((code) => code + 1)) : codes
  const classes = keyClasses(items)
  const { sizes, firsts } = classes
  const count = firsts.length
  const levels = items.map((column) => 1 + column.reduce((most, code) => Math.max(most, code), -1))
  // The key with the most values is the highest bit.
  const ranked = [...items.keys()].sort((a, b) => levels[a] - levels[b] || a - b)
  const keys = ranked.map((j) => Int32Array.from(firsts, (row) => items[j][row]))
  const holes = missing === 'wildcard' ? patternsOf(keys) : new Map<number, Int32Array>()
  const owner = persons ? ownersOf(classes, persons) : sizes.map((size, c) => (size === 1 ? c : OF_SEVERAL))
  const alone = uniqueClasses(items, classes, owner, holes.size > 0 ? { persons } : undefined)
  if (!alone.includes(1)) return
  // A class may have several records of one person, all unique by the same sets.
  const members = persons ? rowsByGroup(classes) : undefined

  const d = keys.length
  const most = Math.min(maxSize, d)
  const sets = setsUpTo(d, most)
  let visited = 0
  const known = minimalSets(count)
  const single = new Int32Array(count)
  const cut = listCutter(keys, owner, alone, Math.max(1, ...levels), holes.size === 0)

  /** Searches the sets that add one key below `above` to the set of these lists. */
  const search = (lists: RecordLists, set: number, size: number, above: number): void => {
    for (let a = 0; a < above; a++) {
      tick(visited++ / sets)
      const next = set | (1 << a)
      let singles = 0
      const smaller = cut(lists, a, size, (c) => {
        if (!known.hasPartOf(c, next)) single[singles++] = c
      })
      const matched = holes.size > 0 ? likeIncomplete(keys, next, holes, single.subarray(0, singles), owner) : undefined
      const original = originalBits(next, ranked)
      for (let i = 0; i < singles; i++) {
        if (matched?.[i] === 1) {
          smaller.add(single[i])
          continue
        }
        // A set of the largest size is not a subset of any other.
        if (size + 1 < most) known.add(single[i], next)
        if (members) for (const row of members[single[i]]) found(row, original, size + 1)
        else found(firsts[single[i]], original, size + 1)
      }
      if (size + 1 < most && smaller.count > 0) search(smaller, next, size + 1, a)
    }
  }
  search({ rows: Int32Array.from({ length: count }, (_, c) => c), starts: Int32Array.of(0, count), count: 1 }, 0, 0, d)
  tick(1)
}

/**
 * Returns 1 for each class that is unique by all keys, else 0; with `incomplete`, missing values match all. A record that
 * is not unique by all keys is not unique by any of them.
 */
function uniqueClasses(
  items: readonly Int32Array[],
  classes: RecordGroups,
  owner: Int32Array,
  incomplete: Pick<MinimalUniquesOptions, 'persons'> | undefined,
): Int32Array {
  const { sizes } = classes
  const alone = owner.map((one) => (one === OF_SEVERAL ? 0 : 1))
  if (!incomplete) return alone
  const { persons } = incomplete
  if (persons) {
    const levels = persons.reduce((most, one) => Math.max(most, one), -1) + 1
    const own = classValues(classes, persons, levels)
    const several = new Uint8Array(own.values.length)
    const visit = (first: number, _: number, { from, to }: ValueSet): void =>
      void (several[first] = to - from > 1 ? 1 : 0)
    matchingValues(items, classes, own, levels, { widens: true, other: 1, alone: false }, visit)
    return alone.map((one, c) => (several[own.starts[c]] === 1 ? 0 : one))
  }
  const [totals] = wildcardTotals(items, classes, [Float64Array.from(sizes)])
  return alone.map((one, c) => (totals[c] > 1 ? 0 : one))
}

/** Returns the person of each class. */
function ownersOf({ ids, firsts }: RecordGroups, persons: Int32Array): Int32Array {
  const owner = firsts.map((row) => persons[row])
  ids.forEach((id, i) => {
    if (persons[i] !== owner[id]) owner[id] = OF_SEVERAL
  })
  return owner
}

/** Returns the number of sets of 1 to `most` of `d` keys. */
export function setsUpTo(d: number, most: number): number {
  let total = 0
  let ofSize = 1
  for (let k = 1; k <= Math.min(most, d); k++) {
    ofSize = (ofSize * (d - k + 1)) / k
    total += ofSize
  }
  return total
}

/** Returns the classes that lack some keys, by these keys as bits. */
function patternsOf(keys: readonly Int32Array[]): Map<number, Int32Array> {
  const patterns = new Map<number, number[]>()
  for (let c = 0; c < keys[0].length; c++) {
    let pattern = 0
    for (let j = 0; j < keys.length; j++) if (keys[j][c] < 0) pattern |= 1 << j
    if (pattern === 0) continue
    const held = patterns.get(pattern)
    if (held) held.push(c)
    else patterns.set(pattern, [c])
  }
  return new Map([...patterns].map(([pattern, held]) => [pattern, Int32Array.from(held)]))
}

/**
 * Returns the given classes (all with every key of a set) that match a class of another owner with some of these keys
 * missing.
 */
function likeIncomplete(
  keys: readonly Int32Array[],
  set: number,
  holes: ReadonlyMap<number, Int32Array>,
  single: Int32Array,
  owner: Int32Array,
): Uint8Array {
  const matched = new Uint8Array(single.length)
  if (single.length === 0) return matched
  const lacking = new Map<number, Int32Array[]>()
  for (const [pattern, held] of holes) {
    const lacks = pattern & set
    if (lacks !== 0) lacking.set(lacks, [...(lacking.get(lacks) ?? []), held])
  }
  for (const [lacks, held] of lacking) {
    const common = keys.filter((_, j) => ((set & ~lacks) >> j) & 1)
    projectionMatches(common, single, held.length === 1 ? held[0] : joined(held), owner, matched)
  }
  return matched
}

function joined(lists: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(lists.reduce((length, list) => length + list.length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}

/** Converts bits of ranked keys to bits of the given keys. */
function originalBits(set: number, ranked: readonly number[]): number {
  let bits = 0
  for (let a = 0; a < ranked.length; a++) if ((set >> a) & 1) bits |= 1 << ranked[a]
  return bits
}
