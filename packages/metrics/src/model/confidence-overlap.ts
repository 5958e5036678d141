/**
 * Overlap of the confidence intervals of a regression that the user names.
 *
 * With the 95 % intervals [L, U] of a coefficient in the original and [L', U'] in the masked file,
 * J = ½[(min(U, U') − max(L, L'))/(U − L) + (min(U, U') − max(L, L'))/(U' − L')]: 1 where they are equal, 0 where they
 * touch, negative where they are apart. Loss = 100 · (1 − mean J over the coefficients).
 * Source: Karr, Kohnen, Oganian, Reiter & Sanil 2006, section 3.
 */
import { closestTo, defineMetric, option, SdcError, type MeasureInput, type Measurement } from '@sdc/core'
import { mean } from '@sdc/stats'
import { table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { fitModel, type ModelFit } from './model-fit.js'
import { parseFormula, type ModelFormula } from './model-formula.js'
import { modelPlan, type ModelPlan } from './model-plan.js'

const METRIC = 'loss/confidence-overlap'

const params = z.object({
  formula: z
    .string()
    .default('')
    .meta({
      description:
        'The regression: a column, ~, and the columns it is explained by, as in "income ~ age + sex". By least squares ' +
        'where the first is a number, logistic where it has two categories.',
    }),
})

export const confidenceOverlapMetric = defineMetric({
  id: METRIC,
  title: 'Overlap of confidence intervals',
  summary:
    'How far the 95 % intervals of the coefficients of a regression are from those of the original: 0 where they are equal, ' +
    '100 where they only touch.',
  formula: "100 · (1 − mean_j J_j),  J = ½[(min(U, U') − max(L, L'))/(U − L) + (min(U, U') − max(L, L'))/(U' − L')]",
  source: [{ key: 'karr-kohnen-oganian-reiter-sanil-2006', where: 'overlap of confidence intervals' }],
  notes: [
    {
      topic: 'parameters',
      text:
        'Without a formula there is no value: which regression matters is for the user to say, as in ' +
        'formula = income ~ age + sex. Its columns may be any of the file, masked or not. Terms are ' +
        'added; there are no interactions and no functions.',
    },
    {
      topic: 'interpretation',
      text:
        'Above 100 the intervals are apart on average; there is no upper end. The table has each coefficient of both files ' +
        'with its interval and its J. The number of a column is the loss of its coefficients.',
    },
    {
      topic: 'limits',
      text:
        'It is of one model. Intervals are as narrow as the file is large: of many records a change that nobody would ' +
        'mind has no overlap, of few records everything has.',
    },
    {
      topic: 'choices',
      text:
        'Intervals by the t distribution for least squares, estimate ∓ 1.96 standard errors for logistic regression. ' +
        'Categories have a coefficient each, against the most frequent one of the original (of as frequent ones the first by ' +
        'name). Another unit of a column changes nothing; another zero changes the overlap of the constant alone, which counts ' +
        'like any coefficient. Names of categories change nothing but which of as frequent ones is the reference.',
    },
    {
      topic: 'missing',
      text:
        'Complete cases of each file; a record with an infinite number is left out too. Categories that the original does not ' +
        'have take part with a coefficient that is compared with nothing.',
    },
    {
      topic: 'missing',
      text:
        'No value, with the reason: a perfect fit (intervals without width), a column that is constant or depends on others, ' +
        'categories that are separated, a category of the original that the masked file lacks, fewer records than ' +
        'coefficients, more than 60 coefficients.',
    },
    {
      topic: 'limits',
      text:
        'Of several imputed files each is measured by itself, and the value is the mean: the intervals are those of single ' +
        'files, which are too narrow. The interval that combines them is that of sdc combine.',
    },
  ],
  kind: 'loss',
  costly: true,
  accepts: ['numeric', 'ordered', 'nominal'],
  files: 'whole',
  better: 'lower',
  unit: '%',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: false,
  atIdentity: 0,
  cost: { time: 'O(n·k²) for k coefficients' },
  params,
  streamed: () => ({
    shape: 'whole',
    why: 'its regressions are fitted to all records, step by step; loss/correlation and loss/matrix-divergences run in parts',
  }),
  measure,
})

function measure(input: MeasureInput<z.infer<typeof params>>): Measurement {
  const { original, masked, columns } = input
  const { formula: text } = input.params
  if (text.trim() === '')
    return unmeasured(
      `no regression is named: ${option('set', '"confidence-overlap.formula=RESPONSE ~ COLUMN + COLUMN"')} names one, as in income ~ age + sex`,
    )
  const formula = parseFormula(text, original.names, METRIC)
  const lacking = namesOf(formula).find((name) => !masked.names.includes(name))
  if (lacking !== undefined) {
    const guess = closestTo(lacking, masked.names)
    throw new SdcError(
      'UNKNOWN_COLUMN',
      `formula "${text}": the masked file has no column "${lacking}"`,
      { metric: METRIC, parameter: 'formula', column: lacking },
      guess === undefined ? 'Name columns that both files have.' : `It has a column "${guess}".`,
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
      warnings: [
        `no column of the formula "${text}" is among the measured ones: what masking did to them is not in it`,
      ],
    }),
  }
}

const namesOf = ({ response, terms }: ModelFormula): string[] => [response, ...terms]

/**
 * J: the length that two intervals share, relative to each of them, and the mean of the two; negative where they are apart.
 *
 * @param a - Its ends, the lower first, not equal.
 * @param b - The same.
 */
export function intervalOverlap(a: readonly [number, number], b: readonly [number, number]): number {
  const shared = Math.min(a[1], b[1]) - Math.max(a[0], b[0])
  return 0.5 * (shared / (a[1] - a[0]) + shared / (b[1] - b[0]))
}

/** The loss of the coefficients of each column that explains. */
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
