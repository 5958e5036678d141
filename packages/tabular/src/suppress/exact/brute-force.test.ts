import { seededRng, type Sensitivity, type Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { randomTable, type RandomLevels } from '../../random-table.js'
import {
  askedOf,
  keepsLevels,
  leastCost,
  linearReach,
  possibleOf,
  type Impossible,
  type ReachIn,
} from '../attacker.fixture.js'
import { problemOf, type ProblemOptions, type SuppressionProblem } from '../problem.js'
import { wholeReach } from '../whole-tables.fixture.js'
import { exactSuppression } from './exact-suppression.js'

const soak = process.env.SDC_SOAK === '1'
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
/** Few inner cells, so that all whole tables are enumerated. */
const smallShapes: readonly (readonly RandomLevels[])[] = [
  [2, 3],
  [5],
  [[2, 3]],
  [[2, 1], 2],
  [1, 4],
  [2, 2],
  [2, 2, 1],
]

/** Adds sensitive totals to the inner cells, so that respondents contribute to them. */
function withTotals(
  { status, lower, upper, width }: Sensitivity,
  { values }: Table,
  percent: number,
  share: () => number,
): Sensitivity {
  const chosen = status.map((one, c) => Number(one === 1 || (values[c] > 0 && share() < 0.15)))
  const level = (own: Float64Array): Float64Array =>
    own.map((one, c) => (chosen[c] > status[c] ? (percent / 100) * values[c] : one))
  return { status: chosen, lower: level(lower), upper: level(upper), width }
}

/** A table of sums: two respondents may be alone in several cells each. */
function randomSums(seed: number): SuppressionProblem {
  const rng = seededRng(`brute force ${seed}`)
  const percent = [5, 20, 60][rng.int(3)]
  const { table, sensitive } = randomTable({
    dimensions: shapes[rng.int(shapes.length)],
    seed,
    zeros: rng.int(3) * 0.2,
    sensitive: 0.15 + 0.4 * rng.uniform(),
    alone: rng.int(2) * 0.6,
    spread: 0.5 + 2 * rng.uniform(),
    percent,
  })
  const { status, lower, upper } =
    rng.int(2) === 0 ? sensitive : withTotals(sensitive, table, percent, () => rng.uniform())
  const given = Uint8Array.from(table.values, () => (rng.uniform() < 0.12 ? 2 + rng.int(2) : 0))
  const factor = [1, 1, 1e6][rng.int(3)]
  const scaled: Table = {
    ...table,
    given: given.map((one, c) => (status[c] ? 0 : one)),
    values: table.values.map((value) => value * factor),
    ...(rng.int(3) === 0 && { alone: table.counts.map((count) => (count === 1 ? rng.int(2) : -1)) }),
  }
  const levels: Sensitivity = {
    status,
    lower: lower.map((level) => level * factor),
    upper: upper.map((level) => level * factor * (0.5 + rng.uniform())),
    width: lower.map((level) => (rng.int(3) === 0 ? level * factor * 4 : 0)),
  }
  return problemOf(scaled, levels, {
    cost: (['value', 'one', 'log', 'count'] as const)[rng.int(4)],
    zeros: rng.int(3) === 0 ? 'suppressible' : 'published',
    singletons: rng.int(2) === 0 ? 'protect' : 'ignore',
    own: 'ignore',
  })
}

/** A table of small counts: 1 and 2 are sensitive, and 0 sometimes. */
function randomCounts(seed: number): SuppressionProblem {
  const rng = seededRng(`brute force of counts ${seed}`)
  const { table } = randomTable({ dimensions: smallShapes[rng.int(smallShapes.length)], seed, spread: 1, zeros: 0.3 })
  const totals = new Set(table.equations.map(({ cells }) => cells[0]))
  const values = new Float64Array(table.values.length)
  const inside = (cell: number): number => {
    if (!totals.has(cell)) return values[cell]
    const own = table.equations.find(({ cells }) => cells[0] === cell)
    return (values[cell] = own ? own.cells.slice(1).reduce((sum, c) => sum + inside(c), 0) : 0)
  }
  values.forEach((_, c) => {
    if (!totals.has(c)) values[c] = Math.max(0, rng.int(7) - 1)
  })
  totals.forEach(inside)
  const isZeroUnsafe = rng.int(4) === 0
  const status = Uint8Array.from(values, (value) =>
    Number((value > 0 && value < 3) || (value === 0 && isZeroUnsafe && rng.int(3) === 0)),
  )
  const level = values.map((value, c) => status[c] * (value === 0 || rng.int(3) > 0 ? 1 : 2))
  const given = status.map((one, c) => (one === 0 && values[c] > 0 && rng.uniform() < 0.15 ? 2 + rng.int(2) : 0))
  const options: ProblemOptions = {
    cost: (['value', 'one', 'log'] as const)[rng.int(3)],
    zeros: rng.int(2) === 0 ? 'suppressible' : 'published',
    singletons: (['auto', 'protect'] as const)[rng.int(2)],
    own: 'ignore',
  }
  const width = level.map((one) => (one === 1 && rng.int(4) === 0 ? 3 : 0))
  const sensitive = { status, lower: level, upper: level, width: rng.int(3) === 0 ? width : level.map(() => 0) }
  return problemOf({ ...table, values, counts: Int32Array.from(values), given }, sensitive, options)
}

const isSmall = ({ must, fixed }: SuppressionProblem): boolean =>
  must.reduce((sum, one, c) => sum + (one || fixed[c] ? 0 : 1), 0) <= (soak ? 15 : 12)

const named = (impossible: readonly Impossible[]): string[] =>
  [...new Set(impossible.map(({ asked: { cell, who } }) => `${cell} ${who ?? 'everybody'}`))].sort()

async function compare(
  count: number,
  random: (seed: number) => SuppressionProblem,
  attackerOf: (problem: SuppressionProblem) => ReachIn,
): Promise<{ readonly tried: number; readonly withExceptions: number }> {
  let tried = 0
  let withExceptions = 0
  for (let seed = 1; tried < count; seed++) {
    const problem = random(seed)
    if (!isSmall(problem) || problem.model.primary.length === 0) continue
    tried++
    const reachIn = attackerOf(problem)
    const { asked, impossible } = possibleOf(problem, askedOf(problem), reachIn)
    withExceptions += Number(impossible.length > 0)
    const least = leastCost(problem, asked, reachIn)
    const { cost, bound, proved, status, exceptions } = await exactSuppression(problem)
    expect(proved, `seed ${seed}`).toBe(true)
    expect(Math.abs(cost - least), `seed ${seed}: ${cost} and ${least}`).toBeLessThanOrEqual(1e-9 * least)
    expect(bound, `seed ${seed}`).toBe(cost)
    expect(keepsLevels(problem, status, asked, reachIn), `seed ${seed}`).toBe(true)
    const found = exceptions.map(({ demand, attacker }) => `${demand.cells[0]} ${attacker ?? 'everybody'}`)
    expect([...new Set(found)].sort(), `seed ${seed}`).toEqual(named(impossible))
    for (const { demand, attacker, kept } of exceptions) {
      const side = demand.direction > 0 ? 'above' : 'below'
      const other = impossible.find(
        (one) => one.asked.cell === demand.cells[0] && one.asked.side === side && one.asked.who === attacker,
      )
      if (other) expect(kept, `seed ${seed}`).toBeCloseTo(other.kept, 3)
    }
  }
  return { tried, withExceptions }
}

describe('the cheapest pattern', () => {
  it(
    'for a table of sums costs as much as enumeration finds, by an attacker with another solver',
    async () => {
      const { tried, withExceptions } = await compare(soak ? 1000 : 40, randomSums, linearReach)
      expect(withExceptions).toBeGreaterThan(0)
      expect(withExceptions).toBeLessThan(tried / 2)
    },
    soak ? 3_600_000 : 120_000,
  )

  it(
    'for a table of counts costs as much as enumeration finds, over all whole tables',
    async () => {
      const { withExceptions } = await compare(soak ? 1000 : 40, randomCounts, wholeReach)
      expect(withExceptions).toBeGreaterThan(0)
    },
    soak ? 3_600_000 : 120_000,
  )
})
