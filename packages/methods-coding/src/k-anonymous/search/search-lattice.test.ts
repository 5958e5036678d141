import { describe, expect, it } from 'vitest'
import { bruteForce } from '../classes/brute-force.fixture.js'
import type { RecodingProblem } from '../classes/problem.js'
import { drawsOf, randomLevels, randomProblem } from '../classes/random-problem.fixture.js'
import { searchLattice } from './search-lattice.js'

const height = (node: readonly number[]): number => node.reduce((a, b) => a + b, 0)

describe('searchLattice against every node by the definitions', () => {
  const seeds = Array.from({ length: 400 }, (_, i) => i + 1)

  it('finds the optimum, its ties, the suppressed records and the classes, on random small files', () => {
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
      // The nodes of the brute force are ordered by the first column that differs.
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
    // Both results occur often enough for a meaningful test.
    expect(found).toBeGreaterThan(200)
    expect(none).toBeGreaterThan(20)
  })
})

describe('searchLattice of large lattices', () => {
  const problemOf = (keys: number, height: number, rows: number): RecodingProblem => {
    const draw = drawsOf(7)
    return {
      keys: Array.from({ length: keys }, (_, j) => {
        const codes = Int32Array.from({ length: rows }, () => Math.min(draw(20), draw(20)))
        return { column: `key${j}`, codes, levels: randomLevels(draw, 20, height) }
      }),
      rows,
      k: 5,
      sensitive: [],
      loss: 'loss',
      suppressionLimit: 0.05,
      gsFactor: 0.5,
    }
  }

  it('is exact with a million nodes', () => {
    const result = searchLattice(problemOf(6, 9, 1000))
    if (!('found' in result)) throw new Error('no node was found')
    expect(result.found).toMatchObject({ nodes: 1e6, exact: true })
    expect(result.found.bound).toBeUndefined()
    expect(result.found.explored.length).toBeLessThan(20_000)
  })

  it('in larger lattices, returns a node and a lower bound of all scores', () => {
    const result = searchLattice(problemOf(7, 9, 500))
    if (!('found' in result)) throw new Error('no node was found')
    const { exact, bound, score, least, suppressed } = result.found
    expect(exact).toBe(false)
    expect(bound).toBeLessThanOrEqual(score)
    expect(score).toBeLessThan(1)
    expect(least).toBeGreaterThanOrEqual(5)
    expect(suppressed.reduce((sum, is) => sum + is, 0)).toBeLessThanOrEqual(25)
  })
})
