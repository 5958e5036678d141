import { seededRng } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { rankIntervals } from '../linkage/rank-swap/rank-swap-candidates.js'

/**
 * Rank swapping by Moore 1996, O(n·w), a reference for tests. In rank order, with equal values in random order, every
 * value not yet swapped is exchanged with one of the next `window` unswapped values, each equally likely.
 */
export function plainRankSwap(x: Float64Array, window: number, seed: number): Float64Array {
  const rng = seededRng(seed)
  const tieBreak = Float64Array.from(x, () => rng.uniform())
  const order = [...x.keys()].sort((a, b) => x[a] - x[b] || tieBreak[a] - tieBreak[b])
  const y = x.slice()
  const swapped = new Set<number>()
  for (let i = 0; i < order.length; i++) {
    if (swapped.has(i)) continue
    const partners: number[] = []
    for (let l = i + 1; l <= Math.min(order.length - 1, i + window); l++) if (!swapped.has(l)) partners.push(l)
    if (partners.length === 0) continue
    const l = partners[rng.int(partners.length)]
    swapped.add(l)
    y[order[i]] = x[order[l]]
    y[order[l]] = x[order[i]]
  }
  return y
}

/** Swaps every column separately. */
export function plainRankSwaps(
  columns: ReadonlyMap<string, Float64Array>,
  window: number,
  seed: number,
): Map<string, Float64Array> {
  return new Map([...columns].map(([name, x], j) => [name, plainRankSwap(x, window, 1000 * seed + j)]))
}

/** Returns the candidates of a record of `x`: the masked records in its interval in every column, ascending. */
export function rankSwapCandidates(
  x: readonly Float64Array[],
  masked: readonly Float64Array[],
  record: number,
  window: number,
): Int32Array {
  const intervals = masked.map((y, j) => rankIntervals(x[j].subarray(record, record + 1), sortedValues(y), window))
  const inAll = (row: number): boolean =>
    intervals.every(({ least, most }, j) => masked[j][row] >= least[0] && masked[j][row] <= most[0])
  return Int32Array.from(masked[0].keys()).filter(inAll)
}
