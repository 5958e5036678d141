import { keyClasses } from '@sdc/stats'
import { coverBound } from './cover-bound.js'
import { cover, type CoverInput } from './cover.js'
import { groupsOf, helpGroups } from './help-groups.js'
import type { KeySet } from './problem/key-sets.js'
import { ownSets, type OwnSets } from './problem/own-sets.js'
import { costOf, type Suppression, type SuppressionProblem } from './problem/problem.js'
import { plainBound, presentIn, rounded, triesAll, unsafeRecords, type Rows } from './suppression-rows.js'

/** All own sets of the unsafe rows are computed up to this number of pairs of row and set. */
const MOST_PAIRS = 4_000_000

/** Maximum number of unsafe rows in tables for one set of keys, once for each pattern of missing keys. */
const MOST_TABLED = 2_000_000

/** A missing key matches every value: each unsafe record loses one of its own sets, or is helped by others that do. */
export function byCover(
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
