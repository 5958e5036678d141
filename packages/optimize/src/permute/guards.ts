import { isSdcError, type MetricSession } from '@sdc/core'
import { rank } from '@sdc/stats'
import type { MovingColumn } from './permute-state.js'
import type { PermutableColumn } from './paired-columns.js'
import type { Permission } from './walk.js'

/** Tolerance of a session's value above a limit: rounding. */
const ROUNDING = 1e-9

/**
 * Largest distance of own ranks that counts, as a share of the records: a greater distance gives no more protection.
 */
const FAR_RANKS = 1 / 5

/** A value that is updated at every exchange and must not rise above a limit. */
interface Follower {
  value(): number
  /**
   * Returns the value after the exchange of the records at places p < q of a column; NaN if it does not use the column.
   */
  propose(column: number, p: number, q: number): number
  accept(): void
  readonly limit: number
}

/** Check of the limits at every exchange. */
export interface Guards extends Permission {
  /**
   * `down`: every exchange that keeps the limits; `away`: of these only those that lower a value above its limit, or
   * lengthen the distances of records from their own original ranks.
   */
  mode: 'down' | 'away'
  /** Lifts the limit on the mean relative change of values. */
  letGo(): void
}

/** Inputs of guards. */
export interface GuardsInput {
  readonly columns: readonly PermutableColumn[]
  readonly moving: readonly MovingColumn[]
  readonly records: number
  /** Sessions with cheap updates, and their limits. */
  readonly sessions: readonly { readonly at: number; readonly session: MetricSession }[]
  /** Largest allowed mean relative change of a value; undefined if it is not limited. */
  readonly change: number | undefined
}

/**
 * Returns guards that check every stepwise session, by the metric's own formula, before an exchange: a value above its
 * limit may fall but not rise.
 *
 * @param input - The columns and the sessions.
 * @returns The guards, in mode `down`.
 */
export function guardsOf({ columns, moving, records, sessions, change }: GuardsInput): Guards {
  const followers = [
    ...sessions.map(({ at, session }) => follow(session, at, columns, moving)),
    ...(change === undefined ? [] : [relativeChange(columns, moving, change)]),
  ]
  // Ranks are used in one mode only.
  let distances: RankDistances | undefined
  return {
    mode: 'down',
    letGo() {
      followers.splice(sessions.length)
    },
    allows(column, p, q) {
      let isBetter = this.mode === 'down'
      if (!isBetter) {
        distances ??= rankDistances(columns, moving, records)
        isBetter = distances.gain(column, p, q) > 0
      }
      for (const follower of followers) {
        const next = follower.propose(column, p, q)
        if (next !== next) continue
        const now = follower.value()
        if (next > follower.limit + ROUNDING && next > now) return false
        if (next < now - ROUNDING) isBetter = true
      }
      return isBetter
    },
    moved() {
      for (const follower of followers) follower.accept()
    },
  }
}

/** Follows a metric's own session, for the columns that it measures. */
function follow(
  session: MetricSession,
  limit: number,
  columns: readonly PermutableColumn[],
  moving: readonly MovingColumn[],
): Follower {
  const records = new Int32Array(2)
  const values = new Float64Array(2)
  const measures = columns.map(({ name, isNumber, z }) => isNumber && z.length > 0 && takes(session, name, z[0]))
  let asked = false
  return {
    limit,
    value: () => session.value,
    propose(column, p, q) {
      asked = measures[column]
      if (!asked) return Number.NaN
      const { name } = columns[column]
      const { order, sorted } = moving[column]
      const [a, b] = [order[p], order[q]]
      // The records ascending, each with the value of the other.
      records[0] = a < b ? a : b
      records[1] = a < b ? b : a
      values[0] = sorted[a < b ? q : p]
      values[1] = sorted[a < b ? p : q]
      const next = session.propose(name, records, values)
      return typeof next === 'number' ? next : Number.POSITIVE_INFINITY
    },
    accept() {
      if (asked) session.accept()
    },
  }
}

/** Returns true if a session accepts proposals for a column: a metric may measure only others. */
function takes(session: MetricSession, name: string, value: number): boolean {
  try {
    void session.propose(name, Int32Array.of(0), Float64Array.of(value))
    return true
  } catch (error) {
    if (isSdcError(error) && error.code === 'UNKNOWN_COLUMN') return false
    throw error
  }
}

/**
 * Computes the mean of |z_ij − x_ij|/|x_ij| over the numeric cells whose original is not 0, in percent: the first
 * component (IL1) of the information loss of Sebé et al. 2002, for linked records.
 *
 * @param columns - The columns of both files.
 * @returns The sum, and its number of cells.
 */
export function relativeChangeOf(columns: readonly { readonly x: Float64Array; readonly z: Float64Array }[]): {
  readonly total: number
  readonly cells: number
} {
  let total = 0
  let cells = 0
  for (const { x, z } of columns) {
    for (let i = 0; i < x.length; i++) {
      const cell = relative(x[i], z[i])
      if (cell !== cell) continue
      total += cell
      cells++
    }
  }
  return { total, cells }
}

function relative(x: number, z: number): number {
  return x === 0 ? Number.NaN : Math.abs(z - x) / Math.abs(x)
}

function relativeChange(
  columns: readonly PermutableColumn[],
  moving: readonly MovingColumn[],
  limit: number,
): Follower {
  const numbers = columns.flatMap(({ x, isNumber }, j) => {
    if (!isNumber) return []
    const z = new Float64Array(x.length).fill(Number.NaN)
    const { order, sorted } = moving[j]
    for (let p = 0; p < order.length; p++) z[order[p]] = sorted[p]
    return [{ x, z }]
  })
  const start = relativeChangeOf(numbers)
  let total = start.total
  let next = total
  const cell = (x: number, z: number): number => (x === 0 || x !== x ? 0 : Math.abs(z - x) / Math.abs(x))
  return {
    limit,
    value: () => total / start.cells,
    propose(column, p, q) {
      next = total
      if (!columns[column].isNumber) return Number.NaN
      const { x } = columns[column]
      const { order, sorted } = moving[column]
      const [xa, xb] = [x[order[p]], x[order[q]]]
      const [low, high] = [sorted[p], sorted[q]]
      next += cell(xa, high) + cell(xb, low) - cell(xa, low) - cell(xb, high)
      return next / start.cells
    },
    accept() {
      total = next
    },
  }
}

/** Effect of an exchange on the distances of two records from their own ranks. */
interface RankDistances {
  gain(column: number, p: number, q: number): number
}

/** Returns the distances of records from their own original ranks, up to a fifth of all ranks. */
function rankDistances(
  columns: readonly PermutableColumn[],
  moving: readonly MovingColumn[],
  records: number,
): RankDistances {
  const far = FAR_RANKS * records
  const own = columns.map(({ x }) => rank(x, 'average'))
  const sorted = moving.map(({ sorted: values }) => rank(values, 'average'))
  const distance = (one: number, other: number): number => Math.min(far, Math.abs(one - other))
  return {
    gain(column, p, q) {
      const { order } = moving[column]
      const [a, b] = [own[column][order[p]], own[column][order[q]]]
      const [low, high] = [sorted[column][p], sorted[column][q]]
      const gain = distance(a, high) + distance(b, low) - distance(a, low) - distance(b, high)
      return gain === gain ? gain : 0
    },
  }
}
