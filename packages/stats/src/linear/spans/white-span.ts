import { constantOf, mean } from '../../moments/moments.js'
import { linearCombination } from './combined-columns.js'
import { triangle, unwound, type Triangle } from './cross-cholesky.js'
import { identityColumns, linearColumns, sideBySide, type LinearColumns } from './linear-columns.js'
import { crossSumsOf, spanSums, type CrossSums } from './span-sums.js'

/**
 * Number of records from which on cross products replace stored vectors; the vectors of fewer records fit in the cache.
 */
export const MANY_RECORDS = 8192

/** Share of a column's variance that the columns before it must leave, so that cross products suffice. */
const CLEAR = 1e-6
/** Largest multiple of standardised columns in a white one, κ²: up to this one pass is enough, orthogonal to 1e2·ε. */
const PLAIN = 1e2
/**
 * Value of κ² above which even two passes are not enough: many columns can be nearly dependent together although no two
 * are.
 */
const HOPELESS = 1e7
/**
 * Remainder of a column, relative to its own spread, below which it depends on those before it: as in
 * `orthonormalBasis`.
 */
const DEPENDENT = 1e-10
/** Rounding of the column's own values, relative to their size. */
const ROUNDING = 2 ** -50
/** Share of a column's size that its remainder must exceed, so that the rounding of its values is negligible. */
const CLEAR_OF_ROUNDING = 2 ** -40
/** Largest distance of the second round from the identity: CLEAR leaves 1e-9. */
const NEARLY_WHITE = 1e-3
/** Sums of squares between these limits lose nothing to the range of doubles. */
const LEAST_SQUARES = 1e-200
const MOST_SQUARES = 1e300

/**
 * Columns with mean 0 and covariance (ddof 1) the identity, linear in the columns that they span: first those of the
 * base, then their own.
 */
export interface WhiteSpan extends LinearColumns {
  /** Means of the added columns are the sums of both: `rests` has the rounding errors of `means`. */
  readonly means: Float64Array
  readonly rests: Float64Array
  /**
   * Coordinates of each added column: on the base, on the own columns made before it, and, last, on the one that it
   * added (positive).
   */
  readonly coordinates: readonly Float64Array[]
  /** Numbers of the columns that added none, because they depend on those before them or are constant. */
  readonly dependent: readonly number[]
}

/**
 * Returns a span without columns, to begin with.
 *
 * @param rows - n.
 * @returns The empty span.
 */
export function emptySpan(rows: number): WhiteSpan {
  const none = new Float64Array(0)
  const map = linearColumns(rows, { sources: [], centres: none, constants: none, levels: none, weights: [] })
  return { ...map, means: none, rests: none, coordinates: [], dependent: [] }
}

/**
 * Computes the span of a base and further columns, in their order. It is the QR decomposition of `orthonormalBasis`,
 * with the columns orthogonal to the base, but Q (times √(n − 1)) is never stored.
 *
 * Cholesky's decomposition of the cross products of one pass over memory, V − 1c' = ZB + WR with RᵀR = cov V − BᵀB. W
 * is white to ε·κ²; if that is more than some digits, a second pass does the same to W, which leaves ε·κ (CholeskyQR2).
 * The sums are those of the blocks of records, added in their order. Cost: O(n(q + p)²), no array of n values.
 *
 * @param base - Z: q columns with mean 0 and covariance the identity.
 * @param columns - p columns of n values; they are not copied.
 * @param about - Approximate means of the columns, if known: 0 for draws.
 * @returns The span; `undefined` in three cases: those before it leave a column less than 1e-3 of its spread but more
 *   than rounding; its squares are not doubles; a value is missing or infinite. Then use `orthonormalBasis`.
 *
 * Source: Fukaya, Nakatsukasa, Yanagisawa & Yamamoto 2014.
 */
