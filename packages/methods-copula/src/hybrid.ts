/**
 * Hybrid microdata (Dandekar, Domingo-Ferrer & Sebé 2002): every record is mixed with the nearest of as many
 * Latin-hypercube synthetic ones.
 */
import { defineMethod, numericValues, SdcError, type MaskingMethod } from '@sdc/core'
import { maskedFile } from '@sdc/toolkit'
import { kdTree, pow, standardise } from '@sdc/stats'
import * as z from 'zod'
import { drawLhs, lhsParams } from './lhs-draw.js'
import { copulaTraits } from './traits.js'

const id = 'copula/hybrid'

const params = z.object({
  similarity: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .meta({
      description: 'Weight α of the original record: 0 releases synthetic values, 1 would release the original ones.',
      unit: 'share of the original value',
      search: { min: 0, max: 0.9, scale: 'linear', usual: [0, 0.25, 0.5] },
    }),
  form: z.enum(['additive', 'multiplicative']).default('additive').meta({
    description:
      'Mean of original and synthetic record: weighted arithmetic, or weighted geometric, which needs positive values.',
  }),
  ...lhsParams,
})

export type HybridParams = z.infer<typeof params>

export const hybridMethod: MaskingMethod<HybridParams> = defineMethod({
  id,
  title: 'Hybrid microdata',
  summary:
    'Mixes every record with the nearest of as many synthetic records of the same distributions and rank correlations.',
  brief: [
    'It keeps distributions and correlations approximately, and a part of each record.',
    'The greater the similarity, the more a record discloses of its original.',
  ],
  formula:
    'y_i = αx_i + (1 − α)s_c(i), or x_i^α·s_c(i)^(1 − α); c(i) the synthetic record nearest to x_i, standardised by x',
  source: [{ key: 'dandekar-domingo-ferrer-sebe-2002', where: 'the combination' }],
  notes: [
    {
      topic: 'keeps',
      text:
        'Synthetic records are those of copula/lhs, whose rank correlations also hold with ties. One may be ' +
        'nearest to several records, or to none, so distributions and correlations are kept approximately, ' +
        'whatever α.',
    },
    {
      topic: 'attacks',
      text: 'Records in the middle find a synthetic one near by and hardly move; outliers move most.',
    },
    {
      topic: 'attacks',
      text:
        'Even at α = 0 a masked record is the synthetic one nearest to its original: the records stay linked, ' +
        'unlike in synthetic data.',
    },
    {
      topic: 'choices',
      text:
        'The nearest record is by Euclidean distance on columns standardised by the mean and sd (divisor n − 1) ' +
        'of the original ones; ties go to the first drawn.',
    },
    { topic: 'loses', text: 'Given columns are not used: relations to unmasked columns are weakened.' },
  ],
  enables: [
    'An intruder who knows α knows that x_i lies on the line from the masked record away from a synthetic ' +
      'one. The synthetic one lies near x_i, and so does the masked record.',
  ],
  traits: copulaTraits,
  params,
  examples: [{ similarity: 0 }, { form: 'multiplicative', marginal: 'gamma' }, { similarity: 0.8 }],
  needsFile: () => ({
    why: 'its model is of the ranks of all columns together',
    instead: 'noise/correlated keeps correlations in expectation',
  }),
  plan: () => ({
    form: 'file',
    mask(input) {
      const { params: given, columns: names } = input
      const drawn = drawLhs(input, input.data.rows, id)
      const columns = names.map((name) => numericValues(input.data, name))
      if (given.form === 'multiplicative') {
        requirePositive(names, columns, 'the values')
        requirePositive(names, drawn.columns, 'the synthetic values')
      }
      const pairs = nearestSynthetic(columns, drawn.columns, input.tick)
      return maskedFile(names, mixRecords(columns, drawn.columns, pairs, given), drawn.warnings)
    },
  }),
})

export interface Mixture {
  /** α, from 0 to 1. */
  readonly similarity: number
  readonly form: 'additive' | 'multiplicative'
}

/**
 * Mixes records: αx_i + (1 − α)s_c(i) or x_i^α·s_c(i)^{1 − α}, with c(i) = pairs[i]; x itself at α = 1.
 *
 * @param columns - x: p columns of n.
 * @param synthetic - s: p columns of n′ in the same units.
 * @param pairs - Synthetic record of each of the n, from 0.
 * @param mixture - α and the kind of mean; the geometric one needs positive values.
 * @returns p columns of n.
 */
export function mixRecords(
  columns: readonly Float64Array[],
  synthetic: readonly Float64Array[],
  pairs: Uint32Array,
  { similarity, form }: Mixture,
): Float64Array[] {
  return columns.map((column, j) => {
    const other = synthetic[j]
    return form === 'additive'
      ? column.map((value, i) => similarity * value + (1 - similarity) * other[pairs[i]])
      : column.map((value, i) => pow(value, similarity) * pow(other[pairs[i]], 1 - similarity))
  })
}

/**
 * Finds the nearest synthetic record of each record, with columns standardised by the original ones. Cost: `kdTree`, n
 * searches.
 *
 * @param columns - p of n values.
 * @param synthetic - p of n′ values in the same units.
 * @param tick - Called with the progress of the method, from a half, after the synthetic records are drawn, to 1.
 * @returns The number of a synthetic record for each of the n, from 0; several may have the same.
 */
export function nearestSynthetic(
  columns: readonly Float64Array[],
  synthetic: readonly Float64Array[],
  tick: (fraction: number) => void = () => {},
): Uint32Array {
  const points = standardise(columns).columns
  const tree = kdTree(standardise(synthetic, columns).columns)
  const n = columns[0].length
  const pairs = new Uint32Array(n)
  const point = new Float64Array(columns.length)
  const index = new Uint32Array(1)
  const distance2 = new Float64Array(1)
  for (let i = 0; i < n; i++) {
    if (i % 4096 === 0) tick(0.5 + i / (2 * n))
    for (let j = 0; j < points.length; j++) point[j] = points[j][i]
    tree.nearestKInto(point, 1, index, distance2)
    pairs[i] = index[0]
  }
  return pairs
}

function requirePositive(names: readonly string[], columns: readonly Float64Array[], what: string): void {
  columns.forEach((column, j) => {
    const bad = column.find((value) => !(value > 0))
    if (bad === undefined) return
    const message = `${what} of column "${names[j]}" include ${bad}: a geometric mean needs positive ones`
    const fix = 'Use the additive form, or a marginal of positive values.'
    throw new SdcError('BAD_PARAMETER', message, { method: id, column: names[j], parameter: 'form' }, fix)
  })
}
