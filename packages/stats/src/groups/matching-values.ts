import type { ClassValues } from './class-values.js'
import { combinationNumbers } from './combination-numbers.js'
import { keyClasses } from './key-classes.js'
import { rowsByGroup, type RecordGroups } from './record-groups.js'

/** Multiset of values: `values[from … to − 1]`, ascending, each with its weight. It is valid until the next one. */
export interface ValueSet {
  readonly values: Int32Array
  readonly weights: Float64Array
  readonly from: number
  readonly to: number
  /** Sum of the weights. */
  readonly total: number
}

/** Matches of a missing key (−1). */
export interface MatchRule {
  /** True if it matches every value; false if it matches missing ones only. */
  readonly widens: boolean
  /** Weight of a record with a missing key in the sets of other classes. */
  readonly other: number
  /** True if a record with a missing key matches only itself, not the others of its own class. */
  readonly alone: boolean
}

type Visit = (firstEntry: number, endEntry: number, set: ValueSet) => void

/**
 * Finds, for every record, the values of the records that match it.
 *
 * Class c matches class e if they agree in every key that both have (`widens`), or are the same class. The set of a
 * record has the values of all records of matching classes. A record with a missing key counts `other`, the records of
 * its own class count 1. With `alone`, only the record itself counts 1 of its own class. Matching is not an equivalence
 * relation, so these sets overlap: with missing keys they do not partition the file.
 *
 * @param codes - d columns of n keys from −1 (missing) up.
 * @param classes - Their classes, as made by `keyClasses`.
 * @param own - Values of each class.
 * @param levels - Number of different values.
 * @param rule - Matches of a missing key.
 * @param visit - Called once for every set, with the entries of `own` of its records. All visits share one buffer.
 * @param tick - Called with the completed share.
 *
 * Cost: O(entries) if nothing is missing or `widens` is false. Otherwise, for classes that lack g different sets of
 * keys: O(g) times that, plus the sizes of the sets. For each pair of such groups the values of one are added up by
 * their common keys, and each class of the other takes one such sum.
 */
export function matchingValues(
  codes: readonly Int32Array[],
  classes: RecordGroups,
  own: ClassValues,
  levels: number,
  { widens, other, alone }: MatchRule,
  visit: Visit,
  tick: (fraction: number) => void = () => {},
): void {
  const keys = codes.map((column) => Int32Array.from(classes.firsts, (i) => column[i]))
  const lacks = Uint8Array.from(classes.firsts, (_, c) => (keys.some((key) => key[c] < 0) ? 1 : 0))
  const whole = { ...own, weights: Float64Array.from(own.counts) }
  const table = { ...own, weights: whole.weights.slice() }
  for (let c = 0; c < lacks.length; c++)
    if (lacks[c]) for (let at = own.starts[c]; at < own.starts[c + 1]; at++) table.weights[at] *= other
  const sum = valueSum(levels)
  // `at` is the index of c in the list of `reached`.
  const give = (c: number, reached: readonly Reached[], at: number): void => {
    const [first, end] = [own.starts[c], own.starts[c + 1]]
    if (lacks[c] && alone) {
      // Each record has its own value once.
      for (let entry = first; entry < end; entry++) visit(entry, entry + 1, single(own.values[entry]))
      return
    }
    let isAlone = true
    for (const { numbers, sets } of reached) {
      const row = numbers[at]
      if (row < 0) continue
      sum.add(sets, sets.starts[row], sets.starts[row + 1])
      isAlone = false
    }
    if (isAlone) return visit(first, end, plainSet(whole, first, end))
    sum.add(whole, first, end)
    visit(first, end, sum.take())
  }
  const count = classes.firsts.length
  if (!widens || !lacks.includes(1)) {
    for (let c = 0; c < count; c++) {
      if (c % 65_536 === 0) tick(c / count)
      give(c, [], 0)
    }
    return
  }
  const missing = keyClasses(keys.map((key) => key.map((code) => (code < 0 ? 1 : 0))))
  const groups = rowsByGroup(missing)
  const has = [...missing.firsts].map((c) => keys.map((key) => key[c] >= 0))
  for (let a = 0; a < groups.length; a++) {
    const reach = groups.flatMap((members, b) => {
      if (b === a) return []
      tick((a + b / groups.length) / groups.length)
      const common = keys.filter((_, j) => has[a][j] && has[b][j])
      return [valuesByCombination(common, groups[a], members, table, sum)]
    })
    groups[a].forEach((c, at) => {
      if (at % 16_384 === 0) tick((a + at / groups[a].length) / groups.length)
      give(c, reach, at)
    })
  }
}