export function extendedSpan(
  base: LinearColumns,
  columns: readonly Float64Array[],
  about?: number,
): WhiteSpan | undefined {
  if (columns.some((column) => column.length !== base.rows)) return undefined
  const constant = columns.map(constantOf)
  const centres = Float64Array.from(columns, (column, j) => constant[j] ?? about ?? mean(column))
  const start = { base, columns, centres, constant: constant.map((value) => value !== undefined) }
  const round = firstRound(start, spanSums(firstColumns(start), base.sources.length))
  return round && spanOfRounds(round, round.isPlain ? undefined : spanSums(round.white, base.count))
}

/** Starting point of a span: its base and the columns that it adds, before their cross products are known. */
export interface SpanStart {
  readonly base: LinearColumns
  /** Only their identity matters, so other arrays may replace them. */
  readonly columns: readonly Float64Array[]
  /** Approximate means of the columns; the value of a constant column. */
  readonly centres: Float64Array
  readonly constant: readonly boolean[]
}

/**
 * Returns the columns whose cross products a span needs first: the sources of its base, then the added columns, each
 * about its centre. The products with the base follow from those with its sources, which is less to read than the base
 * itself.
 *
 * @param start - Starting point of the span.
 * @returns As many columns as the base has sources, and p.
 */
export function firstColumns({ base: { sources, rows, centres: about }, columns, centres }: SpanStart): LinearColumns {
  return sideBySide(identityColumns(sources, rows, about), identityColumns(columns, rows, centres))
}

/** Span after the first pass over its columns. */
export interface SpanRound {
  readonly start: SpanStart
  /** Base, and then the columns, white up to rounding. */
  readonly white: LinearColumns
  /** True if they are white enough; else the cross products of `white` are needed. */
  readonly isPlain: boolean
  readonly factor: Triangle
  readonly rests: Float64Array
  /** Returns true if this remainder of column j, in the unit of white columns, is only rounding of its own values. */
  depends(j: number, left: number): boolean
}

/**
 * Makes the first round of a span from the cross products of `firstColumns`.
 *
 * @param start - Starting point of the span.
 * @param sums - Sums of products of all blocks.
 * @returns The round; `undefined` if `extendedSpan` is.
 */
export function firstRound(start: SpanStart, sums: Float64Array): SpanRound | undefined {
  const { base, columns, centres, constant } = start
  const n = base.rows
  const [q, p] = [base.count, columns.length]
  const first = alongBase(base, crossSumsOf(sums, n, p, base.sources.length))
  if (!first.means.every(Number.isFinite)) return undefined
  const variances = Float64Array.from(columns, (_, j) => first.own[j * p + j])
  if (variances.some((value, j) => !constant[j] && !inRange(value * n))) return undefined
  const spreads = variances.map(Math.sqrt)
  const sizes = variances.map((value, j) => Math.sqrt(value + (centres[j] * centres[j] * n) / (n - 1)))
  const factor = triangle(first, q, (j, pivot) => {
    if (constant[j]) return 'none'
    const clear = pivot > CLEAR * variances[j] && Math.sqrt(pivot) > CLEAR_OF_ROUNDING * sizes[j]
    return clear ? 'own' : 'doubtful'
  })
  const rows = unwound(factor, q, spreads)
  const taken = Math.max(
    0,
    ...rows.map((row) => row.reduce((total, weight, l) => total + square(weight * (l < q ? 1 : spreads[l - q])), 0)),
  )
  if (!(taken < HOPELESS)) return undefined
  const rests = first.means
  const centred = linearColumns(n, { ...identityColumns(columns, n, centres), constants: rests.map((rest) => -rest) })
  const white = sideBySide(base, linearCombination(rows, sideBySide(base, centred)))
  const isPlain = factor.doubtful.length === 0 && taken < PLAIN
  const depends = (j: number, left: number): boolean =>
    left * spreads[j] <= DEPENDENT * spreads[j] + ROUNDING * sizes[j]
  return { start, white, isPlain, factor, rests, depends }
}

