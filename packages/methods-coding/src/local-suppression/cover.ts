import { countsByGroup, membersOf, type HelpGroups } from './help-groups.js'
import type { KeySet } from './key-sets.js'
import type { Condition } from './problem.js'

/** The unsafe records, what each may lose, and whom that helps. */
export interface CoverInput {
  readonly codes: readonly Int32Array[]
  readonly conditions: readonly Condition[]
  readonly sets: readonly KeySet[]
  /** By record, from where to where its sets stand in `options`. */
  readonly starts: Int32Array
  readonly options: Int32Array
  /** By condition and record: how many records match it while nothing is suppressed. */
  readonly matched: readonly Int32Array[]
  readonly groups: readonly (readonly (HelpGroups | null)[])[]
  /** By condition the records that are equal in all its keys. */
  readonly same: readonly HelpGroups[]
}

/**
 * Which unsafe records lose which of their own sets of keys, so that all are safe where a missing key matches every value.
 *
 * A record that loses an own set is safe, and matches those that agree with it in its other keys: each of them needs one
 * record less. Greedy: again and again the record and set that close the most gaps, Σ max(0, k − f) of itself and one of
 * each that it helps, per weight; gains only fall, so that a record is weighed again only when it comes up. Then what
 * turned out superfluous is taken back, the dearest first.
 *
 * @param input - The unsafe records and their sets.
 * @param tick - Gets the share that is done.
 * @returns By record the place of the set it loses, −1 where it loses none.
 *
 * Cost: O(u·(options + log u)) for u records, and (k − 1)·u for each set of keys: a group that nobody needs help in any
 * more is not gone through again.
 * Source: greedy set covering, Chvátal 1979.
 */
export function cover(input: CoverInput, tick: (fraction: number) => void = () => {}): Int32Array {
  const { conditions, sets, starts, options, groups, same } = input
  const u = starts.length - 1
  const f = input.matched.map((of) => of.slice())
  const chosen = new Int32Array(u).fill(-1)
  // Whether a choice was added to the counts of a condition.
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

/** Takes back what others make superfluous, the dearest first, and of equal weight the last in the file. */
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

/** Whether two records match in a condition while nothing is suppressed. */
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
  /** Gives the top another gain, which is no greater, and puts it in its place. */
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
