import { BLOCK } from '@sdc/core'
import { constantOf } from '../moments/moments.js'
import { dotOfParts } from '../moments/covariance.js'
import { addMultiple, eachPart, PART, partBuffers, type RecordColumns } from './record-columns.js'

/** What must be left of a column's variance after the ones before it, for the cross products to say what: κ² is 1e8 at most. */
const CLEAR = 1e-8
/** What is left of a column, relative to its own spread, below which it depends on those before it: as in `orthonormalBasis`. */
const DEPENDENT = 1e-10
/** Rounding of the column's own values, relative to their size. */
const ROUNDING = 2 ** -50
/** More than that of a column's size must be left, so that rounding of its values is nothing beside it. */
const CLEAR_OF_ROUNDING = 2 ** -30
/** How far the second round may be from the identity: CLEAR leaves 1e-7. */
const NEARLY_WHITE = 1e-3
/** Sums of squares between these lose nothing to the range of doubles. */
const LEAST_SQUARES = 1e-200
const MOST_SQUARES = 1e300

/** Columns with mean 0 and covariance (ddof 1) the identity, which are computed anew whenever they are read: first those of the base, then the own. */
export interface WhiteSpan extends RecordColumns {
  /** The means of the columns that were added. */
  readonly centres: Float64Array
  /** Of each column that was added its coordinates: on the base, on the own columns made before it, and, last, on the one that it added (positive). */
  readonly coordinates: readonly Float64Array[]
  /** Numbers of the columns that added none, because they depend on those before them or are constant. */
  readonly dependent: readonly number[]
}

/** No columns of n records. */
export function emptySpan(rows: number): WhiteSpan {
  return { count: 0, rows, centres: new Float64Array(0), coordinates: [], dependent: [], read: () => undefined }
}

/**
 * The span of a base and further columns, in their order: the QR decomposition of the columns, orthogonal to the base, that
 * `orthonormalBasis` makes, but Q (times √(n − 1)) is never stored.
 *
 * CholeskyQR2: two passes over memory sum cross products, and what is read later takes a third.
 *
 * 1. V − 1c' = ZB + WR, RᵀR = cov V − BᵀB, from the cross products of V with itself and with the base Z;
 * 2. W = 1m' + ZB₂ + Z₂R₂ from those of W: R₂ is the identity but for rounding times κ², and Z₂ is orthogonal to ε.
 *
 * The sums are those of the blocks of records, added in their order. Cost: O(n(q + p)²), no array of n values.
 *
 * @param base - Z: q columns with mean 0 and covariance the identity.
 * @param columns - p columns of n values.
 * @returns The span; `undefined` where less than 1e-4 of a column's spread, but more than rounding, is left by those before
 *   it, or its squares are no doubles, or a value is missing or infinite: then `orthonormalBasis` is to be used.
 *
 * Source: Fukaya, Nakatsukasa, Yanagisawa & Yamamoto 2014.
 */
