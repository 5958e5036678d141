import { seededRng } from '@sdc/core'
import { expect, it, vi } from 'vitest'
import * as distances from './kd-distance.js'
import { kdTree } from './kd-tree.js'
import * as metrics from './kd-metric.js'
import { nearestTies } from './nearest-ties.js'

vi.mock('./kd-distance.js', { spy: true })
vi.mock('./kd-metric.js', { spy: true })

/** Points of a cloud, or of a grid on which nearly every distance is shared. */
function drawn(name: string, n: number, d: number, grid: number): Float64Array[] {
  const rng = seededRng(name)
  return Array.from({ length: d }, () => new Float64Array(n).map(() => (grid > 0 ? rng.int(grid) : rng.normal())))
}

/** Returns the numbers of blocks of four records and of pairs of boxes that a search looked at. */
function visits(search: () => void): number[] {
  vi.clearAllMocks()
  search()
  const { blockGaps, pairLeast } = metrics
  const { blockDistances, pairBounds } = distances
  const calls = (...of: readonly unknown[]): number =>
    of.reduce<number>((sum, one) => sum + vi.mocked(one as typeof blockGaps).mock.calls.length, 0)
  return [Math.max(calls(blockGaps), calls(blockDistances)), Math.max(calls(pairLeast), calls(pairBounds))]
}

it.each([
  // Counted once: what a box too many, or one that is not left out, would add to.
  ['of a cloud', 3, 0, [322, 280], [623, 400], [450, 344], [310, 280]],
  ['of a line', 1, 0, [116, 180], [144, 187], [1535, 518], [116, 180]],
  ['of a grid', 2, 12, [264, 245], [384, 268], [271, 248], [96, 95]],
  ['of one place', 2, 1, [120, 180], [120, 180], [7500, 1890], [1, 0]],
  ['of many columns', 9, 3, [3661, 1360], [6291, 1813], [567, 378], [3896, 1407]],
])(
  'searches among 1000 records %s visit no more blocks and boxes than they need',
  (name, d, grid, one, many, within, ties) => {
    const columns = drawn(name, 1000, d, grid)
    const queries = drawn(`${name}, asked`, 30, d, grid)
    const points = Array.from(queries[0], (_, i) => Float64Array.from(queries, (column) => column[i]))
    const tree = kdTree(columns)
    const found = [
      visits(() => points.forEach((point) => tree.nearest(point))),
      visits(() => points.forEach((point) => tree.nearestK(point, 5))),
      visits(() => points.forEach((point) => tree.within(point, 0.1))),
      visits(() => nearestTies(queries, columns, 'euclidean')),
    ]
    ;[one, many, within, ties].forEach((most, at) => {
      expect(found[at][0]).toBeLessThanOrEqual(most[0])
      expect(found[at][1]).toBeLessThanOrEqual(most[1])
    })
  },
)
