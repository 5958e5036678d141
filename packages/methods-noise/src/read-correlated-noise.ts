/** Noise with the covariances of the columns, read block by block. */
import { blockStream, type Block, type Derived, type Facts, type MaskInput, type Plan, type Rng } from '@sdc/core'
import { eigSqrt } from '@sdc/stats'
import {
  combination,
  linearCombination,
  MANY_RECORDS,
  storedColumns,
  unitNoiseOfBlock,
  type ColumnTotals,
  type RecordColumns,
} from '@sdc/stats/internal'
import { finiteColumns } from '@sdc/toolkit'
import { FEW_RECORDS, NEAR_COLUMNS, readCovariances } from '@sdc/toolkit/internal'
import { littleChance, requireExact } from './exact-noise.js'
import { constantSentence, constantWarnings, refuseFewValues, requireComplete, requireVariances } from './inputs.js'
import { readExactNoise, requireCompleteColumns } from './read-exact-noise.js'

const NEEDS = 'the covariance matrix of the noise needs complete records'

/** Parameters of the noise. */
interface NoiseParams {
  /** d: the noise has the covariance matrix d·Σ. */
  readonly relativeVariance: number
  readonly exact: boolean
}

/** Noise of one block, computed when it is read. */
interface NoiseOfBlock {
  /** p columns, in the units of the columns. */
  readonly noise: RecordColumns
  /** Arrays that are free once the noise is read. */
  readonly spare: readonly Float64Array[]
}

/** Noise ε = Z·Aᵀ, AAᵀ = d·Σ. */
interface CorrelatedNoise {
  readonly means: readonly number[]
  readonly warnings: readonly string[]
  readonly derived: readonly Derived[]
  of(block: Block): NoiseOfBlock
}

/**
 * Reads the covariance matrix of the columns, and for exact noise the sums that make the draws exact.
 *
 * @param facts - Facts about the file.
 * @param method - Id of the method, for messages.
 * @returns The noise; or the reason why it needs the whole file.
 * @throws NOT_NUMERIC, MISSING_VALUES, TOO_FEW_RECORDS
 */
export function* readCorrelatedNoise(
  facts: Facts<NoiseParams>,
  method: string,
): Plan<CorrelatedNoise | { readonly why: string }> {
  const { columns, rng, rows } = facts
  const { exact, relativeVariance } = facts.params
  if (exact && rows.masked < MANY_RECORDS) return { why: FEW_RECORDS }
  function* check(found: readonly ColumnTotals[]): Plan<void> {
    yield* requireCompleteColumns(facts, found, { method, needs: NEEDS })
    for (const [j, { count }] of found.entries()) refuseFewValues(columns[j], count, method)
    if (exact) requireExact(rows.masked, columns.length, method)
  }
  const { totals, means, covariances } = yield* readCovariances(columns, check, { method })
  const warnings = columns.filter((_, j) => covariances.get(j, j) === 0).map(constantSentence)
  const root = eigSqrt(covariances.mul(relativeVariance))
  const weights = root.to2DArray()
  if (!exact) {
    const of = ({ masked, index }: Block): NoiseOfBlock => {
      const draws = Array.from({ length: root.columns }, (_, k) =>
        unitNoiseOfBlock(masked.rows, 'normal', blockStream(factorStream(rng, k), index)),
      )
      return { noise: combination(weights, storedColumns(draws, masked.rows)), spare: draws }
    }
    return { means, warnings, derived: [], of }
  }
  const factors = yield* readExactNoise(facts, totals, {
    count: root.columns,
    law: 'normal',
    stream: (k) => factorStream(rng, k),
  })
  if (factors === undefined) return { why: NEAR_COLUMNS }
  const noise = linearCombination(weights, factors.columns)
  return {
    means,
    warnings: [...warnings, ...littleChance(rows.masked, columns.length)],
    derived: factors.derived,
    of: (block) => ({ noise: factors.read(block, noise), spare: [] }),
  }
}

/**
 * Returns the random stream of a factor.
 *
 * @param rng - Stream of the method.
 * @param k - Number of the factor, from 0.
 * @returns The stream.
 */
export function factorStream(rng: Rng, k: number): Rng {
  return rng.child('factor').child(String(k))
}

/**
 * Returns the columns of a whole file for exact noise.
 *
 * @param input - File.
 * @param method - Id of the method, for messages.
 * @returns p complete columns.
 * @throws NOT_NUMERIC, MISSING_VALUES, TOO_FEW_RECORDS
 */
export function columnsForExact(input: MaskInput<NoiseParams>, method: string): Float64Array[] {
  const columns = finiteColumns(input, input.columns, method)
  requireComplete(input, columns, method, NEEDS)
  requireVariances(input, columns, method)
  requireExact(input.data.rows, columns.length, method)
  return columns
}

/**
 * Warns about a whole file that exact noise is added to.
 *
 * @param names - Columns.
 * @param columns - Their values.
 * @returns The messages.
 */
export function exactWarnings(names: readonly string[], columns: readonly Float64Array[]): string[] {
  return [...constantWarnings(names, columns), ...littleChance(columns[0].length, columns.length)]
}
