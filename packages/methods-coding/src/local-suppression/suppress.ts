import { keyClasses } from '@sdc/stats'
import { matchingTotals } from '@sdc/stats/internal'
import { coverBound } from './cover-bound.js'
import { cover, type CoverInput } from './cover.js'
import { exactPatterns } from './exact-patterns.js'
import { exactWildcard } from './exact-wildcard.js'
import { groupsOf, helpGroups } from './help-groups.js'
import { keySets, type KeySet } from './key-sets.js'
import { levelGroups } from './level-groups.js'
import { ownSets, type OwnSets } from './own-sets.js'
import { fewestRecords } from './plain-bound.js'
import { refine } from './refine.js'
import { costOf, suppressed, type Suppression, type SuppressionProblem } from './problem.js'
import { matchedBy, unsafeRows } from './unsafe-rows.js'

/** Up to this number of cells the optimum is computed. */
export const EXACT_CELLS = 60

/** All own sets of the unsafe rows are computed up to this number of pairs of row and set. */
const MOST_PAIRS = 4_000_000

/** Maximum number of unsafe rows in tables for one set of keys, once for each pattern of missing keys. */
const MOST_TABLED = 2_000_000

/** Maximum number of rounds over the conditions, one after the other, before all their keys are taken together. */
const ROUNDS = 20

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

/** Distinct records as rows, with the number of records of each. */
interface Rows {
  readonly problem: SuppressionProblem
  readonly sizes: Float64Array
  readonly matched: readonly Float64Array[]
  readonly unsafe: Int32Array
  /** Row of each record. */
  readonly ids: Int32Array
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
  const start = cheapestOf(problem, [heuristic.masks, ...blankRecords(problem)])
  const floor = rule.missing === 'own-level' ? leastAlone(rows, sets) : new Float64Array(n)
  const result =
    rule.missing === 'wildcard' ? exactWildcard(problem, start) : exactPatterns(problem, sets, floor, start)
  // With more than twelve keys, not every set of keys was tried record by record.
  const proved = result.proved && (rule.missing === 'wildcard' || triesAll(problem, sets))
  const bound = rule.missing === 'wildcard' ? plainBound(rows, problem) : heuristic.lowerBound
  const lowerBound = proved ? costOf(problem, result.masks) : bound
  return { masks: result.masks, proved, lowerBound, unsafe }
}

/** Returns true if every record matches enough others after these cells are made missing. */
export function valid({ codes, conditions, rule }: SuppressionProblem, masks: Int32Array): boolean {
  const ones = new Float64Array(masks.length).fill(1)
  return unsafeRows(matchedBy(suppressed(codes, masks), ones, conditions, rule), conditions).length === 0
}

function rowsOf(problem: SuppressionProblem, tick: (fraction: number) => void): Rows {
  const { codes, conditions, rule } = problem
  const classes = keyClasses(codes)
  const distinct = codes.map((of) => Int32Array.from(classes.firsts, (i) => of[i]))
  const sizes = Float64Array.from(classes.sizes)
  const matched = matchedBy(distinct, sizes, conditions, rule, tick)
  const unsafe = unsafeRows(matched, conditions)
  return { problem: { ...problem, codes: distinct }, sizes, matched, unsafe, ids: classes.ids }
}

/** The records of the unsafe rows, and the place of the row of each among them. */
function unsafeRecords({ unsafe, ids, sizes }: Rows): { readonly records: Int32Array; readonly at: Int32Array } {
  const place = new Int32Array(sizes.length).fill(-1)
  unsafe.forEach((row, at) => (place[row] = at))
  const records = Int32Array.from(ids.keys()).filter((i) => place[ids[i]] >= 0)
  return { records, at: records.map((i) => place[ids[i]]) }
}

function byCover(
  problem: SuppressionProblem,
  rows: Rows,
  sets: readonly KeySet[],
  protect: 'file' | 'record',
  tick: (fraction: number) => void,
): Suppression {
  const { conditions, codes } = problem
  const all = protect === 'file' && rows.unsafe.length * sets.length <= MOST_PAIRS
  const among = mostAlike(rows)
  const count = { values: rows.sizes, itself: 0, match: 'wildcard', among } as const
  const own = ownSets(rows.problem, rows.unsafe, sets, count, all, (done) => tick(0.6 * done))
  const { records, at } = unsafeRecords(rows)
  const masks = new Int32Array(codes[0].length)
  if (protect === 'record') {
    records.forEach((i, r) => (masks[i] = sets[own.best[at[r]]].bits & presentIn(codes, i)))
    const proved = triesAll(problem, sets) && among === undefined
    return { masks, lowerBound: proved ? costOf(problem, masks) : plainBound(rows, problem), proved }
  }
  const { input, complete } = coverInput(problem, rows, sets, own, records, at)
  const chosen = cover(input, (done) => tick(0.6 + 0.4 * done))
  records.forEach((i, r) => {
    if (chosen[r] >= 0) masks[i] = input.sets[chosen[r]].bits & presentIn(codes, i)
  })
  const whole =
    complete &&
    triesAll(problem, sets) &&
    input.codes.every((of, j) => !conditions.some((c) => (c.bits >> j) & 1) || !of.includes(-1))
  const bound = whole ? coverBound(input) : 0
  return { masks, lowerBound: Math.max(rounded(bound, problem), plainBound(rows, problem)), proved: false }
}

