/**
 * Overlap of the confidence intervals of a regression that the user names.
 *
 * With the 95 % intervals [L, U] of a coefficient in the original and [L', U'] in the masked file, J = ½[(min(U, U') −
 * max(L, L'))/(U − L) + (min(U, U') − max(L, L'))/(U' − L')]. J is 1 if they are equal, 0 if they touch, negative if
 * they are disjoint. Loss = 100 · (1 − mean J over the coefficients). Source: Karr, Kohnen, Oganian, Reiter & Sanil
 * 2006, section 3.
 */
import { closestTo, defineMetric, option, SdcError, type MeasureInput, type Measurement } from '@sdc/core'
import { mean } from '@sdc/stats'
import { table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { fitModel, type ModelFit } from './model-fit.js'
import { parseFormula, type ModelFormula } from './model-formula.js'
import { modelPlan, type ModelPlan } from './model-plan.js'
import { lossInPercent } from '../card-facts.js'

const METRIC = 'loss/confidence-overlap'

const params = z.object({
  formula: z
    .string()
    .default('')
    .meta({
      description:
        'Regression: a column, ~, and its explanatory columns, as in "income ~ age + sex". By least squares if the first ' +
        'is a number, logistic if it has two categories.',
    }),
})

export const confidenceOverlapMetric = defineMetric({
  id: METRIC,
  title: 'Overlap of confidence intervals',
  summary:
    'Distance between the 95 % confidence intervals of regression coefficients in both files: 0 if equal, 100 if ' +
    'they only touch.',
  formula: "100 · (1 − mean_j J_j),  J = ½[(min(U, U') − max(L, L'))/(U − L) + (min(U, U') − max(L, L'))/(U' − L')]",
  source: [{ key: 'karr-kohnen-oganian-reiter-sanil-2006', where: 'overlap of confidence intervals' }],
  notes: [
    {
      topic: 'parameters',
      text:
        'Without a formula there is no value: only the user knows which regression matters, as in formula = income ~ age + ' +
        'sex. It may use any column of the file, masked or not. Terms are ' +
        'added; there are no interactions and no functions.',
    },
    {
      topic: 'interpretation',
      text:
        'Above 100 the intervals are apart on average; there is no upper limit. The table has each coefficient of both ' +
        'files with its interval and its J. The number of a column is the loss of its coefficients.',
    },
    {
      topic: 'limits',
      text:
        'It describes one model. Intervals narrow as the file grows. With many records a negligible change has no ' +
        'overlap; with few records everything overlaps.',
    },
    {
      topic: 'choices',
      text:
        'Intervals use the t distribution for least squares, and estimate ∓ 1.96 standard errors for logistic ' +
        'regression. Each category has a coefficient against the most frequent one of the original (for equal ' +
        'frequencies the first by name). Another unit of a column changes nothing. Another zero changes the overlap of ' +
        'the constant only, which counts like any coefficient. Names of categories only decide the reference among ' +
        'equally frequent ones.',
    },
    {
      topic: 'missing',
      text:
        'Complete cases of each file; records with an infinite number are omitted too. Categories that the original ' +
        'lacks get a coefficient that is not compared.',
    },
    {
      topic: 'missing',
      text:
        'There is no value, but a reason, for a perfect fit (intervals without width), a column that is constant or ' +
        'depends on others, or separated categories. The same holds for a category that the masked file lacks, fewer ' +
        'records than coefficients, or more than 60 coefficients.',
    },
    {
      topic: 'limits',
      text:
        'Several imputed files are measured separately, and the value is the mean. The intervals are those of single ' +
        'files, which are too narrow; combine the analyses of the files to get the combined interval.',
    },
  ],
  ...lossInPercent,
  costly: true,
  accepts: ['numeric', 'ordered', 'nominal'],
  files: 'whole',
  range: [0, Number.POSITIVE_INFINITY],
  cost: { time: 'O(n·k²) for k coefficients' },
  params,
  needsFile: () => ({
    why:
      'its regressions are fitted to all records, step by step; loss/correlation and loss/matrix-divergences run out ' +
      'of core',
  }),
  plan: () => ({ form: 'file', measure }),
})

function measure(input: MeasureInput<z.infer<typeof params>>): Measurement {
  const { original, masked, columns } = input
  const { formula: text } = input.params
  if (text.trim() === '')
    return unmeasured(
      `no regression is named: use ${option('set', '"confidence-overlap.formula=RESPONSE ~ COLUMN + COLUMN"')}, as in income ~ age + sex`,
    )
  const formula = parseFormula(text, original.names, METRIC)
  const lacking = namesOf(formula).find((name) => !masked.names.includes(name))
  if (lacking !== undefined) {
    const guess = closestTo(lacking, masked.names)
    throw new SdcError(
      'UNKNOWN_COLUMN',
      `formula "${text}": the masked file lacks column "${lacking}"`,
      { metric: METRIC, parameter: 'formula', column: lacking },
      guess === undefined ? 'Name columns that both files have.' : `Similar column: "${guess}".`,
    )
  }
  const plan = modelPlan(original, formula, METRIC)
  if (typeof plan === 'string') return unmeasured(plan)
  input.tick(0.1)
  const before = fitModel(plan, original, 'original')
  if (typeof before === 'string') return unmeasured(before)
  input.tick(0.5)
  const after = fitModel(plan, masked, 'masked file')
  if (typeof after === 'string') return unmeasured(after)
  const overlaps = plan.coefficients.map((_, j) =>
    intervalOverlap([before.low[j], before.high[j]], [after.low[j], after.high[j]]),
  )
  const untouched = !namesOf(formula).some((name) => columns.includes(name))
  return {
    value: Math.max(0, 100 * (1 - mean(Float64Array.from(overlaps)))),
    used: after.records,
    columns: byColumn(plan, overlaps),
    tables: new Map([['coefficients', coefficientTable(plan, before, after, overlaps)]]),
    ...(untouched && {
      warnings: [`formula "${text}" has no measured column, so it does not show the effect of masking`],
    }),
  }
}

const namesOf = ({ response, terms }: ModelFormula): string[] => [response, ...terms]

/**
 * Returns J: the length that two intervals share, relative to each of them, and the mean of the two; negative if they
 * are disjoint.
 *
 * @param a - Its ends, the lower first, not equal.
 * @param b - The same.
 * @returns At most 1.
 */
export function intervalOverlap(a: readonly [number, number], b: readonly [number, number]): number {
  const shared = Math.min(a[1], b[1]) - Math.max(a[0], b[0])
  return 0.5 * (shared / (a[1] - a[0]) + shared / (b[1] - b[0]))
}

/** Returns the loss of the coefficients of each explanatory column. */
function byColumn({ terms }: ModelPlan, overlaps: readonly number[]): Map<string, number> {
  let at = 1
  return new Map(
    terms.map((term): [string, number] => {
      const count = term.kind === 'number' ? 1 : term.levels.length
      const own = overlaps.slice(at, at + count)
      at += count
      return [term.name, Math.max(0, 100 * (1 - mean(Float64Array.from(own))))]
    }),
  )
}

function coefficientTable(
  { coefficients }: ModelPlan,
  before: ModelFit,
  after: ModelFit,
  overlaps: readonly number[],
): ReturnType<typeof table> {
  return table({
    coefficient: coefficients,
    original: before.estimates,
    low: before.low,
    high: before.high,
    masked: after.estimates,
    'masked low': after.low,
    'masked high': after.high,
    overlap: Float64Array.from(overlaps),
  })
}
