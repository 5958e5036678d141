import type { Evidence } from './evidence.js'
import type { LookedAt } from './looked-at.js'
import type { Stretch } from './stretches.js'

/** Bands contain more than ten records: a column with more values is not a band. */
const WIDE = 0.1

/**
 * Tests if an open column is a band or a coarser version of a masked one, by the number of its changes along the masked
 * column.
 *
 * Along the order of the masked numbers, a column of k bands changes k − 1 times. An unrelated one changes in nearly
 * every step: in a share 1 − Σ q_v², q_v being the shares of its values. Within equal masked values, whose order is
 * arbitrary, the changes of a random order are counted, (s − 1) − Σ c_v(c_v − 1)/s. Masked categories have no order:
 * only the steps within each are counted.
 *
 * @param open - The unmasked column.
 * @param masked - The masked column, with its original values.
 * @param stretches - The parts of the masked column's order to search.
 * @returns The number of steps without a change, and its expectation by chance. Cost: O(records).
 */
export function bandOf(open: LookedAt, masked: LookedAt, stretches: readonly Stretch[]): Evidence {
  const { order } = masked.runs
  const tally = tallyOf(open)
  let steps = 0
  let changes = 0
  let forgiven = 0
  for (const [from, to] of stretches) {
    tally.begin()
    for (let start = from; start < to;) {
      let end = start + 1
      while (end < to && masked.classes[order[end]] === masked.classes[order[start]]) end++
      const { size, within, across } = tally.add(order, start, end)
      start = end
      if (size === 0) continue
      steps += size - 1
      changes += within
      if (!masked.isNumeric || across < 0) continue
      steps++
      changes += across
    }
    forgiven += masked.isNumeric ? Math.max(0, tally.seen - 1) : 0
  }
  const { concentration } = open
  return {
    hits: steps - Math.max(0, changes - Math.min(forgiven, WIDE * steps)),
    tried: steps,
    expected: steps * concentration,
    deviation: Math.sqrt(steps * concentration * (1 - concentration)),
  }
}

/** Tally of the open values of records with one masked value, and of those with the masked value before it. */
interface Tally {
  /** Number of different values since `begin`. */
  readonly seen: number
  begin(): void
  /** size: records with an open value; within, across: the changes among them, and from those before (−1 for none). */
  add(
    rows: Uint32Array,
    from: number,
    to: number,
  ): { readonly size: number; readonly within: number; readonly across: number }
}

function tallyOf({ classes, distinct }: LookedAt): Tally {
  const counts = new Int32Array(distinct)
  const seenIn = new Int32Array(distinct)
  // Shares of the values among the records before, and the list of these values.
  const shares = new Float64Array(distinct)
  let before: number[] = []
  let round = 0
  let seen = 0
  return {
    get seen() {
      return seen
    },
    begin() {
      for (const value of before) shares[value] = 0
      before = []
      seen = 0
      round++
    },
    add(rows, from, to) {
      const touched: number[] = []
      let size = 0
      for (let at = from; at < to; at++) {
        const value = classes[rows[at]]
        if (value < 0) continue
        size++
        if (counts[value]++ === 0) touched.push(value)
        if (seenIn[value] !== round) seen++
        seenIn[value] = round
      }
      if (size === 0) return { size, within: 0, across: -1 }
      let pairs = 0
      let same = 0
      for (const value of touched) {
        pairs += counts[value] * (counts[value] - 1)
        same += (counts[value] / size) * shares[value]
      }
      const across = before.length > 0 ? 1 - same : -1
      for (const value of before) shares[value] = 0
      for (const value of touched) {
        shares[value] = counts[value] / size
        counts[value] = 0
      }
      before = touched
      return { size, within: size - 1 - pairs / size, across }
    },
  }
}