export function extendedSpan(base: RecordColumns, columns: readonly Float64Array[]): WhiteSpan | undefined {
  const n = base.rows
  const q = base.count
  const p = columns.length
  const constant = columns.map((column) => constantOf(column))
  const centres = Float64Array.from(columns, (column, j) => constant[j] ?? roughMean(column))
  const z = partBuffers(q, n)
  const v = partBuffers(p, n)
  const centred = (from: number, rows: number): void => {
    base.read(from, rows, z)
    for (let j = 0; j < p; j++) {
      const [values, part, centre] = [columns[j], v[j], centres[j]]
      for (let i = 0; i < rows; i++) part[i] = values[from + i] - centre
    }
  }
  const first = crossSums(n, z, v, centred)
  if (!first.means.every(Number.isFinite)) return undefined
  for (let j = 0; j < p; j++) if (constant[j] === undefined) centres[j] += first.means[j]
  const variances = Float64Array.from(columns, (_, j) => first.own[j * p + j])
  if (variances.some((value, j) => constant[j] === undefined && !inRange(value * n))) return undefined
  // 1: R by rows of the columns kept; those of which hardly anything is left are scaled by their own spread, to be looked at.
  const clear = constant.map((one) => one === undefined)
  const rest = first.own.slice()
  for (let j = 0; j < p; j++)
    for (let k = j; k < p; k++)
      for (let l = 0; l < q; l++) rest[j * p + k] -= first.along[l * p + j] * first.along[l * p + k]
  const upper = new Float64Array(p * p)
  for (let j = 0; j < p; j++) {
    if (constant[j] !== undefined) continue
    let pivot = rest[j * p + j]
    for (let l = 0; l < j; l++) if (clear[l]) pivot -= upper[l * p + j] * upper[l * p + j]
    const size = variances[j] + (centres[j] * centres[j] * n) / (n - 1)
    clear[j] = pivot > CLEAR * variances[j] && pivot > CLEAR_OF_ROUNDING * CLEAR_OF_ROUNDING * size
    upper[j * p + j] = Math.sqrt(clear[j] ? pivot : variances[j])
    if (!clear[j]) continue
    for (let k = j + 1; k < p; k++) {
      let value = rest[j * p + k]
      for (let l = 0; l < j; l++) if (clear[l]) value -= upper[l * p + j] * upper[l * p + k]
      upper[j * p + k] = value / upper[j * p + j]
    }
  }
  const whitened = (from: number, rows: number): void => {
    centred(from, rows)
    for (let j = 0; j < p; j++) {
      const part = v[j]
      if (constant[j] !== undefined) {
        part.fill(0)
        continue
      }
      for (let l = 0; l < q; l++) addMultiple(part, -first.along[l * p + j], z[l], rows)
      for (let l = 0; l < j; l++) if (clear[l]) addMultiple(part, -upper[l * p + j], v[l], rows)
      scale(part, 1 / upper[j * p + j], rows)
    }
  }
  // 2: the same of W, whose covariance is the identity but for rounding.
  const second = crossSums(n, z, v, whitened)
  const lower = new Float64Array(p * p)
  const kept: number[] = []
  const dependent: number[] = []
  for (let j = 0; j < p; j++) {
    let pivot = second.own[j * p + j]
    for (let l = 0; l < q; l++) pivot -= second.along[l * p + j] * second.along[l * p + j]
    for (const l of kept) {
      let value = second.own[l * p + j]
      for (let k = 0; k < q; k++) value -= second.along[k * p + l] * second.along[k * p + j]
      for (const k of kept) if (k < l) value -= lower[k * p + l] * lower[k * p + j]
      lower[l * p + j] = value / lower[l * p + l]
      pivot -= lower[l * p + j] * lower[l * p + j]
    }
    if (!clear[j]) {
      const size = Math.sqrt(variances[j] + (centres[j] * centres[j] * n) / (n - 1))
      const spread = Math.sqrt(variances[j])
      if (constant[j] === undefined && Math.sqrt(Math.max(0, pivot)) * spread > DEPENDENT * spread + ROUNDING * size)
        return undefined
      dependent.push(j)
      continue
    }
    if (!(Math.abs(pivot - 1) < NEARLY_WHITE)) return undefined
    lower[j * p + j] = Math.sqrt(pivot)
    kept.push(j)
  }
  const { means } = second
  const offsets = new Float64Array(p)
  const coordinates = columns.map((_, j) => {
    const own = new Float64Array(q + kept.filter((l) => l <= j).length)
    for (let k = 0; k < q; k++) own[k] = first.along[k * p + j]
    for (const l of kept) {
      if (l > j) break
      const weight = upper[l * p + j]
      offsets[j] += weight * means[l]
      for (let k = 0; k < q; k++) own[k] += weight * second.along[k * p + l]
      kept.forEach((k, at) => {
        if (k <= l) own[q + at] += weight * lower[k * p + l]
      })
    }
    return own
  })
  const before = kept.map((_, at) => kept.slice(0, at))
  return {
    count: q + kept.length,
    rows: n,
    centres: centres.map((centre, j) => centre + offsets[j]),
    coordinates,
    dependent,
    read(from, rows, into) {
      whitened(from, rows)
      for (let k = 0; k < q; k++) copy(into[k], z[k], rows)
      kept.forEach((j, at) => {
        const part = v[j]
        for (let i = 0; i < rows; i++) part[i] -= means[j]
        for (let k = 0; k < q; k++) addMultiple(part, -second.along[k * p + j], z[k], rows)
        for (const l of before[at]) addMultiple(part, -lower[l * p + j], v[l], rows)
        scale(part, 1 / lower[j * p + j], rows)
        copy(into[q + at], part, rows)
      })
    },
  }
}

