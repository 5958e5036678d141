import { fillByBlocks, SdcError, type Rng } from '@sdc/core'
import { unitNoise } from '@sdc/stats'
import {
  columnArrays,
  identityColumns,
  isLinear,
  noiseLaws,
  storedColumns,
  whitenedResiduals,
  type RecordColumns,
} from '@sdc/stats/internal'
import type { ConditionalModel, Scores } from './conditional-model.js'
import { requireRecords } from './requirements.js'

/** Laws of the noise before it is made exact; `bootstrap` draws whole records of the model's own residuals. */
export const modelNoiseLaws = [...noiseLaws, 'bootstrap'] as const

export type ModelNoiseLaw = (typeof modelNoiseLaws)[number]

/**
 * Number of attempts: a bootstrap of few or mostly equal residuals may draw dependent columns; after these attempts
 * they count as dependent.
 */
const ATTEMPTS = 20

/** Draws with mean 0 and variance 1 in expectation. */
export interface Draws {
  /** Number of columns; with `bootstrap` at most r. */
  readonly count: number
  /**
   * Distribution, by default normal; `bootstrap` draws records, and each column has the values of a factor in these.
   */
  readonly law?: ModelNoiseLaw | undefined
  /** Returns the random stream of column k; by default child k of the child `factor`. */
  stream?(k: number): Rng
  /** Factor of the draws. */
  readonly scale?: number
}

/** Returns the random stream of column k. */
export function streamOf({ stream }: Draws, rng: Rng, k: number): Rng {
  return stream?.(k) ?? rng.child('factor').child(String(k))
}

/** Multiplies the draws by their scale, in place. */
export function scaled(columns: Float64Array[], { scale = 1 }: Draws): Float64Array[] {
  if (scale !== 1) for (const column of columns) for (let i = 0; i < column.length; i++) column[i] *= scale
  return columns
}

/**
 * Draws columns for all records.
 *
 * @param model - Model of n records.
 * @param own - Settings of the draws.
 * @param rng - Stream of the draws.
 * @returns `count` columns of n
 */
export function draws(model: ConditionalModel, own: Draws, rng: Rng): Float64Array[] {
  const { count, law = 'normal' } = own
  if (law !== 'bootstrap') {
    const columns = Array.from({ length: count }, (_, k) => unitNoise(model.n, law, streamOf(own, rng, k)))
    return scaled(columns, own)
  }
  const uniforms = fillByBlocks(rng.child('records'), new Float64Array(model.n), (stream, part) => {
    stream.fillUniform(part)
  })
  const records = Uint32Array.from(uniforms, (u) => Math.floor(u * model.n))
  const factors = columnArrays(model.factors).slice(0, count)
  return factors.map((factor) => Float64Array.from(records, (record) => factor[record]))
}

/**
 * Uses draws as scores, unchanged.
 *
 * @param model - Model of n records.
 * @param drawn - Columns of n.
 * @returns The columns, read from the arrays that are spare.
 */
export function plainScores(model: ConditionalModel, drawn: readonly Float64Array[]): Scores {
  const { fit, n } = model
  return { scores: isLinear(fit) ? identityColumns(drawn, n) : storedColumns(drawn, n), spare: drawn }
}

/**
 * Draws columns with mean 0, the identity as sample covariance (ddof 1), and no covariance with any column of
 * `against`: the whitened residuals of the draws on [1, against].
 *
 * All to a few ε, in this sample and not in expectation. n must be at least 1 + rank(against) + count. Cost: O(n(count
 * + |against|)²).
 *
 * @param model - Model of n records.
 * @param own - Settings of the draws before they are made exact.
 * @param against - q columns of n, with mean 0 and covariance the identity.
 * @param rng - Stream of the draws.
 * @param method - Id of the method, for messages.
 * @returns `count` columns of n, and the draws from which they may be read
 * @throws TOO_FEW_RECORDS if n is less than that, or a bootstrap keeps drawing dependent columns; RangeError if other
 *   draws are dependent
 */
export function exactDraws(
  model: ConditionalModel,
  own: Draws,
  against: RecordColumns,
  rng: Rng,
  method: string,
): Scores {
  const { count, law } = own
  requireRecords(model.n, 1 + against.count + count, `exact noise in ${count} dimensions`, method)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const drawn = draws(model, own, attempt === 0 ? rng : rng.child(`attempt ${attempt}`))
    try {
      return { scores: whitenedResiduals(drawn, against, 0), spare: drawn }
    } catch (error) {
      if (law !== 'bootstrap' || !(error instanceof RangeError)) throw error
    }
  }
  const message = `too few of the ${model.n} records differ to draw noise in ${count} dimensions from their residuals`
  throw new SdcError('TOO_FEW_RECORDS', message, { method, parameter: 'noise' }, 'Use normal noise, or larger groups.')
}

/**
 * Refuses too few records for residuals replaced in r of the n − 1 − q dimensions: one more dimension is needed to
 * rotate into. Otherwise r would depend on n instead of the columns, and a single residual of two records could only
 * keep or change its sign.
 *
 * @param n - Number of records.
 * @param q - Number of given columns.
 * @param r - Number of dimensions.
 * @param method - Id of the method.
 * @throws TOO_FEW_RECORDS unless n ≥ 2 + q + r
 */
export function requireFreedom(n: number, q: number, r: number, method: string): void {
  requireRecords(n, 2 + q + r, `new residuals in ${r} dimensions with ${q} given columns`, method)
}

/**
 * Warns if exact noise is hardly random, i.e. the records leave few free directions beyond those that it must fill.
 */
export function littleChance(n: number, taken: number, count: number): string[] {
  const free = n - 1 - taken - count
  if (count === 0 || free > 10) return []
  return [
    `exact noise in ${count} dimensions is hardly random: ${n} records leave only ${free} more dimensions. ` +
      'An intruder who knows some of the records can compute others: mask larger groups',
  ]
}
