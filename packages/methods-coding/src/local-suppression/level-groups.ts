import { keyClasses } from '@sdc/stats'
import type { KeySet } from './problem/key-sets.js'
import type { Condition } from './problem/problem.js'

/**
 * Makes keys missing until every record shares its keys with k records, if missing is a value of its own. Each record
 * then must lose the same keys as the records that it shares the others with.
 *
 * The unsafe records lose sets of keys, the lightest first. Records that agree in the remaining keys, with records that
 * lost these keys before, keep this set if they are k. The remaining records, fewer than k, join a class that lacks
 * keys, or records of classes with more than k, again by the lightest set of keys. At last whole classes lose all keys.
 *
 * @param codes - q keys of n codes, n ≥ k.
 * @param condition - The keys and k.
 * @param sets - Sets of keys, the lightest first, that of all keys among them.
 * @param masks - Suppressed keys of each record, as bits; the function adds more.
 *
 * Cost: O(n) for each set of keys tried while records are left. Source: k-anonymity by suppression with groups of equal
 * records, Meyerson & Williams 2004 (that the optimum is hard).
 */
export function levelGroups(
  codes: readonly Int32Array[],
  { keys, bits, k }: Condition,
  sets: readonly KeySet[],
  masks: Int32Array,
): void {
  const n = masks.length
  const current = keys.map((j) => codes[j].map((code, i) => ((masks[i] >> j) & 1 ? -1 : code)))
  const own = sets.filter((set) => (set.bits & ~bits) === 0)
  // With many keys only some sets are tried; the set of all keys of the condition must be among them.
  if (!own.some((set) => set.bits === bits)) own.push({ bits, weight: Infinity })
  const lose = (i: number, lost: number): void => {
    masks[i] |= lost
    keys.forEach((j, at) => {
      if ((lost >> j) & 1) current[at][i] = -1
    })
  }
  const first = keyClasses(current)
  let left = rowsWhere(n, (i) => first.sizes[first.ids[i]] < k)
  for (const { bits: lost } of own) {
    if (left.length === 0) return
    left = join(current, keys, left, lost, k, lose)
  }
  // Fewer than k records are left: the set of all keys joins any k.
  for (const i of left.slice()) {
    if (!borrow(current, keys, i, left, own, k, lose)) continue
    left = left.filter((other) => other !== i)
  }
  if (left.length === 0) return
  // Fewer than k records are left, and no class can spare enough: whole classes lose every key, the smallest first.
  const classes = keyClasses(current)
  const unsafe = new Uint8Array(n)
  for (const i of left) unsafe[i] = 1
  const order = Array.from(classes.firsts, (_, c) => c).sort((a, b) => classes.sizes[a] - classes.sizes[b] || a - b)
  const place = new Int32Array(order.length)
  order.forEach((c, at) => (place[c] = at))
  const rows = rowsWhere(n, (i) => unsafe[i] === 0).sort(
    (a, b) => place[classes.ids[a]] - place[classes.ids[b]] || a - b,
  )
  const without = Int32Array.from(rows)
  let count = left.length + without.filter((i) => current.every((key) => key[i] < 0)).length
  for (let at = 0; at < without.length && count < k;) {
    const id = classes.ids[without[at]]
    for (; at < without.length && classes.ids[without[at]] === id; at++) {
      if (current.every((key) => key[without[at]] < 0)) continue
      lose(without[at], bits)
      count++
    }
  }
  for (const i of left) lose(i, bits)
}

/** Remaining records lose a set of keys if they are k with it, or find k records that have lost it before. */
function join(
  current: readonly Int32Array[],
  keys: readonly number[],
  left: Int32Array,
  lost: number,
  k: number,
  lose: (i: number, lost: number) => void,
): Int32Array {
  const n = current[0].length
  const isLeft = new Uint8Array(n)
  for (const i of left) isLeft[i] = 1
  const losing = current.filter((_, at) => (lost >> keys[at]) & 1)
  // Only records with these keys missing can be joined.
  const lacks = new Uint8Array(n).fill(1)
  for (const key of losing) for (let i = 0; i < n; i++) if (key[i] >= 0) lacks[i] = 0
  const rows = rowsWhere(n, (i) => isLeft[i] === 1 || lacks[i] === 1)
  const after = current.map((key) =>
    losing.includes(key) ? new Int32Array(rows.length).fill(-1) : rows.map((i) => key[i]),
  )
  const { ids, sizes } = keyClasses(after)
  const still: number[] = []
  rows.forEach((i, at) => {
    if (isLeft[i] === 0) return
    if (sizes[ids[at]] >= k) lose(i, lost)
    else still.push(i)
  })
  return Int32Array.from(still)
}

/**
 * One remaining record joins a class that lacks some keys, or forms a class with records that other classes can spare,
 * whichever is lighter. Returns true if there was a way.
 */
function borrow(
  current: readonly Int32Array[],
  keys: readonly number[],
  i: number,
  left: Int32Array,
  sets: readonly KeySet[],
  k: number,
  lose: (i: number, lost: number) => void,
): boolean {
  const { ids, sizes } = keyClasses(current)
  const isLeft = new Set(left)
  // Number of records that can be spared, by the set of keys that both would have to lose to be equal.
  const spared = new Map<number, number>()
  const spare = Int32Array.from(sizes, (size) => size - k)
  const wanted = new Int32Array(ids.length).fill(-1)
  const joinable = new Set<number>()
  for (let r = 0; r < ids.length; r++) {
    if (sizes[ids[r]] < k || isLeft.has(r)) continue
    let wants = 0
    let joins = true
    for (const [at, key] of current.entries()) {
      if (key[r] === key[i] && key[r] >= 0) continue
      wants |= 1 << keys[at]
      if (key[r] >= 0) joins = false
    }
    if (joins) joinable.add(wants)
    if (spare[ids[r]] <= 0) continue
    spare[ids[r]]--
    wanted[r] = wants
    spared.set(wants, (spared.get(wants) ?? 0) + 1)
  }
  const toJoin = sets.find(({ bits }) => joinable.has(bits))
  const toFill = sets.find(({ bits }) => {
    let count = 1
    for (const [wants, of] of spared) if ((wants & ~bits) === 0) count += of
    return count >= k
  })
  if (toJoin && (!toFill || toJoin.weight <= k * toFill.weight)) {
    lose(i, toJoin.bits)
    return true
  }
  if (!toFill) return false
  lose(i, toFill.bits)
  for (let r = 0, missing = k - 1; missing > 0; r++) {
    if (wanted[r] < 0 || (wanted[r] & ~toFill.bits) !== 0) continue
    lose(r, toFill.bits)
    missing--
  }
  return true
}

function rowsWhere(n: number, holds: (i: number) => boolean): Int32Array {
  let count = 0
  for (let i = 0; i < n; i++) if (holds(i)) count++
  const rows = new Int32Array(count)
  for (let i = 0, at = 0; i < n; i++) if (holds(i)) rows[at++] = i
  return rows
}
