import { keyClasses } from '@sdc/stats'
import type { KeySet } from './problem/key-sets.js'
import { fewestRecords } from './plain-bound.js'
import { costOf, suppressed, type SuppressionProblem } from './problem/problem.js'
import { matchedBy, unsafeRows } from './problem/unsafe-rows.js'

/** Maximum number of rounds over the conditions, one after the other, before all their keys are taken together. */
export const ROUNDS = 20

/** Distinct records as rows, with the number of records of each. */
export interface Rows {
  readonly problem: SuppressionProblem
  readonly sizes: Float64Array
  readonly matched: readonly Float64Array[]
  readonly unsafe: Int32Array
  /** Row of each record. */
  readonly ids: Int32Array
}

/** Returns the distinct records of a problem, and the rows that match too few records. */
export function rowsOf(problem: SuppressionProblem, tick: (fraction: number) => void): Rows {
  const { codes, conditions, rule } = problem
  const classes = keyClasses(codes)
  const distinct = codes.map((of) => Int32Array.from(classes.firsts, (i) => of[i]))
  const sizes = Float64Array.from(classes.sizes)
  const matched = matchedBy(distinct, sizes, conditions, rule, tick)
  const unsafe = unsafeRows(matched, conditions)
  return { problem: { ...problem, codes: distinct }, sizes, matched, unsafe, ids: classes.ids }
}

/** The records of the unsafe rows, and the place of the row of each among them. */
export function unsafeRecords({ unsafe, ids, sizes }: Rows): { readonly records: Int32Array; readonly at: Int32Array } {
  const place = new Int32Array(sizes.length).fill(-1)
  unsafe.forEach((row, at) => (place[row] = at))
  const records = Int32Array.from(ids.keys()).filter((i) => place[ids[i]] >= 0)
  return { records, at: records.map((i) => place[ids[i]]) }
}

/** Returns a lower bound of the cost of any suppression: the least number of records that lose their lightest key. */
export function plainBound(rows: Rows, { conditions, weights }: SuppressionProblem): number {
  const { records, at } = unsafeRecords(rows)
  const gaps = Float64Array.from(records, (_, r) =>
    conditions.reduce((gap, { k }, c) => Math.max(gap, k - rows.matched[c][rows.unsafe[at[r]]]), 0),
  )
  // A record that is made equal to another counts in full for a record with a missing key.
  return fewestRecords(gaps, 1) * Math.min(...weights)
}

/** With whole weights, a cost is a whole number. */
export function rounded(bound: number, { weights }: SuppressionProblem): number {
  return weights.every(Number.isInteger) ? Math.ceil(bound - 1e-6) : bound
}

/** Returns true if every record matches enough others after these cells are made missing. */
export function valid({ codes, conditions, rule }: SuppressionProblem, masks: Int32Array): boolean {
  const ones = new Float64Array(masks.length).fill(1)
  return unsafeRows(matchedBy(suppressed(codes, masks), ones, conditions, rule), conditions).length === 0
}

/** The cheapest valid suppression; the last one must be valid. */
export function cheapestOf(problem: SuppressionProblem, candidates: readonly Int32Array[]): Int32Array {
  const sound = candidates.filter((masks) => valid(problem, masks))
  return sound.reduce((best, one) => (costOf(problem, one) < costOf(problem, best) ? one : best))
}

/** The keys that a record has. */
export function presentIn(codes: readonly Int32Array[], i: number): number {
  let bits = 0
  for (let j = 0; j < codes.length; j++) if (codes[j][i] >= 0) bits |= 1 << j
  return bits
}

/** Returns true if every set of keys is among those tried. */
export function triesAll({ codes }: SuppressionProblem, sets: readonly KeySet[]): boolean {
  return sets.length === 1 << codes.length
}
