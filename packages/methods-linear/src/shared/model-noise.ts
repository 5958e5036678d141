import { fillByBlocks, SdcError, type Rng } from '@sdc/core'
import { unitNoise } from '@sdc/stats'
import {
  columnArrays,
  identityColumns,
  isLinear,
  noiseLaws,
  storedColumns,
  whitenedResiduals,
} from '@sdc/stats/internal'
import type { RecordColumns } from '@sdc/stats/internal'
import { requireRecords, type ConditionalModel, type Scores } from './conditional-model.js'

/** Laws of the noise before it is made exact; `bootstrap` draws whole records of the model's own residuals. */
export const modelNoiseLaws = [...noiseLaws, 'bootstrap'] as const

export type ModelNoiseLaw = (typeof modelNoiseLaws)[number]

/** A bootstrap of few or mostly equal residuals may draw dependent columns; after this many it is no accident. */
const ATTEMPTS = 20

/**
 * Draws with mean 0 and variance 1 in expectation.
 *
 * @param model of n records
 * @param count how many columns; with `bootstrap` at most r
 * @param law each column has a stream of its own; `bootstrap` draws records, and each column has the values of a factor
 *   in these
 * @param rng where they are drawn from
 * @returns `count` columns of n
 */
export function draws(model: ConditionalModel, count: number, law: ModelNoiseLaw, rng: Rng): Float64Array[] {
  if (law !== 'bootstrap') {
    return Array.from({ length: count }, (_, k) => unitNoise(model.n, law, rng.child('factor').child(String(k))))
  }
  const uniforms = fillByBlocks(rng.child('records'), new Float64Array(model.n), (stream, part) => {
    stream.fillUniform(part)
  })
  const records = Uint32Array.from(uniforms, (u) => Math.floor(u * model.n))
  const factors = columnArrays(model.factors).slice(0, count)
  return factors.map((factor) => Float64Array.from(records, (record) => factor[record]))
}

/**
 * Normal draws as they are.
 *
 * @param model of n records
 * @param count how many columns
 * @param rng where they are drawn from
 * @returns `count` columns of n, read from the arrays that are spare
 */
export function plainDraws(model: ConditionalModel, count: number, rng: Rng): Scores {
  const drawn = draws(model, count, 'normal', rng)
  return { scores: isLinear(model.fit) ? identityColumns(drawn, model.n) : storedColumns(drawn, model.n), spare: drawn }
}

/**
 * Draws with mean 0 and sample covariance (ddof 1) the identity, that have no covariance with any column of `against`:
 * the whitened residuals of the draws on [1, against].
 *
 * All to a few ε, in this sample and not in expectation. n must be at least 1 + rank(against) + count.
 * Cost: O(n(count + |against|)²).
 *
 * @param model of n records
 * @param count how many columns
 * @param law of the draws before they are made exact
 * @param against q columns of n, with mean 0 and covariance the identity
 * @param rng where they are drawn from
 * @param method its id, for the messages
 * @returns `count` columns of n, and the draws, which they may be read from
 * @throws TOO_FEW_RECORDS where n is less than that, or a bootstrap keeps drawing dependent columns; RangeError where
 *   other draws are dependent
 */
export function exactDraws(
  model: ConditionalModel,
  count: number,
  law: ModelNoiseLaw,
  against: RecordColumns,
  rng: Rng,
  method: string,
): Scores {
  requireRecords(model.n, 1 + against.count + count, `exact noise in ${count} dimensions`, method)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const drawn = draws(model, count, law, attempt === 0 ? rng : rng.child(`attempt ${attempt}`))
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
 * Throws TOO_FEW_RECORDS unless n ≥ 2 + q + r: residuals that are replaced by others in r dimensions of the same n − 1 − q
 * need one more to turn into. Without it r is no property of the columns but of n, and a single residual of two records
 * could only change its sign, or not.
 */
export function requireFreedom(n: number, q: number, r: number, method: string): void {
  requireRecords(n, 2 + q + r, `new residuals in ${r} dimensions with ${q} given columns`, method)
}

/**
 * A sentence where exact noise is hardly random: `free` is how many directions beyond those it must fill the records
 * leave it.
 */
export function littleChance(n: number, taken: number, count: number): string[] {
  const free = n - 1 - taken - count
  if (count === 0 || free > 10) return []
  return [
    `exact noise in ${count} dimensions is hardly random: ${n} records leave only ${free} more dimensions. ` +
      'An intruder who knows some of the records can compute others: mask larger groups',
  ]
}
