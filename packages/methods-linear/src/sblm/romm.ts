/**
 * Random orthogonal matrix masking (Ting, Fienberg & Trottini 2005): Y = TX with a random orthogonal T that leaves 1 and S
 * unchanged. (S, Y) has exactly the means and the covariance matrix of (S, X).
 */
import { defineMethod, option, SdcError, type MaskingMethod, type Rng } from '@sdc/core'
import { covariance } from '@sdc/stats'
import {
  columnArrays,
  combination,
  partBuffers,
  storedColumns,
  sumOf,
  whitenedSpan,
  type RecordColumns,
} from '@sdc/stats/internal'
import { Matrix } from 'ml-matrix'
import * as z from 'zod'
import { exactNotes, linearNotes } from '../shared/card-notes.js'
import type { ConditionalModel } from '../shared/conditional-model.js'
import { linearPlan, type LinearMasking } from '../shared/linear-plan.js'
import { exactMoments, linearTraits } from '../shared/linear-traits.js'
import { requireFreedom } from '../shared/model-noise.js'

const id = 'linear/romm'

/** Maximum number of records for a full T, which has n² numbers and takes n³ operations. */
const MOST_RECORDS_FULL = 500

const params = z.object({
  similarity: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .meta({
      description:
        'Correlation ρ of a masked column with its original, given the given columns, in expectation: λ = ' +
        '√((1/ρ² − 1)/(n − 1)). 0: T does not depend on the values (λ = ∞); 1: the original values.',
      unit: 'correlation with the original, given the given columns',
      search: { min: 0, max: 0.999, usual: [0, 0.5, 0.9] },
    }),
  basis: z
    .enum(['columns', 'full'])
    .default('columns')
    .meta({
      description:
        `Matrix to orthogonalise: the columns alone, or all n of I + λG (up to ${MOST_RECORDS_FULL} records), ` +
        'which makes values less similar to their originals than ρ says.',
    }),
})

export type RommParams = z.infer<typeof params>

export const rommMethod: MaskingMethod<RommParams> = defineMethod({
  id,
  title: 'Random orthogonal matrix masking',
  summary:
    'Rotates the records by a random orthogonal matrix, a little or a lot, which keeps means, covariances ' +
    'and the given columns.',
  brief: [
    'It keeps means and covariances exactly.',
    'The shape of distributions changes; a small rotation protects little.',
  ],
  formula:
    'Y = fit + Q*·R, X − fit = Q·R (R upper triangular); Q* from the QR decomposition of the residuals of Q + λG on ' +
    '[1, S], G of independent N(0, 1)',
  source: [{ key: 'ting-fienberg-trottini-2005', where: 'random orthogonal matrix masking' }],
  notes: [
    ...exactNotes,
    {
      topic: 'choices',
      text:
        'The source orthogonalises the n×n matrix I + λG. basis full does that; basis columns does the same in ' +
        'the r dimensions that the columns have, in O(n(p + q)²).',
    },
    {
      topic: 'attacks',
      text:
        'With similarity 0 the masked values are computed from the given columns and the moments alone, like ' +
        'those of linear/ipso-c.',
    },
    { topic: 'limits', text: 'Needs 2 + q + r records (q given columns, r the rank of the residuals).' },
    ...linearNotes,
  ],
  enables: [
    'An intruder who knows ρ predicts X by fit + ρ·(Y − fit), with √(1 − ρ²) of the uncertainty without Y. ' +
      'All they need is in the released file.',
  ],
  traits: {
    ...linearTraits,
    claims: {
      ...exactMoments, // The basis full is for few records, so large files cannot show its limits.
      approachesCorrelations: { when: { basis: 'columns' } },
      independentGiven: { when: { similarity: 0 } },
    },
  },
  params,
  examples: [{ similarity: 0 }, { similarity: 0.9 }, { similarity: 0.8, basis: 'full' }],
  needsFile: ({ params: { basis } }) =>
    basis === 'full'
      ? {
          why: `the basis full is of all records, at most ${MOST_RECORDS_FULL}`,
          instead: 'with basis columns it runs out of core',
        }
      : undefined,
  plan(facts) {
    const { params: { similarity, basis }, rng } = facts // oxfmt-ignore
    const isFull = basis === 'full'
    return linearPlan(facts, {
      id,
      isWhole: isFull,
      masking(model) {
        const { n, given, factors } = model
        requireFreedom(n, given.count, factors.count, id)
        if (isFull) requireFew(n)
        return turned(model, similarity, isFull ? recordAxes(n, given) : factors, rng)
      },
    })
  },
})

