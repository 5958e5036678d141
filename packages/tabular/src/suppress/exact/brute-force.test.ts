import { seededRng, SdcError, type Sensitivity, type Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { randomTable, type RandomLevels } from '../../random-table.js'
import { problemOf, type ProblemOptions, type SuppressionProblem } from '../problem.js'
import { exactSuppression } from './exact-suppression.js'
import { greatest } from './plain-simplex.fixture.js'

const shapes: readonly (readonly RandomLevels[])[] = [
  [3, 3],
  [2, 4],
  [2, 2, 2],
  [[2, 3]],
  [[2, 2], 2],
  [[[2, 2], 2]],
  [5],
  [1, 4],
]
const soak = process.env.SDC_SOAK === '1'

/** An attacker of the test's own: tables within a bound so large that it matters to none of these. */
function keeps({ table, room, primary, levels, insiders }: SuppressionProblem, status: Uint8Array): boolean {
  const bound = 1000 * (1 + table.values.reduce((a, b) => Math.max(a, Math.abs(b)), 0))
  const attack = (cell: number, knows: Int32Array): boolean => {
    const free = [...status.keys()].filter((c) => status[c] === 1 && !knows.includes(c))
    const at = free.indexOf(cell)
    const rows = table.equations.map(({ cells, signs }) =>
      Float64Array.from(free, (c) => (cells.includes(c) ? signs[cells.indexOf(c)] : 0)),
    )
    const low = Float64Array.from(free, (c) => -Math.min(bound, room.below[c]))
    const high = Float64Array.from(free, (c) => Math.min(bound, room.above[c]))
    const [up, down] = [1, -1].map((sign) => {
      const cost = new Float64Array(free.length)
      cost[at] = sign
      return greatest(
        rows.filter((row) => row.some((value) => value !== 0)),
        cost,
        low,
        high,
      )
    })
    const slack = 1e-6 * (levels.upper[cell] + levels.lower[cell] + levels.width[cell])
    return (
      up >= levels.upper[cell] - slack && down >= levels.lower[cell] - slack && up + down >= levels.width[cell] - slack
    )
  }
  return (
    Array.from(primary).every((cell) => attack(cell, Int32Array.of())) &&
    insiders.every(({ target, knows }) => attack(primary[target], knows))
  )
}

/** The least cost of all valid patterns, by trying them from the cheapest; undefined where none is valid. */
function leastCost(problem: SuppressionProblem): number | undefined {
  const { must, fixed, costs } = problem
  const free = [...must.keys()].filter((c) => !must[c] && !fixed[c])
  const patterns = Array.from({ length: 2 ** free.length }, (_, bits) => ({
    bits,
    cost: free.reduce((sum, c, i) => sum + ((bits >> i) & 1) * costs[c], 0),
  })).sort((a, b) => a.cost - b.cost)
  const status = must.slice()
  const lay = (bits: number): Uint8Array => {
    free.forEach((c, i) => (status[c] = (bits >> i) & 1))
    return status
  }
  if (!keeps(problem, lay(2 ** free.length - 1))) return undefined
  // A pattern with a cell alone in a relation is worth no more than without it; others were tried before it.
  for (const { bits, cost } of patterns) if (plausible(problem, lay(bits)) && keeps(problem, status)) return cost
  return undefined
}

/** A sensitive cell that is alone in a relation has no level. */
function plausible({ table, primary }: SuppressionProblem, status: Uint8Array): boolean {
  return table.equations.every(({ cells }) => {
    const hidden = cells.filter((c) => status[c] === 1)
    return hidden.length !== 1 || !primary.includes(hidden[0])
  })
}

function randomProblem(seed: number): SuppressionProblem | undefined {
  const rng = seededRng(`brute force ${seed}`)
  const dimensions = shapes[rng.int(shapes.length)]
  const { table, sensitive } = randomTable({
    dimensions,
    seed,
    zeros: rng.int(3) * 0.2,
    sensitive: 0.15 + 0.4 * rng.uniform(),
    alone: rng.int(2) * 0.6,
    spread: 0.5 + 2 * rng.uniform(),
    percent: [5, 20, 60][rng.int(3)],
  })
  const given = Uint8Array.from(table.values, (_, c) =>
    sensitive.status[c] ? 0 : rng.uniform() < 0.12 ? 2 + rng.int(2) : 0,
  )
  const factor = [1, 1, 1e6][rng.int(3)]
  const scaled: Table = { ...table, given, values: table.values.map((value) => value * factor) }
  const levels: Sensitivity = {
    status: sensitive.status,
    lower: sensitive.lower.map((level) => level * factor),
    upper: sensitive.upper.map((level) => level * factor * (0.5 + rng.uniform())),
    width: sensitive.lower.map((level) => (rng.int(3) === 0 ? level * factor * 4 : 0)),
  }
  const options: ProblemOptions = {
    cost: (['value', 'one', 'log', 'count'] as const)[rng.int(4)],
    zeros: rng.int(3) === 0 ? 'suppressible' : 'published',
    singletons: rng.int(2) === 0 ? 'protect' : 'ignore',
  }
  const problem = problemOf(scaled, levels, options)
  const free = problem.must.reduce((sum, one, c) => sum + (one || problem.fixed[c] ? 0 : 1), 0)
  return free <= (soak ? 15 : 12) ? problem : undefined
}

describe('the cheapest pattern', () => {
  it(
    'costs what the cheapest of all patterns costs, by an attacker with another solver',
    async () => {
      let tried = 0
      let refused = 0
      for (let seed = 1; tried < (soak ? 1000 : 60); seed++) {
        const problem = randomProblem(seed)
        if (!problem || problem.primary.length === 0) continue
        tried++
        const least = leastCost(problem)
        const found = await exactSuppression(problem).catch((error: unknown) => error)
        if (least === undefined) {
          refused++
          expect(found instanceof SdcError && found.code, `seed ${seed}`).toBe('INFEASIBLE')
          continue
        }
        if (found instanceof Error) throw new Error(`seed ${seed}: ${found.message}`)
        const { cost, proved, status } = found as Awaited<ReturnType<typeof exactSuppression>>
        expect(proved).toBe(true)
        expect(Math.abs(cost - least), `seed ${seed}: ${cost} and ${least}`).toBeLessThanOrEqual(1e-9 * least)
        expect(
          keeps(
            problem,
            status.map((one) => Number(one > 0)),
          ),
          `seed ${seed}`,
        ).toBe(true)
      }
      expect(refused).toBeGreaterThan(0)
      expect(refused).toBeLessThan(tried / 2)
    },
    soak ? 3_600_000 : 60_000,
  )
})