/**
 * Makes the span from one or two rounds.
 *
 * @param round - First round.
 * @param sums - Sums of the products of its white columns, if it is not plain.
 * @returns The span; `undefined` if `extendedSpan` is.
 */
export function spanOfRounds(round: SpanRound, sums: Float64Array | undefined): WhiteSpan | undefined {
  const { start, white, factor, rests, depends } = round
  const { base, centres } = start
  const [q, p] = [base.count, centres.length]
  const second = sums === undefined ? whiteSums(q, p) : crossSumsOf(sums, base.rows, p, q)
  const again = secondRound(second, q, factor, depends)
  return again && joined(base, white, { centres, rests }, factor, again)
}

/**
 * Computes the covariances with a base: Σ_l weight_kl·cov(x_l, v_j), with x its sources, plus the contribution of its
 * constants.
 */
function alongBase({ rows, constants, weights }: LinearColumns, { means, along, own }: CrossSums): CrossSums {
  const p = means.length
  const made = weights.flatMap((row, k) =>
    Array.from(means, (mean, j) =>
      row.reduce((sum, weight, l) => sum + weight * along[l * p + j], (constants[k] * mean * rows) / (rows - 1)),
    ),
  )
  return { means, along: Float64Array.from(made), own }
}

/** Columns of a second round, in terms of those of the first. */
interface Round extends Triangle {
  readonly means: Float64Array
}

/** Returns the sums of columns that are white enough. */
function whiteSums(q: number, p: number): CrossSums {
  const own = new Float64Array(p * p)
  for (let j = 0; j < p; j++) own[j * p + j] = 1
  return { means: new Float64Array(p), along: new Float64Array(q * p), own }
}

/**
 * Decomposes columns that are white up to rounding. `undefined` if they are not, or if a doubtful column does not
 * depend on those before it by its remainder (`depends`).
 */
function secondRound(
  sums: CrossSums,
  q: number,
  { kept, doubtful }: Triangle,
  depends: (j: number, left: number) => boolean,
): Round | undefined {
  let failed = false
  const round = triangle(sums, q, (j, pivot) => {
    if (kept.includes(j)) failed ||= !(Math.abs(pivot - 1) < NEARLY_WHITE)
    else if (doubtful.includes(j)) failed ||= !depends(j, Math.sqrt(Math.max(0, pivot)))
    return kept.includes(j) ? 'own' : 'none'
  })
  return failed ? undefined : { ...round, means: sums.means }
}

function joined(
  base: LinearColumns,
  white: LinearColumns,
  { centres, rests: left }: { readonly centres: Float64Array; readonly rests: Float64Array },
  { along, upper, kept }: Triangle,
  again: Round,
): WhiteSpan {
  const [q, p] = [base.count, centres.length]
  const rests = left.slice()
  const coordinates = Array.from(centres, (_, j) => {
    const before = kept.filter((l) => l <= j)
    const own = new Float64Array(q + before.length)
    for (let k = 0; k < q; k++) own[k] = along[k * p + j]
    before.forEach((l, at) => {
      const weight = upper[l * p + j]
      rests[j] += weight * again.means[l]
      for (let k = 0; k < q; k++) own[k] += weight * again.along[k * p + l]
      for (let i = 0; i <= at; i++) own[q + i] += weight * again.upper[before[i] * p + l]
    })
    return own
  })
  const rows = unwound(again, q, centres)
  const own = kept.map((j) => rows[j])
  const constants = Float64Array.from(own, (row) =>
    again.means.reduce((total, mean, l) => total - row[q + l] * mean, 0),
  )
  return {
    ...sideBySide(base, linearCombination(own, white, constants)),
    means: centres,
    rests,
    coordinates,
    dependent: [...centres.keys()].filter((j) => !kept.includes(j)),
  }
}

function square(value: number): number {
  return value * value
}

function inRange(squares: number): boolean {
  return squares > LEAST_SQUARES && squares < MOST_SQUARES
}
