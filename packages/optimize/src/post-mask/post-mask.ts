import { SdcError, type Rng } from '@sdc/core'
import { log, type ValueStep } from '@sdc/stats'
import { nearestMultiple, spread, type Spread } from '@sdc/stats/internal'
import { completeRows } from '@sdc/toolkit'
import { nearestUnits } from '@sdc/toolkit/internal'
import { momentGaps, type MomentGaps } from './moment-gaps.js'
import { momentsOf, monomials, type Monomials } from './monomials.js'
import { nearestVariation, type NearestVariation } from './nearest-variation.js'

/** Number of steps whose draws are made at a time. */
const DRAWN = 4096
/** Band around the target of IL1 (eq. 8). */
const BAND = 0.01
/** Stagnation: neither E nor the distance to the band has fallen by this share … */
const LEAST_FALL = 0.05
/** … in so many steps for each value of M, */
const STEPS_A_VALUE = 50
/** and at least in so many steps. */
const LEAST_STEPS = 10_000

export interface PostMaskOptions {
  /** p: target of IL1 over its value at the start. */
  readonly lossShare: number
  /** q: share of the masked records that may change, those with the largest contribution to IL1; at least one. */
  readonly recordShare: number
  /** E below which the loop ends; without it `targetShare`, by default a tenth, of E at the start. */
  readonly target?: number | undefined
  readonly targetShare?: number | undefined
  /** m: the moments of order 1 to m are restored. */
  readonly order: number
  /** s: a step is N(0, s²) standard deviations of the original column. */
  readonly step: number
  readonly maxSteps: number
  /** Values that IL1 compares: raw, or standardised. */
  readonly il1Scale: 'raw' | 'std'
  /** Step of the new values of each column; null or undefined for none. */
  readonly steps?: readonly (ValueStep | null)[] | undefined
  /** Number of accepted steps after which E and IL1 are computed again; by default 100,000. */
  readonly afresh?: number | undefined
  readonly rng: Rng
  /** Receives the progress from 0 to 1; stops the run by throwing. */
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Reason for the end: both aims reached; no progress; the steps used up; E is 0, so that no step can lower it. */
export type PostMaskEnd = 'reached' | 'stalled' | 'steps' | 'nothing-lower'

export interface PostMaskResult {
  /**
   * As many columns as were given; the records outside M, missing values and columns that are constant in x are
   * unchanged.
   */
  readonly columns: readonly Float64Array[]
  /** M: the rows of the masked file that might change, ascending. */
  readonly rows: Int32Array
  /** Columns that vary in the original; no other one is changed or counted. */
  readonly varying: readonly number[]
  /** Complete records of both files, on which all computations are based. */
  readonly complete: { readonly original: number; readonly masked: number }
  /** E, and IL1 as a share, computed from the records at the start and at the end. */
  readonly start: { readonly e: number; readonly il1: number }
  readonly end: { readonly e: number; readonly il1: number }
  readonly target: number
  readonly il1Target: number
  /** Number of moments in E. */
  readonly moments: number
  readonly steps: number
  readonly accepted: number
  /** True if E is below its target and IL1 within a hundredth of its own. */
  readonly reached: boolean
  readonly ended: PostMaskEnd
  /** Number of records whose nearest original record differs from that at the start: C(i) ≠ c(i). */
  readonly nearestChanged: number
}

/**
 * Post-masking optimisation, algorithm 1 of Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002.
 *
 * Both files in standard deviations of the original; E = Σ (moment of X″ − moment of X)² over the moments of order 1 to
 * m (eq. 7); M, the ⌈q·n'⌉ records that add most to IL1. It runs until E is below its target and IL1 within [.99,
 * 1.01]·p·IL1 (eq. 8). In each step one value of one record of M moves by N(0, s²). The move is accepted if E falls,
 * and IL1 reaches its band or gets nearer to it.
 *
 * Corrected: an undone step restores E and IL1 too, the loop continues while IL1 is outside its band, and "p %" is p
 * times. Added: if E is below its target and IL1 still outside its band, E falls no faster than the distance to the
 * band. Otherwise E of a large file is 0 to the last digit before IL1 reaches its band, and no step can lower it. The
 * change of E, O(d), is tested before the search of the nearest record, and rejects half of the steps or more. The loop
 * stagnates if in 50 steps for every value of M, at least 10,000, neither E nor the distance to the band falls by a
 * twentieth. Nothing depends on the clock. Every 100,000 accepted steps (`afresh`) E and IL1 are computed again. Keeps:
 * records outside M, bit for bit. Records with a missing value are not in M, and in no moment. Cost: O(d) a step and a
 * search in a kd-tree of the original for those that lower E; memory O((n + n')d).
 *
 * @param x - The original's columns, n records.
 * @param y - The masked file's, n' records in any order, not linked with those of x.
 * @param options - p, q, targets, steps and the source of randomness.
 * @returns The new columns, the records that could change, E and IL1 at the start and at the end.
 * @throws TOO_FEW_RECORDS below two complete original records or without a complete masked one
 * @throws CONSTANT_COLUMN if no column varies
 * @throws BAD_PARAMETER for more than 10,000 moments
 * @throws NOT_NUMERIC if a masked value is so far out that E overflows
 */
export function postMask(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  options: PostMaskOptions,
): PostMaskResult {
  const { lossShare, recordShare, step, maxSteps, afresh = 100_000, rng, tick = () => {} } = options
  const { varying, complete, kind, values, spreads, standard, place, gaps, variation, comparesRaw } = comparedFiles(
    x,
    y,
    options,
  )
  const d = varying.length
  const start = { e: gaps.value, il1: variation.value }
  const target = options.target ?? (options.targetShare ?? 0.1) * start.e
  const il1Target = lossShare * start.il1
  const first = variation.nearest.slice()
  const movable = mostVaried(variation.contributions, recordShare)
  const way = (il1: number): number => Math.abs(il1 - il1Target)
  const inBand = (il1: number): boolean => way(il1) <= BAND * il1Target
  const patience = Math.max(LEAST_STEPS, STEPS_A_VALUE * movable.length * d)
  const draws = stepDraws(rng)

  let { e, il1 } = start
  let accepted = 0
  let taken = 0
  let mark = { e, way: way(il1), at: 0 }
  let ended: PostMaskEnd | undefined
  for (; ; taken++) {
    if ((e < target || e === 0) && inBand(il1)) ended = 'reached'
    else if (e === 0) ended = 'nothing-lower'
    else if (taken === maxSteps) ended = 'steps'
    else if (taken - mark.at === patience) {
      const isNearer = e <= (1 - LEAST_FALL) * mark.e || (!inBand(il1) && way(il1) <= (1 - LEAST_FALL) * mark.way)
      if (!isNearer) ended = 'stalled'
      mark = { e, way: way(il1), at: taken }
    }
    if (ended) break
    const at = taken % DRAWN
    if (at === 0) {
      tick(progress(start.e, target, e))
      draws.refill()
    }
    const i = movable[Math.floor(draws.records[at] * movable.length)]
    const k = Math.floor(draws.columns[at] * d)
    const value = moved(values[i * d + k], step * draws.moves[at] * spreads[k].sd, options.steps?.[varying[k]])
    const next = standard(k, value)
    const nextE = gaps.propose(i, k, next)
    if (!(nextE < e)) continue
    const nextIl1 = variation.propose(i, k, comparesRaw ? value : next, place(k, value))
    if (!inBand(nextIl1) && !(way(nextIl1) < way(il1))) continue
    // E is at its target: from here it falls no faster than the distance to the band, or no step could lower it.
    if (e < target && !inBand(il1) && nextE * way(il1) < e * way(nextIl1)) continue
    gaps.accept()
    variation.accept()
    values[i * d + k] = value
    accepted++
    if (accepted % afresh === 0) {
      gaps.recompute()
      variation.recompute()
    }
    e = gaps.value
    il1 = variation.value
  }
  if (accepted > 0) {
    gaps.recompute()
    variation.recompute()
  }
  return {
    columns: written(y, varying, complete.masked, movable, values),
    rows: movable.map((i) => complete.masked[i]),
    varying,
    complete: { original: complete.original.length, masked: complete.masked.length },
    start,
    end: { e: gaps.value, il1: variation.value },
    target,
    il1Target,
    moments: kind.count,
    steps: taken,
    accepted,
    reached: ended === 'reached',
    ended,
    nearestChanged: first.reduce((count, record, i) => count + Number(record !== variation.nearest[i]), 0),
  }
}

/** Complete records of both files in the units of E and IL1. */
interface ComparedFiles {
  /** Columns that vary in the original, d of them. */
  readonly varying: readonly number[]
  /** Rows of the complete records of each file. */
  readonly complete: { readonly original: Int32Array; readonly masked: Int32Array }
  readonly kind: Monomials
  /** Values of the masked records, record after record. */
  readonly values: Float64Array
  readonly spreads: readonly Spread[]
  /** Returns a value of column k in standard deviations of the original. */
  readonly standard: (k: number, value: number) => number
  /** Returns a value of column k in the unit of distances. */
  readonly place: (k: number, value: number) => number
  readonly gaps: MomentGaps
  readonly variation: NearestVariation
  /** True if IL1 compares raw values. */
  readonly comparesRaw: boolean
}

function comparedFiles(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  { order, il1Scale, tick = () => {} }: PostMaskOptions,
): ComparedFiles {
  tick(0)
  const { varying, place } = nearestUnits(x)
  const d = varying.length
  if (d === 0) throw noColumn(x)
  const kind = monomials(d, order)
  const [before, after] = [x, y].map((file) =>
    recordsOf(
      varying.map((j) => file[j]),
      file[0].length,
    ),
  )
  refuseFew(before.rows.length, after.rows.length)
  const spreads = varying.map((j) => spread(x[j]))
  const standard = (k: number, value: number): number => (value - spreads[k].base - spreads[k].mean) / spreads[k].sd
  const inUnits = (of: Float64Array, unit: (k: number, value: number) => number): Float64Array =>
    of.map((value, at) => unit(at % d, value))
  const z = inUnits(after.values, standard)
  const std = inUnits(before.values, standard)
  const gaps = momentGaps(kind, z, momentsOf(kind, std, tick))
  if (!Number.isFinite(gaps.value)) throw beyondNumbers()
  const comparesRaw = il1Scale === 'raw'
  const variation = nearestVariation({
    d,
    x: comparesRaw ? before.values : std,
    y: comparesRaw ? after.values : z,
    xPlaces: inUnits(before.values, place),
    yPlaces: inUnits(after.values, place),
  })
  const complete = { original: before.rows, masked: after.rows }
  return { varying, complete, kind, values: after.values, spreads, standard, place, gaps, variation, comparesRaw }
}

/** Returns the draws of many steps at a time: record, column and move. */
function stepDraws(rng: Rng): {
  readonly records: Float64Array
  readonly columns: Float64Array
  readonly moves: Float64Array
  readonly refill: () => void
} {
  const [record, column, noise] = [rng.child('record'), rng.child('column'), rng.child('noise')]
  const [records, columns, moves] = [new Float64Array(DRAWN), new Float64Array(DRAWN), new Float64Array(DRAWN)]
  const refill = (): void => {
    record.fillUniform(records)
    column.fillUniform(columns)
    noise.fillNormal(moves)
  }
  return { records, columns, moves, refill }
}

/**
 * Returns v + move, rounded to the step of the column if it has one: a move that would vanish in the rounding is one
 * step.
 */
function moved(value: number, move: number, step: ValueStep | null | undefined): number {
  if (!step) return value + move
  const next = nearestMultiple(value + move, step)
  return next === value ? nearestMultiple(value + (Math.sign(move) * step.whole) / step.scale, step) : next
}

/**
 * Returns the progress of E from its start to its target, on a logarithmic scale; it increases, because E only falls.
 */
function progress(from: number, to: number, now: number): number {
  if (!(to > 0 && to < from)) return 0
  return Math.min(1, Math.max(0, log(from / now) / log(from / to)))
}

/** Returns the complete records, one after the other. */
function recordsOf(
  columns: readonly Float64Array[],
  count: number,
): { readonly rows: Int32Array; readonly values: Float64Array } {
  const rows = completeRows(columns, count)
  const d = columns.length
  const values = new Float64Array(rows.length * d)
  columns.forEach((column, k) => rows.forEach((row, i) => (values[i * d + k] = column[row])))
  return { rows, values }
}

/** Returns M: the ⌈q·n'⌉ records with the greatest contributions, the first of equal ones; at least one. */
function mostVaried(contributions: Float64Array, share: number): Int32Array {
  // q·n' may be rounded to just above an integer: .1 of 1080 is 108.
  const count = Math.max(1, Math.ceil(share * contributions.length - 1e-9))
  const order = Int32Array.from(contributions.keys()).sort((a, b) => contributions[b] - contributions[a] || a - b)
  return order.slice(0, count).sort()
}

function written(
  y: readonly Float64Array[],
  varying: readonly number[],
  rows: Int32Array,
  movable: Int32Array,
  values: Float64Array,
): Float64Array[] {
  const columns = y.map((column) => column.slice())
  varying.forEach((j, k) => {
    for (const i of movable) columns[j][rows[i]] = values[i * varying.length + k]
  })
  return columns
}

function noColumn(x: readonly Float64Array[]): SdcError {
  if (x.length > 0 && x[0].length < 2) return fewRecords('the original has fewer than two records')
  return new SdcError('CONSTANT_COLUMN', 'no column varies in the original: there are no moments to restore')
}

function refuseFew(original: number, masked: number): void {
  if (original < 2) throw fewRecords(`${original} original records have a value in every column; 2 are needed`)
  if (masked < 1) throw fewRecords('no masked record has a value in every column')
}

function fewRecords(message: string): SdcError {
  return new SdcError(
    'TOO_FEW_RECORDS',
    message,
    {},
    'Leave out the columns with the most missing values, or use larger groups.',
  )
}

function beyondNumbers(): SdcError {
  const message = 'a masked value is so many standard deviations out that its moments overflow'
  return new SdcError('NOT_NUMERIC', message, {}, 'Correct it, or choose a smaller order.')
}
