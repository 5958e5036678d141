import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { buildNodes, NONE, type KdNodes } from './kd-build.js'
import { expectedFacts, keptFacts, keptPoint, leavesBelow, recordsBelow } from './kd-invariants.fixture.js'
import { removeAt } from './kd-remove.js'
import { interleave, rowNumbers } from './records.js'

/** Every node says what its records say, and a leaf's places past its last are empty. */
function expectTight(nodes: KdNodes, columns: readonly Float64Array[], positions: Uint32Array): void {
  for (let node = 0; node < nodes.child.length; node++) {
    const facts = expectedFacts(nodes, node, columns)
    expect(nodes.lowest[node]).toBe(facts.lowest)
    if (node > 0) expect(keptFacts(nodes, node)).toEqual(facts)
  }
  for (const record of recordsBelow(nodes, 0)) {
    expect(nodes.ids[positions[record]]).toBe(record)
    expect(keptPoint(nodes, positions[record])).toEqual(columns.map((column) => column[record]))
  }
}

describe('removeAt', () => {
  it.each([
    [10, 2, 0],
    [16, 1, 3],
    [17, 1, 0],
    [40, 2, 0],
    [45, 3, 2],
    [66, 2, 4],
    [50, 1, 1],
  ])(
    'shrinks boxes and lowest indices to what is left, record by record: %d records, %d columns, grid %d',
    (n, d, grid) => {
      const rng = seededRng(`remove ${n} ${d} ${grid}`)
      const columns = Array.from({ length: d }, () =>
        new Float64Array(n).map(() => (grid > 0 ? rng.int(grid) : rng.normal())),
      )
      const nodes = buildNodes(interleave(columns), d, rowNumbers(n))
      const positions = new Uint32Array(n)
      nodes.ids.forEach((id, at) => id !== NONE && (positions[id] = at))
      const leafOf = new Uint32Array(nodes.ids.length)
      for (const leaf of leavesBelow(nodes)) leafOf.fill(leaf, nodes.from[leaf], nodes.to[leaf])
      const left = new Set(rowNumbers(n))
      for (const record of rng.shuffle(rowNumbers(n))) {
        const leaf = leafOf[positions[record]]
        removeAt(nodes, leaf, positions[record], positions)
        left.delete(record)
        expect(recordsBelow(nodes, 0).sort((a, b) => a - b)).toEqual([...left])
        expectTight(nodes, columns, positions)
        expect(nodes.ids[nodes.to[leaf]]).toBe(NONE)
        expect(keptPoint(nodes, nodes.to[leaf])).toEqual(Array<number>(d).fill(Infinity))
      }
    },
  )
})
