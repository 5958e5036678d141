import type { Evidence } from './evidence.js'
import { leastDeviations, planeWithout, type Plane } from './least-deviations.js'
import type { LookedAt } from './looked-at.js'
import type { RankWindow } from './rank-window.js'

/** Records that a relation is learned from, and as many others that it is tried in. */
const LEARN = 1_000
/** A relation keeps a column whose loss costs more than this share of the values it gets right. */
const WORTH = 0.03
/** A relation with a column of few numbers holds exactly in this share of the records. */
const EXACTLY = 0.9
/** So many records more than coefficients are needed to learn from. */
const MARGIN = 3
/** Of a column with fewer different values than this, nearly every guess comes near one: only exact ones count. */
export const FEW_NUMBERS = 20

/** A linear relation, and how it did in records that it was not learned from. */
export interface LinearRelation {
  /** The open columns that take part. */
  readonly columns: readonly LookedAt[]
  readonly evidence: Evidence
  readonly plane: Plane
}

/** The records that a relation is learned from and those that it is tried in. */
interface Halves {
  readonly learn: Int32Array
  readonly test: Int32Array
}

/**
 * The linear relation y = a + Σ b_j x_j by which open columns give a masked one away, with as few columns as it takes.
 *
 * It is learned from one half of (at most 2,000) records by least absolute deviations, so that some exceptions do no harm,
 * and tried in the other half, so that many columns fit nothing just by their number. Columns without which it is as
 * good are left out, one after the other, the weakest first.
 * @param open - numbers that go out as they are
 * @param masked - the masked numbers, as they were originally
 * @param window - which guesses are right
 * @returns The relation, or undefined where there are too few records for one.
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
  // Each half by what the other one taught.
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
 * How many values a plane gives, near enough and to the last digit.
 * @param open - the columns of its slopes
 * @param masked - the masked numbers, as they were originally
 * @param window - which guesses are right
 * @param plane - the relation
 * @param rows - the records; all by default
 * @returns Both counts; cost O(records · columns)
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
 * The records in which some columns are all there, and finite.
 * @param columns - at least one column
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

/** The columns with a value that is missing, or infinite. */
function gappyOf(columns: readonly LookedAt[]): LookedAt[] {
  const n = columns[0].values.length
  return columns.filter(({ values, present, runs: { order } }) => {
    return present < n || !Number.isFinite(values[order[0]]) || !Number.isFinite(values[order[n - 1]])
  })
}

/**
 * In how many records some columns are all there, and finite.
 * @param columns - at least one column
 * @returns Their number; cost O(1) where nothing is missing.
 */
export function completeCount(columns: readonly LookedAt[]): number {
  return gappyOf(columns).length === 0 ? columns[0].values.length : completeRows(columns).length
}

/** Complete records evenly spread, each to one half by a hash of its number: their order must not matter. */
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

/** Of more columns than the records can tell apart, those that alone are most closely related to the masked one. */
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
