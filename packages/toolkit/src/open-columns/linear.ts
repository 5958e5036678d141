import type { Evidence } from './evidence.js'
import { leastDeviations, planeWithout, type Plane } from './least-deviations.js'
import type { LookedAt } from './looked-at.js'
import type { RankWindow } from './rank-window.js'

/** Number of records that a relation is learned from, and of those that it is tested on. */
const LEARN = 1_000
/** A column is kept in a relation if its removal costs more than this share of the correct values. */
const WORTH = 0.03
/** A relation with a column of few different numbers must be exact in this share of the records. */
const EXACTLY = 0.9
/** Number of records beyond the number of coefficients that is needed to learn. */
const MARGIN = 3
/** In a column with fewer different values than this, nearly every estimate is close to one: only exact ones count. */
export const FEW_NUMBERS = 20

/** A linear relation, and its results in records that it was not learned from. */
export interface LinearRelation {
  /** Open columns of the relation. */
  readonly columns: readonly LookedAt[]
  readonly evidence: Evidence
  readonly plane: Plane
}

/** Records that a relation is learned from, and records that it is tested on. */
interface Halves {
  readonly learn: Int32Array
  readonly test: Int32Array
}

/**
 * Finds the linear relation y = a + Σ b_j x_j by which open columns disclose a masked one, with as few columns as
 * possible.
 *
 * It is learned from one half of at most 2,000 records by least absolute deviations, so that some exceptions do not
 * matter. It is tested on the other half, so that a large number of columns alone does not fit. Columns without effect
 * are removed one by one, the weakest first.
 *
 * @param open - Unmasked numbers.
 * @param masked - The masked numbers, with their original values.
 * @param window - The estimates that count as correct.
 * @returns The relation, or undefined for too few records.
 */
export function linearRelation(
  open: readonly LookedAt[],
  masked: LookedAt,
  window: RankWindow,
): LinearRelation | undefined {
  const { learn, test } = halves([...open, masked])
  const most = Math.min(open.length, learn.length - 1 - MARGIN)
  if (most < 1) return undefined
  const used = open.length <= most ? open : strongest(open, masked, learn, most)
  const fit = leastDeviations(
    used.map(({ values }) => values),
    masked.values,
    learn,
  )
  const tried = (plane: Plane): { readonly hits: number; readonly exact: number } =>
    countRight(used, masked, window, plane, test)
  const full = tried(fit)
  let kept = used.map((_, j) => j)
  const strength = used.map((_, j) => Math.abs(fit.slopes[j]) * fit.scales[j])
  for (const j of [...kept].sort((a, b) => strength[a] - strength[b])) {
    if (kept.length === 1) break
    const rest = kept.filter((one) => one !== j)
    const without = tried(planeWithout(fit, rest))
    const asGood = without.hits >= full.hits - WORTH * test.length && without.exact >= full.exact - WORTH * test.length
    if (asGood) kept = rest
  }
  const columns = kept.map((j) => used[j])
  const fitTo = (rows: Int32Array): Plane =>
    leastDeviations(
      columns.map(({ values }) => values),
      masked.values,
      rows,
    )
  const plane = fitTo(learn)
  // Each half is tested by the relation learned from the other one.
  const folds = [
    countRight(columns, masked, window, plane, test),
    countRight(columns, masked, window, fitTo(test), learn),
  ]
  const size = learn.length + test.length
  const [hits, exact] = [folds[0].hits + folds[1].hits, folds[0].exact + folds[1].exact]
  const right = masked.distinct < FEW_NUMBERS ? (exact >= EXACTLY * size ? exact : 0) : hits
  const { chance } = window
  const deviation = Math.sqrt(size * chance * (1 - chance))
  return { columns, evidence: { hits: right, tried: size, expected: chance * size, deviation }, plane }
}

/**
 * Counts the values that a plane estimates closely enough, and to the last digit.
 *
 * @param open - The columns of its slopes.
 * @param masked - The masked numbers, with their original values.
 * @param window - The estimates that count as correct.
 * @param plane - The relation.
 * @param rows - The records; all by default.
 * @returns Both counts. Cost: O(records · columns).
 */