/**
 * Makes the masked columns fit + Z*·ZᵀE/(n − 1), E = X − fit: the coordinates of the residuals on the axes Z, applied
 * to other axes Z*.
 *
 * Z* is ρZ + √(1 − ρ²)·G, a multiple of Z + √(1/ρ² − 1)·G, orthonormalised. ρ = 1 leaves the values unchanged. Cost:
 * O(nm(m + q + p)).
 *
 * @param model - X and its regression on [1, S].
 * @param correlation - ρ.
 * @param axes - Z, m columns of n with mean 0, variance 1 and no covariance with S and each other, that span the
 *   residuals
 * @param rng - Source of G, m columns of n.
 * @returns p columns and the draws of G.
 */
export function turned(model: ConditionalModel, correlation: number, axes: RecordColumns, rng: Rng): LinearMasking {
  if (correlation === 1) return {}
  const { fit, factors, loadings } = model
  const coordinates = axes === factors ? loadings : coordinatesOn(axes, model)
  return {
    noise: {
      count: axes.count,
      stream: (k) => rng.child('axis').child(String(k)),
      without: 'given',
      made: (own, drawn) => turnedAxes(correlation, axes === factors ? own.factors : axes, drawn),
    },
    columns: (moved) => sumOf(fit, combination(coordinates.to2DArray(), moved)),
  }
}

/** Returns ρ·z + √(1 − ρ²)·g, computed when it is read. */
function turnedAxes(correlation: number, axes: RecordColumns, drawn: RecordColumns): RecordColumns {
  const spread = Math.sqrt((1 - correlation) * (1 + correlation))
  const parts = partBuffers(axes.count, axes.rows)
  return {
    count: axes.count,
    rows: axes.rows,
    read(from, rows, into) {
      axes.read(from, rows, parts)
      drawn.read(from, rows, into)
      for (const [k, part] of parts.entries()) {
        const target = into[k]
        for (let i = 0; i < rows; i++) target[i] = correlation * part[i] + spread * target[i]
      }
    },
  }
}

/** Computes the covariances of the residuals with the axes, p×m. */
function coordinatesOn(axes: RecordColumns, { residuals }: ConditionalModel): Matrix {
  const axis = columnArrays(axes)
  return new Matrix(columnArrays(residuals).map((residual) => axis.map((one) => covariance(residual, one))))
}

/**
 * Returns every direction orthogonal to [1, S], n − 1 − q of them: those of the records, orthogonalised one after
 * another.
 */
function recordAxes(n: number, given: RecordColumns): RecordColumns {
  const records = Array.from({ length: n }, (_, i) => {
    const direction = new Float64Array(n)
    direction[i] = 1
    return direction
  })
  return storedColumns(whitenedSpan([...columnArrays(given), ...records]).slice(given.count), n)
}

function requireFew(n: number): void {
  if (n <= MOST_RECORDS_FULL) return
  const message = `${id}: basis full is for up to ${MOST_RECORDS_FULL} records; there are ${n}`
  const fix = `Use basis columns, or mask within groups (${option('by')}).`
  throw new SdcError('BAD_PARAMETER', message, { method: id, parameter: 'basis' }, fix)
}
