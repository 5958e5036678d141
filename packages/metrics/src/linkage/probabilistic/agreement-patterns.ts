import { countBelow, countUpTo, equalRecords, sortedValues, sortOrder } from '@sdc/stats'
import { recordOrder } from '@sdc/stats/internal'
import type { AgreementKey } from './agreement-keys.js'
import type { AssignedSide } from '../search/one-to-one.js'

/**
 * Two files, or a block of them, in the form for probabilistic linkage: n original records, m masked ones, d columns.
 */
export interface Agreements {
  readonly originals: number
  readonly masked: number
  /** n × m, row by row: bit j is 1 if the two records agree in column j. */
  readonly patterns: Uint8Array
  /** Number of pairs of each of the 2^d patterns. */
  readonly counts: Float64Array
  /** Records in a sorted order, and groups that the first 1, 2, … d columns cannot distinguish. */
  readonly sides: readonly { readonly original: AssignedSide; readonly masked: AssignedSide }[]
}

/**
 * Computes the columns in which each original record and each masked one agree.
 *
 * The agreements of a column are a run of the masked values in their order, found by bisection: only agreeing pairs are
 * written. Original records with the same runs, and masked ones without the end of a run between them, agree with the
 * same records and are indistinguishable. Cost: O((n + m) log m) a column, the number of agreements, and O(nm) to
 * count.
 *
 * @param keys - Up to seven, in order.
 * @param originals - Rows of the original, none with a missing value.
 * @param masked - Rows of the masked file, likewise.
 * @returns The agreements.
 */
export function agreements(keys: readonly AgreementKey[], originals: Int32Array, masked: Int32Array): Agreements {
  const [n, m] = [originals.length, masked.length]
  const patterns = new Uint8Array(n * m)
  const runs: Float64Array[] = []
  const cells: Float64Array[] = []
  keys.forEach(({ released, least, most }, j) => {
    const values = Float64Array.from(masked, (row) => released[row])
    const order = sortOrder(values)
    const sorted = sortedValues(values)
    const from = new Float64Array(n)
    const to = new Float64Array(n)
    const ends = new Uint8Array(m + 1)
    for (let a = 0; a < n; a++) {
      const first = countBelow(sorted, least[originals[a]])
      const end = countUpTo(sorted, most[originals[a]])
      if (first >= end) continue
      from[a] = first
      to[a] = end
      ends[first] = ends[end] = 1
      for (let at = first, base = a * m; at < end; at++) patterns[base + order[at]] |= 1 << j
    }
    runs.push(from, to)
    cells.push(cellsBetween(ends, order))
  })
  const counts = new Float64Array(1 << keys.length)
  for (let at = 0; at < patterns.length; at++) counts[patterns[at]]++
  const orders = { original: recordOrder(runs), masked: recordOrder(cells) }
  const sides = keys.map((_, j) => ({
    original: { order: orders.original, equal: equalRecords(runs.slice(0, 2 * j + 2)) },
    masked: { order: orders.masked, equal: equalRecords(cells.slice(0, j + 1)) },
  }))
  return { originals: n, masked: m, patterns, counts, sides }
}

/** Counts the ends of runs below each masked record: records with the same count are in the same runs. */
function cellsBetween(ends: Uint8Array, order: Uint32Array): Float64Array {
  const cell = new Float64Array(order.length)
  let below = 0
  for (let at = 0; at < order.length; at++) {
    below += ends[at]
    cell[order[at]] = below
  }
  return cell
}

/** Counts the pairs of each pattern by the first `keys` of d columns. */
export function countsOfFirst(counts: Float64Array, keys: number): Float64Array {
  const first = new Float64Array(1 << keys)
  counts.forEach((count, pattern) => (first[pattern & (first.length - 1)] += count))
  return first
}

/** Returns the share of pairs that agree in column j. */
export function agreeing(counts: Float64Array, j: number): number {
  let found = 0
  counts.forEach((count, pattern) => {
    if (pattern & (1 << j)) found += count
  })
  return found
}
