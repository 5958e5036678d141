import type { KeySet } from './problem/key-sets.js'
import { levelGroups } from './level-groups.js'
import { ownSets } from './problem/own-sets.js'
import type { Suppression, SuppressionProblem } from './problem/problem.js'
import {
  plainBound,
  presentIn,
  rounded,
  ROUNDS,
  triesAll,
  unsafeRecords,
  valid,
  type Rows,
} from './suppression-rows.js'

/** Each record must equal k − 1 others: groups are formed, condition by condition. */
export function byLevels(
  problem: SuppressionProblem,
  rows: Rows,
  sets: readonly KeySet[],
  tick: (fraction: number) => void,
): Suppression {
  const { codes, conditions } = problem
  const masks = new Int32Array(codes[0].length)
  for (let round = 0; round < ROUNDS; round++) {
    for (const condition of conditions) levelGroups(codes, condition, sets, masks)
    tick((0.5 * (round + 1)) / ROUNDS)
    if (conditions.length === 1 || valid(problem, masks)) break
  }
  for (let i = 0; i < masks.length; i++) if (masks[i] !== 0) masks[i] &= presentIn(codes, i)
  const alone = leastAlone(rows, sets, (done) => tick(0.5 + 0.5 * done))
  const holds = problem.rule.missing === 'own-level' && triesAll(problem, sets)
  const bound = holds ? alone.reduce((sum, one) => sum + one, 0) : 0
  return { masks, lowerBound: Math.max(rounded(bound, problem), plainBound(rows, problem)), proved: false }
}

/**
 * Least cost of each record if a missing key is a value of its own: records that share its keys must have the same keys
 * left.
 */
export function leastAlone(
  rows: Rows,
  sets: readonly KeySet[],
  tick: (fraction: number) => void = () => {},
): Float64Array {
  const count = { values: rows.sizes, itself: 0, match: 'reachable' } as const
  const own = ownSets(rows.problem, rows.unsafe, sets, count, false, tick)
  const { records, at } = unsafeRecords(rows)
  const least = new Float64Array(rows.ids.length)
  records.forEach((i, r) => (least[i] = own.best[at[r]] < 0 ? 0 : sets[own.best[at[r]]].weight))
  return least
}