export function countRight(
  open: readonly LookedAt[],
  masked: LookedAt,
  { least, most, halfUnit: half }: RankWindow,
  { constant, slopes }: Plane,
  rows: Int32Array = completeRows([...open, masked]),
): { readonly hits: number; readonly exact: number } {
  let hits = 0
  let exact = 0
  for (const i of rows) {
    let guess = constant
    for (let j = 0; j < open.length; j++) guess += slopes[j] * open[j].values[i]
    const value = masked.classes[i]
    if (guess >= least[value] && guess <= most[value]) hits++
    const original = masked.values[i]
    if (Math.abs(guess - original) < (half > 0 ? half : 1e-9 * Math.abs(original))) exact++
  }
  return { hits, exact }
}

/**
 * Returns the records with a finite value in all columns.
 *
 * @param columns - At least one column.
 * @returns Their numbers, ascending.
 */
export function completeRows(columns: readonly LookedAt[]): Int32Array {
  const n = columns[0].values.length
  const rows = new Int32Array(n)
  for (let i = 0; i < n; i++) rows[i] = i
  let count = n
  for (const { values } of gappyOf(columns)) {
    let kept = 0
    for (let at = 0; at < count; at++) if (Number.isFinite(values[rows[at]])) rows[kept++] = rows[at]
    count = kept
  }
  return rows.subarray(0, count)
}

/** Columns with a missing or infinite value. */
function gappyOf(columns: readonly LookedAt[]): LookedAt[] {
  const n = columns[0].values.length
  return columns.filter(({ values, present, runs: { order } }) => {
    return present < n || !Number.isFinite(values[order[0]]) || !Number.isFinite(values[order[n - 1]])
  })
}

/**
 * Counts the records with a finite value in all columns.
 *
 * @param columns - At least one column.
 * @returns Their number. Cost: O(1) if nothing is missing.
 */
export function completeCount(columns: readonly LookedAt[]): number {
  return gappyOf(columns).length === 0 ? columns[0].values.length : completeRows(columns).length
}

/**
 * Complete records at even distances, each assigned to one half by a hash of its number, so that their order does not
 * matter.
 */
function halves(columns: readonly LookedAt[]): Halves {
  const rows = gappyOf(columns).length === 0 ? undefined : completeRows(columns)
  const all = rows?.length ?? columns[0].values.length
  const count = Math.min(all, 2 * LEARN)
  const picked = Array.from({ length: count }, (_, r) => {
    const at = Math.floor((r * all) / count)
    return rows ? rows[at] : at
  })
  const first = (i: number): boolean => (Math.imul(i + 1, 0x9e3779b1) & 0x40000) !== 0
  return { learn: Int32Array.from(picked.filter(first)), test: Int32Array.from(picked.filter((i) => !first(i))) }
}

/**
 * If there are more columns than the records can distinguish, those with the closest single relation to the masked one.
 */
function strongest(open: readonly LookedAt[], masked: LookedAt, rows: Int32Array, most: number): LookedAt[] {
  const strength = new Map(open.map((column) => [column, Math.abs(rankCorrelation(column, masked, rows))]))
  return [...open].sort((a, b) => (strength.get(b) ?? 0) - (strength.get(a) ?? 0)).slice(0, most)
}

function rankCorrelation(a: LookedAt, b: LookedAt, rows: Int32Array): number {
  const mid = ({ runs: { starts }, classes }: LookedAt, i: number): number =>
    starts[classes[i]] + starts[classes[i] + 1]
  let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0]
  for (const i of rows) {
    const [x, y] = [mid(a, i), mid(b, i)]
    sa += x
    sb += y
    saa += x * x
    sbb += y * y
    sab += x * y
  }
  const n = rows.length
  const spread = (saa - (sa * sa) / n) * (sbb - (sb * sb) / n)
  return spread > 0 ? (sab - (sa * sb) / n) / Math.sqrt(spread) : 0
}