/** Values by row, with their weights. */
interface Rows {
  readonly starts: Int32Array
  readonly values: Int32Array
  readonly weights: Float64Array
}

/** For some classes, the values of the classes that they match: a row of `sets`, −1 if there is none. */
interface Reached {
  readonly numbers: Int32Array
  readonly sets: Rows
}

function single(value: number): ValueSet {
  return { values: Int32Array.of(value), weights: Float64Array.of(1), from: 0, to: 1, total: 1 }
}

function plainSet({ values, weights }: Rows, from: number, to: number): ValueSet {
  let total = 0
  for (let at = from; at < to; at++) total += weights[at]
  return { values, weights, from, to, total }
}

/**
 * For each class of `from`, returns the values of all classes of `to` that agree with it in `keys`: a row, −1 if none
 * does.
 */
function valuesByCombination(
  keys: readonly Int32Array[],
  from: Int32Array,
  to: Int32Array,
  table: Rows,
  sum: ValueSum,
): Reached {
  // A small table stays in the cache, so it has the combinations of the shorter list.
  const combinations = combinationNumbers(keys, from.length <= to.length ? from : to)
  const numbers = from.map((c) => combinations.numberOf(c))
  // The classes of `to` by combination: a counting sort.
  const numberOf = to.map((c) => combinations.numberOf(c))
  const next = new Int32Array(combinations.count + 1)
  for (const number of numberOf) if (number >= 0) next[number + 1]++
  for (let i = 0; i < combinations.count; i++) next[i + 1] += next[i]
  const ends = next.slice(1)
  const sorted = new Int32Array(ends.at(-1) ?? 0)
  to.forEach((c, at) => {
    if (numberOf[at] >= 0) sorted[next[numberOf[at]]++] = c
  })
  const starts = new Int32Array(combinations.count + 1)
  let most = 0
  for (const c of sorted) most += table.starts[c + 1] - table.starts[c]
  const values = new Int32Array(most)
  const weights = new Float64Array(most)
  let filled = 0
  let first = 0
  ends.forEach((end, number) => {
    for (; first < end; first++) sum.add(table, table.starts[sorted[first]], table.starts[sorted[first] + 1])
    const set = sum.take()
    for (let at = set.from; at < set.to; at++) {
      values[filled] = set.values[at]
      weights[filled++] = set.weights[at]
    }
    starts[number + 1] = filled
  })
  const empty = Int32Array.from(numbers, (number) => (starts[number + 1] > starts[number] ? number : -1))
  return { numbers: empty, sets: { starts, values: values.slice(0, filled), weights: weights.slice(0, filled) } }
}

/** Sum of rows of values. */
interface ValueSum {
  add(rows: Rows, from: number, to: number): void
  /** Returns the added values, ascending, without those of count 0, and empties the sum. */
  take(): ValueSet
}

function valueSum(levels: number): ValueSum {
  const weightOf = new Float64Array(levels)
  const isIn = new Uint8Array(levels)
  const touched = new Int32Array(levels)
  const weights = new Float64Array(levels)
  let count = 0
  return {
    add({ values, weights: added }, from, to) {
      for (let at = from; at < to; at++) {
        const value = values[at]
        if (!isIn[value]) {
          isIn[value] = 1
          touched[count++] = value
        }
        weightOf[value] += added[at]
      }
    },
    take() {
      if (8 * count > levels) {
        // If most values occur, scanning all of them is faster than sorting.
        count = 0
        for (let value = 0; value < levels; value++) if (isIn[value]) touched[count++] = value
      } else sortFirst(touched, count)
      let to = 0
      let total = 0
      for (let at = 0; at < count; at++) {
        const value = touched[at]
        const weight = weightOf[value]
        isIn[value] = weightOf[value] = 0
        if (weight === 0) continue
        touched[to] = value
        weights[to++] = weight
        total += weight
      }
      count = 0
      return { values: touched, weights, from: 0, to, total }
    },
  }
}

/** Sorts the first numbers of an array; a few of them by insertion, since calling a sort takes longer. */
function sortFirst(numbers: Int32Array, count: number): void {
  if (count > 24) {
    numbers.subarray(0, count).sort()
    return
  }
  for (let i = 1; i < count; i++) {
    const one = numbers[i]
    let at = i
    for (; at > 0 && numbers[at - 1] > one; at--) numbers[at] = numbers[at - 1]
    numbers[at] = one
  }
}
