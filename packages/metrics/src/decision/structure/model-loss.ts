import { frequentLevels } from '../columns/key-relevance.js'
import type { FileColumn, ReferenceColumn } from '../columns/file-columns.js'
import { modelMoments, momentFit, predictedShare, type ModelMoments, type MomentFit } from './model-moments.js'
import { fittedScores } from '../columns/normal-scores.js'

/** Largest number of responses, and the adjusted R² that each must exceed. */
const MOST_RESPONSES = 3
const LEAST_EXPLAINED = 0.05
/**
 * Largest number of indicators of a category, and smallest number of records of a level with an indicator: the greater
 * of ten and 1 % of the file.
 */
const MOST_DUMMIES = 10
const LEAST_RECORDS = 10
const LEAST_SHARE = 0.01

/** Forms of the numbers: the values themselves, and normal scores fitted on the original. */
const forms = ['values', 'normal scores'] as const
type Form = (typeof forms)[number]

/** Regressions of the original, with the design that measures another file by them. */
export interface Models {
  readonly models: readonly Model[]
  /** For each form, a function that returns the columns of the design of a file. */
  readonly design: Readonly<Record<Form, (columns: readonly FileColumn[]) => Float64Array[]>>
  readonly moments: Readonly<Record<Form, ModelMoments>>
}

interface Model {
  readonly name: string
  readonly form: Form
  readonly response: number
  readonly predictors: readonly number[]
  readonly fit: MomentFit
}

/** Change of a regression in the masked file. */
export interface ModelLoss {
  readonly name: string
  readonly form: Form
  /** R² of the original's regression, of the masked file's in that file, and of the latter when it predicts the original. */
  readonly r2: number
  readonly ownR2: number
  readonly predictedR2: number
  readonly loss: number
}

/** One column of a design: numbers, or an indicator of a class. */
interface Term {
  readonly column: number
  readonly code?: number
}

/**
 * Fits regressions of the original: at most three confidential numbers on the other columns, in values and in normal
 * scores.
 *
 * The responses are those with the greatest adjusted R² in values, above 5 %. A form with R² below 5 % is left out.
 *
 * @param references - All quasi-identifiers and confidential columns.
 * @returns The models. Cost: O(np²) for p columns with indicators.
 */
export function modelsOf(references: readonly ReferenceColumn[]): Models {
  const terms = references.flatMap(({ own }, column): Term[] => {
    if (own.kind === 'numeric') return [{ column }]
    const least = Math.max(LEAST_RECORDS, LEAST_SHARE * own.codes.length)
    return frequentLevels(own.codes, own.size, MOST_DUMMIES, least).map((code) => ({ column, code }))
  })
  const scores = references.map(({ own }) => (own.kind === 'numeric' ? fittedScores(own.values) : undefined))
  const designOf =
    (form: Form) =>
    (columns: readonly FileColumn[]): Float64Array[] =>
      terms.map(({ column, code }) => {
        const own = columns[column]
        if (own.kind === 'categorical') return indicatorOf(own.codes, code ?? 0)
        const scoreOf = form === 'values' ? undefined : scores[column]
        return scoreOf ? own.values.map(scoreOf) : own.z
      })
  const design = { values: designOf('values'), 'normal scores': designOf('normal scores') }
  const own = references.map((one) => one.own)
  const moments = {
    values: modelMoments(design.values(own)),
    'normal scores': modelMoments(design['normal scores'](own)),
  }
  const candidates = terms.flatMap(({ column }, response) => {
    const { name, isKey, domain } = references[column]
    if (isKey || domain.kind !== 'numeric') return []
    const predictors = [...terms.keys()].filter((k) => k !== response)
    const { r2 } = momentFit(moments.values, response, predictors)
    const free = moments.values.count - predictors.length - 1
    const adjusted = free > 0 ? 1 - ((1 - r2) * (moments.values.count - 1)) / free : 0
    return adjusted > LEAST_EXPLAINED ? [{ name, response, predictors, adjusted }] : []
  })
  const chosen = candidates.sort((a, b) => b.adjusted - a.adjusted).slice(0, MOST_RESPONSES)
  const models = chosen.flatMap(({ name, response, predictors }) =>
    forms.flatMap((form): Model[] => {
      const fit = momentFit(moments[form], response, predictors)
      return fit.r2 < LEAST_EXPLAINED ? [] : [{ name, form, response, predictors, fit }]
    }),
  )
  return { models, design, moments }
}

function indicatorOf(codes: Int32Array, level: number): Float64Array {
  const values = new Float64Array(codes.length)
  for (let i = 0; i < codes.length; i++) values[i] = codes[i] < 0 ? Number.NaN : codes[i] === level ? 1 : 0
  return values
}

/**
 * Computes the loss of the regressions: half the share of R² that is lost when the masked file's regression predicts
 * the original, plus half the relative change |ΔR²|/R², each share from 0 to 1. Source: this project.
 *
 * @param models - Regressions of the original.
 * @param columns - The same columns of the masked file.
 * @returns Loss of each model, from 0 to 1. Cost: O(np²).
 */
export function modelLosses({ models, design, moments }: Models, columns: readonly FileColumn[]): ModelLoss[] {
  if (models.length === 0) return []
  const released = {
    values: modelMoments(design.values(columns)),
    'normal scores': modelMoments(design['normal scores'](columns)),
  }
  return models.map(({ name, form, response, predictors, fit: { r2 } }) => {
    const after = released[form]
    const fit = momentFit(after, response, predictors)
    const predictedR2 = after.count === 0 ? 0 : predictedShare(moments[form], after, fit, response, predictors)
    const lost = Math.min(1, Math.max(0, (r2 - predictedR2) / r2))
    const off = Math.min(1, Math.abs(fit.r2 - r2) / r2)
    return { name, form, r2, ownR2: fit.r2, predictedR2, loss: (lost + off) / 2 }
  })
}