/**
 * Rows to count if rows have so many patterns of missing keys that counting all would take too long: those with the
 * most frequent patterns. Undefined if all can be counted.
 */
function mostAlike({ problem: { codes, conditions }, sizes, unsafe }: Rows): Int32Array | undefined {
  const classes = keyClasses(codes.map((of) => of.map((code) => (code < 0 ? 1 : 0))))
  const most = Math.max(2, Math.floor(MOST_TABLED / unsafe.length))
  if (classes.sizes.length <= most) return undefined
  const order = Array.from(classes.sizes.keys()).sort((a, b) => classes.sizes[b] - classes.sizes[a] || a - b)
  const kept = new Uint8Array(order.length)
  for (const one of order.slice(0, most)) kept[one] = 1
  const among = Int32Array.from(classes.ids.keys()).filter((row) => kept[classes.ids[row]] === 1)
  // A record that loses all keys must match enough of them.
  const records = among.reduce((sum, row) => sum + sizes[row], 0)
  return conditions.every(({ k }) => records >= k) ? among : undefined
}

/** The unsafe records with their sets, and the records that each set helps. */
function coverInput(
  { codes, conditions }: SuppressionProblem,
  rows: Rows,
  sets: readonly KeySet[],
  own: OwnSets,
  records: Int32Array,
  at: Int32Array,
): { readonly input: CoverInput; readonly complete: boolean } {
  const keys = codes.map((of) => records.map((i) => of[i]))
  const uses = new Int32Array(sets.length)
  for (const row of at) for (let o = own.starts[row]; o < own.starts[row + 1]; o++) uses[own.of[o]]++
  const used = sets.map((_, s) => s).filter((s) => uses[s] > 0)
  const place = new Int32Array(sets.length).fill(-1)
  used.forEach((s, p) => (place[s] = p))
  const starts = new Int32Array(records.length + 1)
  for (const [r, row] of at.entries()) starts[r + 1] = starts[r] + own.starts[row + 1] - own.starts[row]
  const options = new Int32Array(starts[records.length])
  for (const [r, row] of at.entries())
    for (let o = own.starts[row], to = starts[r]; o < own.starts[row + 1]; o++, to++) options[to] = place[own.of[o]]
  const usedSets = used.map((s) => sets[s])
  const usedTimes = Int32Array.from(used, (s) => uses[s])
  const { groups, complete } = helpGroups(keys, usedSets, usedTimes, conditions)
  const input = {
    codes: keys,
    conditions,
    sets: usedSets,
    starts,
    options,
    matched: rows.matched.map((of) => at.map((row) => of[rows.unsafe[row]])),
    groups,
    same: conditions.map(({ bits }) => groupsOf(keys, bits, records.length)),
  }
  return { input, complete }
}

/** Each record must equal k − 1 others: groups are formed, condition by condition. */
function byLevels(
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
function leastAlone(rows: Rows, sets: readonly KeySet[], tick: (fraction: number) => void = () => {}): Float64Array {
  const count = { values: rows.sizes, itself: 0, match: 'reachable' } as const
  const own = ownSets(rows.problem, rows.unsafe, sets, count, false, tick)
  const { records, at } = unsafeRecords(rows)
  const least = new Float64Array(rows.ids.length)
  records.forEach((i, r) => (least[i] = own.best[at[r]] < 0 ? 0 : sets[own.best[at[r]]].weight))
  return least
}

/**
 * Records that lose keys count as a share only: each record is made safe by complete records, and by shares of the
 * others.
 */
function byShares(
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

/** The cheapest valid suppression; the last one must be valid. */
function cheapestOf(problem: SuppressionProblem, candidates: readonly Int32Array[]): Int32Array {
  const sound = candidates.filter((masks) => valid(problem, masks))
  return sound.reduce((best, one) => (costOf(problem, one) < costOf(problem, best) ? one : best))
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

/** The keys that a record has. */
function presentIn(codes: readonly Int32Array[], i: number): number {
  let bits = 0
  for (let j = 0; j < codes.length; j++) if (codes[j][i] >= 0) bits |= 1 << j
  return bits
}

/** Returns true if every set of keys is among those tried. */
function triesAll({ codes }: SuppressionProblem, sets: readonly KeySet[]): boolean {
  return sets.length === 1 << codes.length
}

function plainBound(rows: Rows, { conditions, weights }: SuppressionProblem): number {
  const { records, at } = unsafeRecords(rows)
  const gaps = Float64Array.from(records, (_, r) =>
    conditions.reduce((gap, { k }, c) => Math.max(gap, k - rows.matched[c][rows.unsafe[at[r]]]), 0),
  )
  // A record that is made equal to another counts in full for a record with a missing key.
  return fewestRecords(gaps, 1) * Math.min(...weights)
}

/** With whole weights, a cost is a whole number. */
function rounded(bound: number, { weights }: SuppressionProblem): number {
  return weights.every(Number.isInteger) ? Math.ceil(bound - 1e-6) : bound
}
