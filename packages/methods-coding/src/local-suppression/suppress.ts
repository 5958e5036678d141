import { byCover } from './by-cover.js'
import { byLevels, leastAlone } from './by-levels.js'
import { byShares } from './by-shares.js'
import { exactPatterns } from './exact-patterns.js'
import { exactWildcard } from './exact-wildcard.js'
import { keySets, type KeySet } from './problem/key-sets.js'
import { refine } from './refine.js'
import { costOf, type Suppression, type SuppressionProblem } from './problem/problem.js'
import {
  cheapestOf,
  plainBound,
  presentIn,
  rowsOf,
  triesAll,
  unsafeRecords,
  valid,
  type Rows,
} from './suppression-rows.js'

/** Up to this number of cells the optimum is computed. */
export const EXACT_CELLS = 60

export interface SuppressOptions {
  /** `file`: a record may be safe because others lose values. `record`: only its own lost values make it safe. */
  readonly protect: 'file' | 'record'
  readonly tick?: (fraction: number) => void
  /** Searches for the optimum of a small problem; otherwise the heuristic's result is used. */
  readonly exact?: boolean
}

export interface Suppressed extends Suppression {
  /** Records that matched too few before. */
  readonly unsafe: Int32Array
}

/**
 * Makes cells of the keys missing until every record matches k records in the keys of every condition.
 *
 * @param problem - Keys, weights, conditions; n ≥ k records.
 * @param options - The kind of suppression.
 * @returns The suppressed cells, and a lower bound of their cost.
 *
 * Cost: as `ownSets` and `cover`, or `levelGroups`; for small problems that of branch and bound.
 */
export function suppress(problem: SuppressionProblem, options: SuppressOptions): Suppressed {
  const { codes, weights, rule } = problem
  const { tick = () => {}, exact = true, protect } = options
  const n = codes[0].length
  const rows = rowsOf(problem, (done) => tick(0.1 * done))
  const none = new Int32Array(n)
  if (rows.unsafe.length === 0) return { masks: none, lowerBound: 0, proved: true, unsafe: none.subarray(0, 0) }
  const unsafe = unsafeRecords(rows).records
  if (rule.missing === 'never') return { masks: none, lowerBound: Infinity, proved: true, unsafe }
  const sets = keySets(weights)
  const own = (done: number): void => tick(0.1 + 0.9 * done)
  const found =
    rule.missing === 'wildcard'
      ? byCover(problem, rows, sets, protect, own)
      : rule.missing === 'share'
        ? byShares(problem, rows, sets, own)
        : byLevels(problem, rows, sets, own)
  const sound = valid(problem, found.masks) ? found : { ...found, masks: blank(problem, rows) }
  const refined = rule.missing === 'own-level' || (rule.missing === 'share' && protect === 'file')
  const heuristic = refined ? { ...sound, masks: refine(problem, sound.masks, sets) } : sound
  if (!exact || n * codes.length > EXACT_CELLS || (protect === 'record' && rule.missing !== 'own-level'))
    return { ...heuristic, unsafe }
  return { ...optimum(problem, rows, sets, heuristic), unsafe }
}

/** Searches for the optimum of a small problem, beginning with the heuristic's result. */
function optimum(
  problem: SuppressionProblem,
  rows: Rows,
  sets: readonly KeySet[],
  heuristic: Suppression,
): Suppression {
  const { missing } = problem.rule
  const start = cheapestOf(problem, [heuristic.masks, ...blankRecords(problem)])
  const floor = missing === 'own-level' ? leastAlone(rows, sets) : new Float64Array(start.length)
  const result = missing === 'wildcard' ? exactWildcard(problem, start) : exactPatterns(problem, sets, floor, start)
  // With more than twelve keys, not every set of keys was tried record by record.
  const proved = result.proved && (missing === 'wildcard' || triesAll(problem, sets))
  const bound = missing === 'wildcard' ? plainBound(rows, problem) : heuristic.lowerBound
  const lowerBound = proved ? costOf(problem, result.masks) : bound
  return { masks: result.masks, proved, lowerBound }
}

/** The unsafe records lose all keys; if that is not enough, all records do. */
function blank(problem: SuppressionProblem, rows: Rows): Int32Array {
  const { codes, conditions } = problem
  const keys = conditions.reduce((bits, one) => bits | one.bits, 0)
  const masks = new Int32Array(codes[0].length)
  for (const i of unsafeRecords(rows).records) masks[i] = keys & presentIn(codes, i)
  return valid(problem, masks) ? masks : masks.map((_, i) => keys & presentIn(codes, i))
}

/** The first records lose all keys, from one record to all: starts of the search for the optimum. */
function blankRecords({ codes, conditions }: SuppressionProblem): Int32Array[] {
  const keys = conditions.reduce((bits, one) => bits | one.bits, 0)
  const n = codes[0].length
  return Array.from({ length: n }, (_, count) =>
    Int32Array.from({ length: n }, (_unused, i) => (i <= count ? keys & presentIn(codes, i) : 0)),
  )
}
