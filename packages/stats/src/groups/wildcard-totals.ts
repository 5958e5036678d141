import { agree, combinationHash } from './combination-hash.js'
import { keyClasses } from './key-classes.js'
import { rowsByGroup, type RecordGroups } from './record-groups.js'

/**
 * Computes totals over matching classes, where a missing key matches every value.
 *
 * Class c matches class e if they agree in every key that both have: F_c = Σ_(e matches c) v_e. Matching is not an
 * equivalence relation: (1, ·) matches (1, 2) and (1, 3), which do not match each other.
 *
 * Classes are grouped by the keys that they lack. Two classes that lack the same keys match only if they are the same
 * class. For two such groups one pass over both, by the keys that both have, finds all matches.
 *
 * @param codes - d columns of n codes from −1 (missing) up.
 * @param classes - Their classes, as made by `keyClasses` from these codes.
 * @param values - Numbers of every class to add up, such as its records or the sum of their weights; any number of
 *   them.
 * @returns F for each of `values`, one number per class.
 *
 * Cost: O(g·c·d) for c classes that lack g different sets of keys; comparing every pair would take O(c²·d). g is 1 if
 * nothing is missing, and at most 2^d or c.
 * Source: the frequencies f_k and F_k of Templ, Kowarik & Meindl 2015, where a missing value stands for any other.
 */
export function wildcardTotals(
  codes: readonly Int32Array[],
  classes: RecordGroups,
  values: readonly Float64Array[],
  tick: (fraction: number) => void = () => {},
): Float64Array[] {
  const count = classes.firsts.length
  const totals = values.map((of) => of.slice())
  if (count === 0) return totals
  const keys = codes.map((column) => Int32Array.from(classes.firsts, (i) => column[i]))
  const missing = keyClasses(keys.map((key) => key.map((code) => (code < 0 ? 1 : 0))))
  const groups = rowsByGroup(missing)
  const has = [...missing.firsts].map((c) => keys.map((key) => key[c] >= 0))
  const places = new Int32Array(count)
  for (let a = 0; a < groups.length; a++) {
    tick(a / groups.length)
    for (let b = a + 1; b < groups.length; b++) {
      const common = keys.filter((_, j) => has[a][j] && has[b][j])
      const [few, many] = groups[a].length <= groups[b].length ? [groups[a], groups[b]] : [groups[b], groups[a]]
      addMatches(common, few, many, places, values, totals)
    }
  }
  return totals
}

/**
 * Adds to each class of either list the values of the classes of the other list that agree with it in all of `keys`.
 */
function addMatches(
  keys: readonly Int32Array[],
  few: Int32Array,
  many: Int32Array,
  places: Int32Array,
  values: readonly Float64Array[],
  totals: readonly Float64Array[],
): void {
  // Open addressing: 1 + a class of `few` with the combination of keys; at most half full.
  const capacity = 1 << (32 - Math.clz32(2 * few.length))
  const table = new Int32Array(capacity)
  const ofFew = values.map(() => new Float64Array(capacity))
  const ofMany = values.map(() => new Float64Array(capacity))
  const placeOf = (c: number): number => {
    let at = combinationHash(keys, c) & (capacity - 1)
    while (table[at] !== 0 && !agree(keys, table[at] - 1, c)) at = (at + 1) & (capacity - 1)
    return at
  }
  for (const c of few) {
    const at = placeOf(c)
    if (table[at] === 0) table[at] = c + 1
    places[c] = at
    values.forEach((of, v) => (ofFew[v][at] += of[c]))
  }
  for (const c of many) {
    const at = placeOf(c)
    if (table[at] === 0) continue
    values.forEach((of, v) => {
      ofMany[v][at] += of[c]
      totals[v][c] += ofFew[v][at]
    })
  }
  for (const c of few) totals.forEach((total, v) => (total[c] += ofMany[v][places[c]]))
}
