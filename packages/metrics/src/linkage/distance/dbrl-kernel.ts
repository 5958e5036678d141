/**
 * Record linkage by a kernel distance.
 *
 * d²(a, b) = K(a, a) − 2K(a, b) + K(b, b), K(x, y) = (1 + ⟨x, y⟩)^degree, each file standardised by its own means and
 * standard deviations. Source: Torra 2013, record linkage and the table of IPSO (KDBRL).
 */
import { defineMetric } from '@sdc/core'
import { pow } from '@sdc/stats'
import * as z from 'zod'
import { linkageCost } from '../columns/attacked-sample.js'
import { awayFromZero, distanceKeys } from '../columns/distance-keys.js'
import { KEY_ROUNDING } from '../search/link-ties.js'
import { planLinkage } from '../search/linkage-plan.js'
import {
  unmaskedNote,
  completeCasesNote,
  recordLinkageNotes,
  recordLinkageParams,
  type KeyedFiles,
  type KeySpreads,
  type LinkageSpace,
} from '../search/record-linkage.js'
import { riskInPercent } from '../../card-facts.js'

/** Largest number of columns for which a search tree visits few other records. */
const FEW_COLUMNS = 7
/**
 * Largest number of comparisons with more columns, which compare nearly all pairs, feature by feature: some minutes.
 */
const MOST_COMPARISONS = 1e11
/** Largest rounding error of a feature of a record near the mean, in standard deviations. */
const MOST_ROUNDING = 2 ** -20

const params = z.object({
  degree: z.int().min(1).max(3).default(2).meta({
    description: 'Degree of the polynomial kernel (1 + ⟨x, y⟩)^degree; 1 gives Euclidean distance.',
  }),
  ...recordLinkageParams,
})

export const dbrlKernelMetric = defineMetric({
  id: 'risk/dbrl-kernel',
  title: 'Record linkage by a kernel distance (KDBRL)',
  summary:
    'Share of original records found in the masked file by a polynomial kernel distance, which separates records in ' +
    'the tails.',
  formula: '100 · share{i : argmin_t K(x_i, x_i) − 2K(x_i, y_t) + K(y_t, y_t) is the masked record of i}',
  honours: ['person'],
  source: [{ key: 'torra-2013', where: 'record linkage' }],
  notes: [
    ...recordLinkageNotes,
    completeCasesNote,
    {
      topic: 'limits',
      text:
        'With more than seven columns and tens of thousands of records the time is too long, and the metric has no ' +
        'value. The same applies to decimals thousands of standard deviations from zero.',
    },
    {
      topic: 'choices',
      text:
        'A Gaussian kernel is not offered: its distance grows with the Euclidean one, so it links the same records as ' +
        'risk/dbrl.',
    },
    unmaskedNote,
  ],
  ...riskInPercent,
  high: {
    share: 0.1,
    meaning: 'an intruder who knows all columns, and compares their products too, finds {value} of the records',
  },
  cost: linkageCost,
  share: 'records',
  costly: true,
  params,
  plan: (facts) => {
    const { degree, ...options } = facts.params
    return planLinkage(facts, {
      ...options,
      space: () => (files, keys) => kernelSpace(files, keys, degree),
      refused: ({ original, masked, ...keys }) =>
        tooMany(original, masked, keys.names.length, degree) ?? tooFar(keys, degree),
    })
  },
})

/** Returns the reason why records are not linked by so many columns; undefined if they are. */
function tooMany(n: number, m: number, p: number, degree: number): string | undefined {
  if (degree <= 1 || p <= FEW_COLUMNS || n * m * featureCount(p, degree) <= MOST_COMPARISONS) return undefined
  const fix = `measure at most ${FEW_COLUMNS} columns, or use risk/dbrl`
  return `linking ${n} and ${m} records by ${p} columns and their products takes too long: ${fix}`
}

/**
 * Returns the reason why products of values have too few digits for linkage: all records would tie, with a risk near
 * zero.
 */
function tooFar({ names, x, y }: KeySpreads, degree: number): string | undefined {
  if (degree <= 1) return undefined
  const far = names.find((_, j) => KEY_ROUNDING * degree * pow(awayFromZero(x[j], y[j]), degree) > MOST_ROUNDING)
  if (far === undefined) return undefined
  return (
    `column "${far}" is too far from zero: its products lose all digits, and every record would look safe. Subtract ` +
    'a constant'
  )
}

/** Returns both files by their features, between which Euclidean distance is that of the kernel. */
function kernelSpace(
  { original, masked }: KeyedFiles,
  { x, y }: Pick<KeySpreads, 'x' | 'y'>,
  degree: number,
): LinkageSpace {
  const { slack, ...keys } = distanceKeys(original.keys, masked.keys, x, y, 'separate')
  // A kernel, unlike a distance, depends on the zero point: the mean.
  const centre = x.map(({ mean, sd }) => mean / sd)
  const centred = (columns: readonly Float64Array[]): Float64Array[] =>
    columns.map((key, j) => key.map((value) => value - centre[j]))
  const features = (columns: readonly Float64Array[]): Float64Array[] => kernelFeatures(centred(columns), degree)
  const sizes = (columns: readonly Float64Array[]): Float64Array[] =>
    kernelFeatures(
      columns.map((key, j) => key.map((value) => Math.abs(value) + Math.abs(centre[j]) + slack[j])),
      degree,
    ).map((size) => size.map((one) => degree * one))
  return {
    original: features(keys.original),
    masked: features(keys.masked),
    sizes: { terms: { original: sizes(keys.original), masked: sizes(keys.masked) } },
  }
}

/** Returns C(p + degree, degree) − 1. */
function featureCount(p: number, degree: number): number {
  let count = 1
  for (let k = 1; k <= degree; k++) count = (count * (p + k)) / k
  return count - 1
}

/**
 * Returns the features φ of (1 + ⟨x, y⟩)^degree = 1 + ⟨φ(x), φ(y)⟩: the kernel distance is Euclidean between them.
 *
 * One for every monomial x^α of degree 1 to `degree`, times √(degree!/(α₁!…α_p!(degree − |α|)!)): see `featureCount`.
 * Cost: O(n) for each.
 *
 * @param columns - p columns of n, standardised and centred.
 * @param degree - Degree of the polynomial, a whole number from 1.
 * @returns C(p + degree, degree) − 1 columns of n.
 */
export function kernelFeatures(columns: readonly Float64Array[], degree: number): Float64Array[] {
  const features: Float64Array[] = []
  // Factors in the order of the columns, so that each monomial occurs once; `left` is the remaining degree.
  const extend = (product: Float64Array, weight: number, from: number, power: number, left: number): void => {
    if (left === 0) return
    for (let j = from; j < columns.length; j++) {
      const repeated = j === from ? power + 1 : 1
      const grown = (weight * left) / repeated
      const next = product.map((value, i) => value * columns[j][i])
      features.push(next.map((value) => value * Math.sqrt(grown)))
      extend(next, grown, j, repeated, left - 1)
    }
  }
  extend(new Float64Array(columns[0].length).fill(1), 1, 0, 0, degree)
  return features
}
