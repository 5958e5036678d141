import { mean, variance } from '@sdc/stats'
import { runningMean } from '../sessions/running-mean.js'
import {
  changedPair,
  columnPair,
  covarianceOf,
  pairCorrelation,
  turned,
  withProducts,
  type ColumnPair,
} from './column-pair.js'
import type { OriginalMoments } from './original-moments.js'

/**
 * Number of accepted exchanges, at least that of the records, after which the sums are computed again, so that rounding
 * does not add up.
 */
const EXCHANGES = 4096

/** IL2 to IL5 under changes of one column at a time. */
export interface MomentSession {
  /** IL2 + IL3 + IL4, and + IL5 if the original has correlations, as proposed; each a mean, not in percent. */
  readonly sum: number
  /** Proposes that records a and b exchange their values of column c. Cost: O(p). */
  proposeExchange(c: number, a: number, b: number): void
  /** Proposes other values for a whole column. Cost: O(np). */
  proposeColumn(c: number, values: Float64Array): void
  /** Withdraws the proposal. */
  begin(): void
  /** Accepts the last proposal, with its column values. */
  accept(): void
}

/**
 * Starts a session for the moments in IL2 to IL5.
 *
 * Records a and b exchange their values of column j: Σ(x_j − x̄_j)(x_k − x̄_k) changes by (x_bj − x_aj)(x_ak − x_bk),
 * and nothing else does, unless one of the two has no value in k.
 *
 * @param columns - The masked columns, in the units of `target`; `accept` changes them.
 * @param target - Moments of the original.
 * @returns A session with the numbers of `ilScoreMetric`.
 */
