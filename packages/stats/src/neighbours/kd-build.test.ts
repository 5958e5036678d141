import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { buildNodes, buildNodesOf, LANES, NONE, type KdNodes } from './kd-build.js'
import { expectedFacts, keptFacts, keptPoint, leavesBelow, recordsBelow } from './kd-invariants.fixture.js'
import { interleave, rowNumbers } from './records.js'

function drawn(seed: string, n: number, d: number, grid: number): Float64Array[] {
  const rng = seededRng(seed)
  return Array.from({ length: d }, () => new Float64Array(n).map(() => (grid > 0 ? rng.int(grid) : rng.normal())))
}
const build = (columns: readonly Float64Array[]): KdNodes =>
  buildNodes(interleave(columns), columns.length, rowNumbers(columns[0].length))

/** The side along which the records of a node lie farthest apart, the first of equal ones; −1 if they lie in one place. */
function widestOf({ box }: { readonly box: readonly (readonly [number, number])[] }): number {
  const widths = box.map(([low, high]) => high - low)
  const widest = Math.max(...widths)
  return widest > 0 ? widths.indexOf(widest) : -1
}

describe('buildNodes', () => {
  const sizes = [1, 2, 3, 4, 5, 15, 16, 17, 18, 31, 32, 33, 34, 40, 63, 64, 65, 100, 129, 257, 500]
  it.each(sizes)('has every record once, tight boxes, and halves at the median of the widest side: %d records', (n) => {
    for (const [d, grid] of [
      [1, 0],
      [2, 3],
      [3, 0],
      [5, 2],
      [2, 1],
    ]) {
      const columns = drawn(`${n} ${d} ${grid}`, n, d, grid)
      const nodes = build(columns)
      // The same of columns that were not put together before.
      expect(buildNodesOf(columns)).toEqual(nodes)
      const { ids, from, to, child, parent } = nodes
      expect(recordsBelow(nodes, 0).sort((a, b) => a - b)).toEqual([...columns[0].keys()])
      expect([nodes.d, from[0], to[0]]).toEqual([d, 0, n])
      for (let node = 0; node < child.length; node++) {
        const facts = expectedFacts(nodes, node, columns)
        if (node > 0) expect(keptFacts(nodes, node)).toEqual(facts)
        else expect(nodes.lowest[0]).toBe(facts.lowest)
        const size = to[node] - from[node]
        // A leaf begins where a block does, and has at most 16 records.
        expect(from[node] % LANES).toBe(0)
        if (child[node] === 0) {
          expect(size).toBeLessThanOrEqual(16)
          continue
        }
        expect(size).toBeGreaterThan(16)
        const pair = child[node]
        expect([pair % 2, parent[pair], parent[pair + 1]]).toEqual([1, node, node])
        // Halves, the first not below the second by more than it takes to fill its last block.
        expect([from[pair], to[pair], to[pair + 1]]).toEqual([from[node], from[pair + 1], to[node]])
        expect(to[pair] - from[pair]).toBe(Math.ceil(size / (2 * LANES)) * LANES)
        const [first, second] = [recordsBelow(nodes, pair), recordsBelow(nodes, pair + 1)]
        const widest = widestOf(facts)
        if (widest >= 0) {
          const values = (records: readonly number[]): number[] => records.map((record) => columns[widest][record])
          expect(Math.max(...values(first))).toBeLessThanOrEqual(Math.min(...values(second)))
        } else expect(Math.max(...first)).toBeLessThan(Math.min(...second))
      }
      // The arrays have a place for each of them and no more.
      expect([from.length, to.length, parent.length]).toEqual(Array(3).fill(2 * leavesBelow(nodes).length - 1))
      expect(nodes.boxes).toHaveLength((leavesBelow(nodes).length - 1) * 4 * d)
      expect(ids).toHaveLength(Math.ceil(n / LANES) * LANES)
      for (let at = 0; at < ids.length; at++) {
        const point = at < n ? columns.map((column) => column[ids[at]]) : Array<number>(d).fill(Infinity)
        expect(keptPoint(nodes, at)).toEqual(point)
        if (at >= n) expect(ids[at]).toBe(NONE)
      }
    }
  })

  it('has only the records that are kept', () => {
    const columns = drawn('kept', 60, 2, 0)
    const kept = rowNumbers(60).filter((row) => row % 3 > 0)
    const nodes = buildNodes(interleave(columns), 2, kept)
    expect(recordsBelow(nodes, 0).sort((a, b) => a - b)).toEqual([...kept])
    expect(nodes.lowest[0]).toBe(1)
  })

  it.each([
    ['ascending', (i: number) => i],
    ['descending', (i: number) => -i],
    ['in steps', (i: number) => i >> 4],
    ['up and down', (i: number) => Math.abs(500 - i)],
    ['of two values', (i: number) => i % 2],
    ['but for one equal', (i: number) => (i === 700 ? 1 : 0)],
  ])('halves numbers that are %s as well', (_what, value) => {
    const column = Float64Array.from({ length: 1000 }, (_, i) => value(i))
    const nodes = build([column])
    const leaves = leavesBelow(nodes).sort((a, b) => nodes.from[a] - nodes.from[b])
    const ends = leaves.map((leaf) => recordsBelow(nodes, leaf).map((record) => column[record]))
    for (let l = 1; l < ends.length; l++) expect(Math.max(...ends[l - 1])).toBeLessThanOrEqual(Math.min(...ends[l]))
  })

  it('is one empty leaf without records', () => {
    const nodes = buildNodes(new Float64Array(0), 3, new Uint32Array(0))
    expect([nodes.from[0], nodes.to[0], nodes.child[0], nodes.lowest[0], nodes.ids.length]).toEqual([0, 0, 0, NONE, 0])
  })
})
