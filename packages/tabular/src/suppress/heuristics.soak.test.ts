import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { randomTable, type RandomLevels } from '../random-table.js'
import { askedOf, keepsLevels, linearReach, possibleOf } from './attacker.fixture.js'
import { exactSuppression } from './exact/exact-suppression.js'
import { greedySuppression } from './greedy/greedy-suppression.js'
import { problemOf, type SuppressionProblem } from './problem.js'

const soak = process.env.SDC_SOAK === '1'
const shapes: readonly (readonly RandomLevels[])[] = [
  [4, 5],
  [3, 3, 2],
  [[2, [2, 2]], 3],
  [
    [2, 3],
    [2, 2],
  ],
  [[[2, 2], 3]],
  [6],
  [1, 4],
  [[[3, 2], [2]], 2, 2],
]

/** Zeros, singletons, sliding levels, required and forbidden cells, values up to 10¹². */
function randomProblem(seed: number): SuppressionProblem {
  const rng = seededRng(`heuristics ${seed}`)
  const { table, sensitive } = randomTable({
    dimensions: shapes[rng.int(shapes.length)],
    seed,
    zeros: rng.int(4) * 0.2,
    sensitive: [0, 0.1, 0.3, 0.6, 1][rng.int(5)],
    alone: rng.int(2) * 0.5,
    spread: 0.5 + 2.5 * rng.uniform(),
    percent: [0, 5, 20, 60][rng.int(4)],
  })
  const factor = [1, 1, 1e6, 1e-3][rng.int(4)]
  const given = table.values.map((_, c) => (sensitive.status[c] ? 0 : rng.uniform() < 0.1 ? 2 + rng.int(2) : 0))
  const shift = rng.int(6) === 0
  return problemOf(
    {
      ...table,
      given: Uint8Array.from(given),
      values: table.values.map((value) => (shift ? -1 : 1) * value * factor),
    },
    {
      status: sensitive.status,
      lower: sensitive.lower.map((level) => level * factor),
      upper: sensitive.upper.map((level) => level * factor * (0.5 + rng.uniform())),
      width: sensitive.lower.map((level) => (rng.int(4) === 0 ? level * factor * 4 : 0)),
    },
    {
      cost: (['value', 'one', 'log', 'count'] as const)[rng.int(4)],
      zeros: rng.int(3) === 0 ? 'suppressible' : 'published',
      singletons: rng.int(2) === 0 ? 'protect' : 'ignore',
      own: 'ignore',
    },
  )
}

describe('the greedy search', () => {
  const count = soak ? 300 : 25
  it(`keeps all possible levels of ${count} random tables, at little more than the least cost`, async () => {
    const ratios: number[] = []
    let withExceptions = 0
    for (let seed = 1; seed <= count; seed++) {
      const problem = randomProblem(seed)
      const exact = await exactSuppression(problem)
      const greedy = await greedySuppression(problem)
      const reachIn = linearReach(problem)
      const { asked, impossible } = possibleOf(problem, askedOf(problem), reachIn)
      withExceptions += Number(impossible.length > 0)
      expect([seed, greedy.exceptions.length > 0]).toEqual([seed, impossible.length > 0])
      expect([seed, keepsLevels(problem, greedy.status, asked, reachIn)]).toEqual([seed, true])
      expect([seed, keepsLevels(problem, exact.status, asked, reachIn)]).toEqual([seed, true])
      expect(greedy.cost).toBeGreaterThanOrEqual(exact.cost * (1 - 1e-9))
      expect(greedy.bound).toBeLessThanOrEqual(exact.cost * (1 + 1e-6))
      const cost = greedy.status.reduce((sum, one, c) => sum + (one === 2 ? problem.costs[c] : 0), 0)
      expect(Math.abs(greedy.cost - cost)).toBeLessThanOrEqual(1e-9 * cost)
      if (exact.cost > 0) ratios.push(greedy.cost / exact.cost)
    }
    const mean = ratios.reduce((a, b) => a + b, 0) / ratios.length
    const numbers = [`mean ${mean.toFixed(3)}`, `greatest ${Math.max(...ratios).toFixed(3)}`]
    process.stdout.write(`${ratios.length} tables: ${numbers.join(', ')}; ${withExceptions} with exceptions\n`)
    expect(mean).toBeLessThan(1.05)
    expect(withExceptions).toBeGreaterThan(0)
    expect(withExceptions).toBeLessThan(count / 2)
  }, 3_600_000)
})