export function momentSession(columns: Float64Array[], target: OriginalMoments): MomentSession {
  const p = columns.length
  const every = Math.max(EXCHANGES, columns[0]?.length ?? 0)
  // Pairs by column and other column, in both orders; terms of a pair are stored where the row is the first of them.
  let pairs: ColumnPair[][] = []
  // Numbers that give a covariance and a correlation from their sum of products; plain numbers are read faster.
  const [offsets, divisors, roots, sums] = [square(p), square(p), square(p), square(p)]
  const [ofCovariance, ofCorrelation] = [square(p), square(p)]
  for (let j = 0; j < p; j++) {
    for (let k = 0; k < p; k++) {
      ofCovariance[j * p + k] = target.covariances.get(j, k)
      ofCorrelation[j * p + k] = target.correlations?.get(j, k) ?? Number.NaN
    }
  }
  let [il2, il3, il4, il5] = [runningMean([]), runningMean([]), runningMean([]), runningMean([])]
  let accepted = 0

  let column = -1
  let [recordA, recordB] = [-1, -1]
  let nextColumn: Float64Array | undefined
  const nextProducts = new Float64Array(p)
  const nextPairs: (ColumnPair | undefined)[] = columns.map(() => undefined)
  const records = new Int32Array(2)
  const values = new Float64Array(2)

  const place = (j: number, k: number): number => (j < k ? j * p + k : k * p + j)
  const setPair = (j: number, k: number, pair: ColumnPair): void => {
    pairs[j][k] = pair
    pairs[k][j] = turned(pair)
    const { a, b, ab, count } = pair.sums
    for (const at of [j * p + k, k * p + j]) {
      offsets[at] = (a * b) / count
      divisors[at] = count > 1 ? count - 1 : Number.NaN
      roots[at] = pair.root
      sums[at] = ab
    }
  }

  const ofMean = (j: number, own: number): number => {
    const size = target.sizes[j]
    return size === undefined ? relative(target.means[j], own) : relative(size, size + (own - target.means[j]))
  }
  const takeAnew = (): void => {
    const [covariances, correlations] = [square(p).fill(Number.NaN), square(p).fill(Number.NaN)]
    pairs = columns.map(() => [])
    columns.forEach((x, j) => {
      for (let k = j + 1; k < p; k++) {
        const pair = columnPair(x, columns[k])
        setPair(j, k, pair)
        covariances[place(j, k)] = relative(ofCovariance[j * p + k], covarianceOf(pair))
        correlations[place(j, k)] = Math.abs(pairCorrelation(pair) - ofCorrelation[j * p + k])
      }
      covariances[place(j, j)] = relative(ofCovariance[j * p + j], variance(x))
    })
    il2 = runningMean(columns.map((x, j) => ofMean(j, mean(x))))
    il3 = runningMean(covariances)
    il4 = runningMean(columns.map((_, j) => covariances[place(j, j)]))
    il5 = runningMean(correlations)
    accepted = 0
  }
  takeAnew()

  const begin = (): void => {
    for (const part of [il2, il3, il4, il5]) part.begin()
    column = -1
    nextColumn = undefined
  }
  const replacePair = (k: number, pair: ColumnPair): void => {
    nextPairs[k] = pair
    il3.replace(place(column, k), relative(ofCovariance[column * p + k], covarianceOf(pair)))
    il5.replace(place(column, k), Math.abs(pairCorrelation(pair) - ofCorrelation[column * p + k]))
  }
  /** Returns the pair of the proposed column with column k, if the exchange changes more than products. */
  const pairAnew = (k: number): ColumnPair => {
    const x = columns[column]
    records[0] = recordA
    records[1] = recordB
    values[0] = x[recordB]
    values[1] = x[recordA]
    const changed = changedPair(pairs[column][k], x, columns[k], records, values)
    if (changed) return changed
    const next = x.slice()
    exchangeIn(next, recordA, recordB)
    return columnPair(next, columns[k])
  }

  return {
    get sum() {
      return il2.value + il3.value + il4.value + (target.correlations ? il5.value : 0)
    },
    begin,
    proposeExchange(c, a, b) {
      begin()
      column = c
      recordA = a
      recordB = b
      const x = columns[c]
      const change = x[b] - x[a]
      for (let k = 0; k < p; k++) {
        if (k === c) continue
        const y = columns[k]
        const at = c * p + k
        const products = sums[at] + change * (y[a] - y[b])
        nextPairs[k] = undefined
        if (products !== products) {
          replacePair(k, pairAnew(k))
          continue
        }
        nextProducts[k] = products
        const rest = products - offsets[at]
        const r = roots[at] > 0 ? Math.max(-1, Math.min(1, rest / roots[at])) : Number.NaN
        const pairAt = c < k ? at : k * p + c
        il3.replace(pairAt, relative(ofCovariance[at], rest / divisors[at]))
        il5.replace(pairAt, Math.abs(r - ofCorrelation[at]))
      }
    },
    proposeColumn(c, next) {
      begin()
      column = c
      nextColumn = next
      for (let k = 0; k < p; k++) {
        if (k !== c) replacePair(k, columnPair(next, columns[k]))
      }
      const ofVariance = relative(target.covariances.get(c, c), variance(next))
      il2.replace(c, ofMean(c, mean(next)))
      il3.replace(place(c, c), ofVariance)
      il4.replace(c, ofVariance)
    },
    accept() {
      if (column < 0) return
      if (nextColumn) columns[column] = nextColumn
      else exchangeIn(columns[column], recordA, recordB)
      for (let k = 0; k < p; k++) {
        if (k === column) continue
        setPair(column, k, nextPairs[k] ?? withProducts(pairs[column][k], nextProducts[k]))
      }
      for (const part of [il2, il3, il4, il5]) part.accept()
      column = -1
      nextColumn = undefined
      if (++accepted >= every) takeAnew()
    },
  }
}

function square(p: number): Float64Array {
  return new Float64Array(p * p)
}

/** Returns |b − a|/|a|; NaN if a is 0 or one is missing. */
function relative(a: number, b: number): number {
  return a === 0 ? Number.NaN : Math.abs(b - a) / Math.abs(a)
}

function exchangeIn(values: Float64Array, a: number, b: number): void {
  const one = values[a]
  values[a] = values[b]
  values[b] = one
}
