import { matchingTotals } from '@sdc/stats/internal'
import { byLevels } from './by-levels.js'
import type { KeySet } from './problem/key-sets.js'
import { ownSets } from './problem/own-sets.js'
import { suppressed, type Suppression, type SuppressionProblem } from './problem/problem.js'
import { cheapestOf, plainBound, presentIn, ROUNDS, unsafeRecords, valid, type Rows } from './suppression-rows.js'
import { matchedBy, unsafeRows } from './problem/unsafe-rows.js'

/**
 * Records that lose keys count as a share only: each record is made safe by complete records, and by shares of the
 * others.
 */
export function byShares(
  problem: SuppressionProblem,
  rows: Rows,
  sets: readonly KeySet[],
  tick: (fraction: number) => void,
): Suppression {
  const { codes, conditions, rule } = problem
  const n = codes[0].length
  const lowerBound = plainBound(rows, problem)
  const keys = conditions.reduce((bits, one) => bits | one.bits, 0)
  const complete = Uint8Array.from(rows.sizes, (_, row) =>
    rows.problem.codes.every((of, j) => of[row] >= 0 || ((keys >> j) & 1) === 0) ? 1 : 0,
  )
  const losing = new Uint8Array(rows.sizes.length)
  for (const row of rows.unsafe) losing[row] = 1
  const together = conditions.length === 1 ? jointSets(problem, rows, sets, complete) : null
  tick(0.4)
  for (let round = 0; round < ROUNDS; round++) {
    const values = rows.sizes.map((size, row) => (complete[row] && !losing[row] ? size : rule.share * size))
    const unsafe = Int32Array.from(losing.keys()).filter((row) => losing[row] === 1)
    const count = { values, itself: 1 - rule.share, match: 'wildcard' } as const
    const own = ownSets(rows.problem, unsafe, sets, count, false)
    const { records, at } = unsafeRecords({ ...rows, unsafe })
    const masks = new Int32Array(n)
    records.forEach((i, r) => {
      const best = own.best[at[r]]
      masks[i] = (best < 0 ? keys : sets[best].bits) & presentIn(codes, i)
    })
    tick(0.4 + (0.4 * (round + 1)) / ROUNDS)
    const matched = matchedBy(suppressed(codes, masks), new Float64Array(n).fill(1), conditions, rule)
    const still = unsafeRows(matched, conditions)
    if (still.length === 0)
      return { masks: cheapestOf(problem, together ? [together, masks] : [masks]), lowerBound, proved: false }
    // Records that were safe by records that now lose keys lose keys as well.
    const before = losing.slice()
    for (const i of still) losing[rows.ids[i]] = 1
    if (losing.every((one, row) => one === before[row])) break
  }
  const { masks } = byLevels(problem, rows, sets, (done) => tick(0.8 + 0.2 * done))
  return { masks: together && valid(problem, together) ? together : masks, lowerBound, proved: false }
}

/**
 * Used if records with a missing key count as a share. Unsafe records that agree without a set of keys lose it
 * together, and so count in full for each other. The lightest sets come first; a row with a missing key loses all keys.
 */
function jointSets(
  { codes, conditions: [{ bits, k }], rule }: SuppressionProblem,
  rows: Rows,
  sets: readonly KeySet[],
  complete: Uint8Array,
): Int32Array {
  const given = new Int32Array(rows.sizes.length)
  const losing = new Uint8Array(rows.sizes.length)
  for (const row of rows.unsafe) losing[row] = 1
  let left = rows.unsafe
  // Count of a row for others: in full while it is complete, or can still lose the same keys as they do.
  const values = rows.sizes.map((size, row) => (complete[row] ? size : rule.share * size))
  for (const set of sets) {
    if (left.length === 0) break
    const active = left.filter((row) => complete[row] === 1)
    const rest = rows.problem.codes.filter((_, j) => ((bits & ~set.bits) >> j) & 1)
    const totals = matchingTotals(rest, values, active, 'wildcard')
    active.forEach((row, at) => {
      if (totals[at] < k - 1e-9) return
      given[row] = set.bits & bits
      losing[row] = 2
    })
    for (const row of active) if (losing[row] === 2) values[row] = rule.share * rows.sizes[row]
    left = left.filter((row) => losing[row] === 1)
  }
  for (const row of left) given[row] = bits
  return Int32Array.from(rows.ids, (row, i) => given[row] & presentIn(codes, i))
}
