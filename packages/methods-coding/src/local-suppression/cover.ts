import { countsByGroup, membersOf, type HelpGroups } from './help-groups.js'
import type { KeySet } from './problem/key-sets.js'
import type { Condition } from './problem/problem.js'

/** The unsafe records, the sets that each may lose, and the records that each set helps. */
export interface CoverInput {
  readonly codes: readonly Int32Array[]
  readonly conditions: readonly Condition[]
  readonly sets: readonly KeySet[]
  /** By record, first and end place of its sets in `options`. */
  readonly starts: Int32Array
  readonly options: Int32Array
  /** Number of matching records without suppression, by condition and record. */
  readonly matched: readonly Int32Array[]
  readonly groups: readonly (readonly (HelpGroups | null)[])[]
  /** Records that are equal in all keys of a condition, by condition. */
  readonly same: readonly HelpGroups[]
}

/**
 * Chooses for each unsafe record at most one of its own sets of keys to lose, so that all records are safe if a missing
 * key matches every value.
 *
 * A record that loses an own set is safe, and matches the records that agree with it in its other keys: each of them
 * needs one record less. The method is greedy. It repeatedly takes the record and set that close the most gaps per
 * weight: Σ max(0, k − f) of itself, and one gap of each record that it helps. Gains only fall, so that a record's gain
 * is computed again only when it is first in the heap. At the end superfluous choices are taken back, the most
 * expensive first.
 *
 * @param input - The unsafe records and their sets.
 * @param tick - Receives the completed share.
 * @returns By record the place of the set that it loses, −1 if it loses none.
 *
 * Cost: O(u·(options + log u)) for u records, and (k − 1)·u for each set of keys: a group in which no record needs help
 * is not read again. Source: greedy set covering, Chvátal 1979.
 */
export function cover(input: CoverInput, tick: (fraction: number) => void = () => {}): Int32Array {
  const { conditions, sets, starts, options, groups, same } = input
  const u = starts.length - 1
  const f = input.matched.map((of) => of.slice())
  const chosen = new Int32Array(u).fill(-1)
  // Flag: a choice was added to the counts of a condition.
  const counted = conditions.map(() => new Uint8Array(u))
  const lacking = (i: number, c: number): boolean => chosen[i] < 0 && f[c][i] < conditions[c].k
  const sum = (of: HelpGroups, c: number): Int32Array => countsByGroup(of, (i) => lacking(i, c))
  const lackingIn = groups.map((ofSet) => ofSet.map((of, c) => (of ? sum(of, c) : null)))
  const lackingSame = same.map((of, c) => sum(of, c))
  const settled = (i: number, c: number): void => {
    lackingSame[c][same[c].ids[i]]--
    for (const [s, ofSet] of groups.entries()) {
      const of = ofSet[c]
      const count = lackingIn[s][c]
      if (of && count) count[of.ids[i]]--
    }
  }
  const ownGap = (i: number): number =>
    conditions.reduce((gap, { k }, c) => gap + (chosen[i] < 0 ? Math.max(0, k - f[c][i]) : 0), 0)
  const helps = (i: number, s: number): number =>
    groups[s].reduce((sumOf, of, c) => {
      const count = lackingIn[s][c]
      return of && count ? sumOf + count[of.ids[i]] - lackingSame[c][same[c].ids[i]] : sumOf
    }, 0)
  const bestOf = (i: number): { set: number; gain: number } => {
    const gap = ownGap(i)
    let best = { set: -1, gain: 0 }
    if (gap <= 0) return best
    for (let o = starts[i]; o < starts[i + 1]; o++) {
      const gain = (gap + helps(i, options[o])) / sets[options[o]].weight
      if (gain > best.gain) best = { set: options[o], gain }
    }
    return best
  }
  const heap = gainHeap(u, (i) => bestOf(i).gain)
  let left = 0
  for (let i = 0; i < u; i++) if (ownGap(i) > 0) left++
  const all = left
  while (left > 0) {
    const i = heap.top()
    const { set, gain } = bestOf(i)
    if (gain < heap.gainOfTop()) {
      heap.lower(gain)
      continue
    }
    if (set < 0) break
    for (let c = 0; c < conditions.length; c++) if (lacking(i, c)) settled(i, c)
    chosen[i] = set
    left--
    conditions.forEach(({ k }, c) => {
      const of = groups[set][c]
      if (!of || !lackingIn[set][c]?.[of.ids[i]]) return
      counted[c][i] = 1
      for (const j of membersOf(of, of.ids[i])) {
        if (j === i || matches(input, i, j, c)) continue
        const was = lacking(j, c)
        f[c][j]++
        if (was && f[c][j] >= k) {
          settled(j, c)
          if (ownGap(j) === 0) left--
        }
      }
    })
    heap.lower(0)
    tick(1 - left / all)
  }
  takeBack(input, chosen, f, counted)
  return chosen
}

/** Takes back superfluous choices, the most expensive first, and of equal weight the last in the file. */
function takeBack(
  input: CoverInput,
  chosen: Int32Array,
  f: readonly Int32Array[],
  counted: readonly Uint8Array[],
): void {
  const { conditions, sets, groups } = input
  const order = Array.from(chosen, (_, i) => i).filter((i) => chosen[i] >= 0)
  order.sort((a, b) => sets[chosen[b]].weight - sets[chosen[a]].weight || b - a)
  for (const i of order) {
    const set = chosen[i]
    const helped = (c: number): Int32Array | undefined => {
      const of = groups[set][c]
      return of && counted[c][i] ? membersOf(of, of.ids[i]) : undefined
    }
    const needed = conditions.some(
      ({ k }, c) =>
        f[c][i] < k ||
        helped(c)?.some((j) => j !== i && chosen[j] < 0 && f[c][j] <= k && !matches(input, i, j, c)) === true,
    )
    if (needed) continue
    chosen[i] = -1
    conditions.forEach((_, c) => {
      for (const j of helped(c) ?? []) if (j !== i && !matches(input, i, j, c)) f[c][j]--
    })
  }
}

/** Returns true if two records match in a condition without suppression. */
function matches({ codes, conditions }: CoverInput, i: number, j: number, c: number): boolean {
  for (const key of conditions[c].keys) {
    const [a, b] = [codes[key][i], codes[key][j]]
    if (a !== b && a >= 0 && b >= 0) return false
  }
  return true
}

interface GainHeap {
  top(): number
  gainOfTop(): number
  /** Lowers the gain of the first record, and moves it to its place. */
  lower(gain: number): void
}

/** Records by gain, the greatest first, ties by their order. */
function gainHeap(count: number, gainOf: (i: number) => number): GainHeap {
  const gains = Float64Array.from({ length: count }, (_, i) => gainOf(i))
  const heap = Int32Array.from({ length: count }, (_, i) => i)
  const before = (a: number, b: number): boolean => gains[a] > gains[b] || (gains[a] === gains[b] && a < b)
  const sink = (from: number): void => {
    const item = heap[from]
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= count) break
      if (child + 1 < count && before(heap[child + 1], heap[child])) child++
      if (!before(heap[child], item)) break
      heap[at] = heap[child]
      at = child
    }
    heap[at] = item
  }
  for (let at = (count >> 1) - 1; at >= 0; at--) sink(at)
  return {
    top: () => heap[0],
    gainOfTop: () => gains[heap[0]],
    lower: (gain) => {
      gains[heap[0]] = gain
      sink(0)
    },
  }
}
