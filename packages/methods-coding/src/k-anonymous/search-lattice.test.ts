import { describe, expect, it } from 'vitest'
import { bruteForce } from './brute-force.fixture.js'
import { randomProblem } from './random-problem.fixture.js'
import { searchLattice } from './search-lattice.js'

const height = (node: readonly number[]): number => node.reduce((a, b) => a + b, 0)

describe('searchLattice against every node by the definitions', () => {
  const seeds = Array.from({ length: 400 }, (_, i) => i + 1)

  it('finds the optimum, its ties, what is suppressed and the classes, on small files of every sort', () => {
    let found = 0
    let none = 0
    for (const seed of seeds) {
      const problem = randomProblem(seed)
      const nodes = bruteForce(problem)
      const allowed = Math.floor(problem.suppressionLimit * problem.rows)
      const satisfying = nodes.filter(({ count }) => count <= allowed)
      const result = searchLattice(problem)
      if ('none' in result) {
        none++
        expect(satisfying, `seed ${seed}`).toEqual([])
        const least = Math.min(...nodes.map(({ count }) => count))
        expect(result.none.suppressed, `seed ${seed}`).toBe(least)
        const nearest = nodes.find(({ node }) => String(node) === String(result.none.nearest))
        expect(nearest?.count).toBe(least)
        continue
      }
      found++
      const best = Math.min(...satisfying.map(({ score }) => score))
      const tolerance = 1e-9 * Math.max(1, Math.abs(best))
      const tied = satisfying.filter(({ score }) => score <= best + tolerance)
      const { node, score, suppressed, tied: ours, explored } = result.found
      expect(ours.map(String).sort(), `seed ${seed}`).toEqual(tied.map((one) => String(one.node)).sort())
      const leastHeight = Math.min(...tied.map((one) => height(one.node)))
      const lowest = tied.filter((one) => height(one.node) === leastHeight)
      // The nodes of the brute force are in the order of the first column that differs.
      expect(node).toEqual(lowest[0].node)
      expect(Math.abs(score - lowest[0].score)).toBeLessThanOrEqual(tolerance)
      expect([...suppressed].map(Boolean)).toEqual(lowest[0].suppressed)
      for (const one of explored) {
        const same = nodes.find((other) => String(other.node) === String(one.node))
        expect(one.suppressed).toBe(same?.count)
        expect(one.satisfies).toBe(one.suppressed <= allowed)
        if (one.score === null) expect(one.satisfies).toBe(false)
        else expect(Math.abs(one.score - (same?.score ?? NaN))).toBeLessThanOrEqual(1e-9 * Math.max(1, one.score))
      }
    }
    // Both ends occur often enough to mean something.
    expect(found).toBeGreaterThan(200)
    expect(none).toBeGreaterThan(20)
  })
})
