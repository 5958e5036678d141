import { keyClasses } from '@sdc/stats'
import type { Histogram } from '../classes/class-test.js'
import { classConditions } from '../conditions/conditions.js'
import type { RecodingProblem } from '../classes/problem.js'

/** Records recoded to given combinations of levels. */
export interface FixedRecoding {
  /** Level of each record, by key. */
  readonly levels: readonly Uint8Array[]
  /** 1 for each record that is in no passing class. */
  readonly suppressed: Uint8Array
  readonly classes: number
  readonly least: number
  readonly greatest: number
}

/**
 * Recodes all records to the first of some nodes of the lattice and keeps the classes that pass. The other records are
 * recoded to the second node, and so on. This applies the recoding of one file to the next.
 *
 * @param problem - Keys, k and conditions; the shares of sensitive values are always those of the whole file.
 * @param nodes - The level of each key, node by node.
 * @returns The levels of every record; a record that no node keeps is suppressed. Cost: O(n · keys) a node.
 */
export function recodeToNodes(
  { keys, rows, k, sensitive }: Pick<RecodingProblem, 'keys' | 'rows' | 'k' | 'sensitive'>,
  nodes: readonly (readonly number[])[],
): FixedRecoding {
  const levels = keys.map(() => new Uint8Array(rows))
  const suppressed = new Uint8Array(rows).fill(1)
  const conditions = classConditions(sensitive)
  let left = Int32Array.from(suppressed.keys())
  const kept: number[] = []
  for (const node of nodes) {
    if (left.length === 0) break
    const { ids, sizes } = keyClasses(
      keys.map(({ codes, levels: of }, j) => left.map((i) => of[node[j]].classOf[codes[i]])),
    )
    const histograms = sensitive.map((one) =>
      histogramOf(
        left.map((i) => one.codes[i]),
        ids,
        sizes.length,
        one.size,
      ),
    )
    const holds = sizes.map((size, id) => {
      const all = conditions.every(({ sensitive: at, holds: test }) => {
        const histogram = histograms[at]
        return test(histogram, histogram.starts[id], histogram.starts[id + 1], size)
      })
      return size >= k && all ? 1 : 0
    })
    holds.forEach((one, id) => {
      if (one === 1) kept.push(sizes[id])
    })
    left.forEach((i, at) => {
      if (holds[ids[at]] === 0) return
      suppressed[i] = 0
      node.forEach((level, j) => (levels[j][i] = level))
    })
    left = left.filter((i) => suppressed[i] === 1)
  }
  const least = kept.reduce((a, b) => Math.min(a, b), Infinity)
  const greatest = kept.reduce((a, b) => Math.max(a, b), 0)
  return { levels, suppressed, classes: kept.length, least: kept.length === 0 ? 0 : least, greatest }
}

/** Counts each value in each class. */
export function histogramOf(codes: Int32Array, ids: Int32Array, classes: number, size: number): Histogram {
  const { sizes, firsts } = keyClasses([ids, codes])
  const order = Int32Array.from(sizes.keys()).sort((a, b) => ids[firsts[a]] - ids[firsts[b]])
  const starts = new Int32Array(classes + 1)
  for (const pair of order) starts[ids[firsts[pair]] + 1]++
  for (let id = 0; id < classes; id++) starts[id + 1] += starts[id]
  return {
    starts,
    values: order.map((pair) => codes[firsts[pair]]),
    counts: order.map((pair) => sizes[pair]),
    size,
  }
}