/**
 * What the base says of the columns that a span added, centre + Σ_k coordinate_k·z_k: the regression on [1, base].
 *
 * @param span - The base and p columns.
 * @param base - The base, q columns of n.
 * @returns p columns of n, computed where they are read.
 */
export function explainedPart({ centres, coordinates }: WhiteSpan, base: RecordColumns): RecordColumns {
  const z = partBuffers(base.count, base.rows)
  return {
    count: centres.length,
    rows: base.rows,
    read(from, rows, into) {
      base.read(from, rows, z)
      for (let j = 0; j < centres.length; j++) {
        into[j].fill(centres[j], 0, rows)
        for (let k = 0; k < z.length; k++) addMultiple(into[j], coordinates[j][k], z[k], rows)
      }
    },
  }
}

interface CrossSums {
  /** The means of the p columns. */
  readonly means: Float64Array
  /** Their covariances with the base, q×p by rows. */
  readonly along: Float64Array
  /** The upper triangle of their covariance matrix, p×p by rows. */
  readonly own: Float64Array
}

/** One pass over n records, of which `fill` makes the parts: sums of blocks of records, added in their order. */
function crossSums(
  n: number,
  z: readonly Float64Array[],
  v: readonly Float64Array[],
  fill: (from: number, rows: number) => void,
): CrossSums {
  const [q, p] = [z.length, v.length]
  const [sums, along, own] = [new Float64Array(p), new Float64Array(q * p), new Float64Array(p * p)]
  const [partSums, partAlong, partOwn] = [new Float64Array(p), new Float64Array(q * p), new Float64Array(p * p)]
  eachPart(n, (from, rows) => {
    fill(from, rows)
    if (rows < PART) for (const part of [...z, ...v]) part.fill(0, rows)
    for (let j = 0; j < p; j++) {
      partSums[j] += sumOfPart(v[j])
      for (let k = 0; k < q; k++) partAlong[k * p + j] += dotOfParts(z[k], v[j])
      for (let k = j; k < p; k++) partOwn[j * p + k] += dotOfParts(v[j], v[k])
    }
    if ((from + PART) % BLOCK !== 0 && from + PART < n) return
    moveTo(sums, partSums)
    moveTo(along, partAlong)
    moveTo(own, partOwn)
  })
  for (let j = 0; j < p; j++) {
    for (let k = j; k < p; k++) own[j * p + k] = (own[j * p + k] - (sums[j] * sums[k]) / n) / (n - 1)
  }
  return { means: sums.map((total) => total / n), along: along.map((total) => total / (n - 1)), own }
}

/** Adds the sums of a block of records to those of the blocks before it, and begins anew. */
function moveTo(total: Float64Array, own: Float64Array): void {
  for (let k = 0; k < total.length; k++) total[k] += own[k]
  own.fill(0)
}

/** A mean to begin with; what rounding left of it is taken off later. */
function roughMean(values: Float64Array): number {
  let total = 0
  for (let from = 0; from < values.length; from += BLOCK) {
    const end = Math.min(values.length, from + BLOCK)
    let [s0, s1, s2, s3] = [0, 0, 0, 0]
    let i = from
    for (; i + 3 < end; i += 4) {
      s0 += values[i]
      s1 += values[i + 1]
      s2 += values[i + 2]
      s3 += values[i + 3]
    }
    for (; i < end; i++) s0 += values[i]
    total += s0 + s1 + (s2 + s3)
  }
  return total / values.length
}

function sumOfPart(part: Float64Array): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0]
  for (let i = 0; i < part.length; i += 4) {
    s0 += part[i]
    s1 += part[i + 1]
    s2 += part[i + 2]
    s3 += part[i + 3]
  }
  return s0 + s1 + (s2 + s3)
}

function scale(part: Float64Array, by: number, rows: number): void {
  for (let i = 0; i < rows; i++) part[i] *= by
}

function copy(to: Float64Array, from: Float64Array, rows: number): void {
  for (let i = 0; i < rows; i++) to[i] = from[i]
}

function inRange(squares: number): boolean {
  return squares > LEAST_SQUARES && squares < MOST_SQUARES
}
