import { seededRng, type Rng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { kdTree } from '@sdc/stats'
import { farthestBlocks } from './farthest-blocks.js'
import { farthestFromCentroid } from './farthest-from-centroid.js'

/** The farthest record that is left, by looking at all. */
function bruteForce(columns: readonly Float64Array[], gone: Uint8Array, point: Float64Array): number {
  let best = -1
  let record = -1
  for (let i = 0; i < gone.length; i++) {
    if (gone[i] === 1) continue
    let distance = 0
    for (let j = 0; j < columns.length; j++) distance += (columns[j][i] - point[j]) * (columns[j][i] - point[j])
    if (distance <= best) continue
    best = distance
    record = i
  }
  return record
}

interface Case {
  readonly name: string
  readonly n: number
  readonly d: number
  readonly value: (rng: Rng) => number
}
// 1,500 records are six of the groups of blocks that share a box; both kinds of grid tie at most distances.
const cases: readonly Case[] = [
  { name: 'normal', n: 1500, d: 3, value: (rng) => rng.normal() },
  { name: 'coarse grid', n: 1500, d: 2, value: (rng) => rng.int(5) },
  { name: 'two points', n: 600, d: 1, value: (rng) => rng.int(2) },
  { name: 'one point', n: 300, d: 2, value: () => 3 },
  { name: 'heavy tails', n: 1500, d: 5, value: (rng) => rng.normal() / (rng.uniform() + 1e-6) },
  { name: 'few', n: 5, d: 4, value: (rng) => rng.normal() },
]

describe.each(cases)('the farthest of $n records in $d columns: $name', ({ n, d, value }) => {
  const rng = seededRng(n * d)
  const columns = Array.from({ length: d }, () => Float64Array.from({ length: n }, () => value(rng)))

  it('from any point, with deletion down to the last', () => {
    const gone = new Uint8Array(n)
    const tree = kdTree(columns)
    const blocks = farthestBlocks(columns, () => tree.leaves())
    const order = rng.shuffle(Uint32Array.from({ length: n }, (_, i) => i))
    order.forEach((record, at) => {
      const other = rng.int(n)
      // A record's own place, or one between records.
      const point = Float64Array.from(columns, (column) => column[other] + (at % 2) * rng.normal())
      expect(blocks.find(point)).toBe(bruteForce(columns, gone, point))
      // Mostly the farthest goes, as in MDAV.
      const victim = at % 3 === 0 || gone[record] === 0 ? bruteForce(columns, gone, point) : record
      if (gone[victim] === 1) return
      gone[victim] = 1
      tree.remove(victim)
      blocks.remove(victim)
    })
  })

  it('from a point that wanders, with deletion', () => {
    const gone = new Uint8Array(n)
    const outermost = farthestFromCentroid(columns, gone)
    const point = Float64Array.from(columns, (column) => column[0])
    for (let left = n; left > 0; left--) {
      // Small steps and now and then a long one.
      for (let j = 0; j < d; j++) point[j] += rng.normal() * (left % 50 === 0 ? 3 : 0.01)
      const farthest = outermost.find(point, left)
      expect(farthest).toBe(bruteForce(columns, gone, point))
      let victim = left % 4 === 0 ? rng.int(n) : farthest
      while (gone[victim] === 1) victim = (victim + 1) % n
      gone[victim] = 1
    }
  })
})
