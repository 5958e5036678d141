/**
 * Propensity score: accuracy of predicting from a record whether it is masked.
 *
 * p̂_i = P(record i is of the masked file) by a logistic regression on the columns, for the records of both files; c is
 * the share of the masked ones. pMSE = Σ(p̂_i − c)²/N. Loss = 100 · pMSE/(c(1 − c)): 0 if nothing separates the files,
 * 100 if every record is separated. Source: Woo, Reiter, Oganian & Karr 2009; Snoke, Raab, Nowok, Dibben & Slavković
 * 2018 for the expected values.
 */
import { defineMetric, takeRows, type Dataset, type Measurement, type MeasureInput } from '@sdc/core'
import { designWidth } from '@sdc/stats/internal'
import { figures, table, unmeasured } from '@sdc/toolkit'
import { sampledRows } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { propensityDesign, type PropensityDesign } from './propensity-design.js'
import { expectedPropensity, propensityScore, type PropensityScore } from './propensity-score.js'
import { variablesTable } from './propensity-variables.js'
import { lossInPercent } from '../card-facts.js'

/** Number of records above which a sample of that size is used. */
const SAMPLE_ABOVE = 100_000
/** Largest number of terms: more take minutes, and hardly differ from chance. */
const MOST_TERMS = 500
/** Largest number of nonzero entries of a record: the time grows with its square. */
const MOST_ENTRIES = 200

const params = z.object({
  squares: z.boolean().default(false).meta({
    description: 'True to add the squares of the numbers as terms, which detect changed variances.',
  }),
  products: z.boolean().default(false).meta({
    description: 'True to add the products of every two columns as terms, which detect changed correlations.',
  }),
  levels: z.int().min(2).max(200).default(20).meta({
    description: 'Maximum number of categories of a column with their own terms; the rarest are pooled into the last.',
    unit: 'categories',
  }),
  null: z
    .enum(['none', 'fitted', 'independent'])
    .default('none')
    .meta({
      description:
        'Reference for pMSE in the table. fitted: its expectation for records drawn from a model fitted to the original; ' +
        'independent: for two independent samples; none: no reference, since neither holds for a file with the ' +
        "original's records, masked.",
    }),
})

export type PropensityParams = z.infer<typeof params>

export const propensityMetric = defineMetric({
  id: 'loss/propensity',
  title: 'Propensity score (pMSE)',
  summary:
    'Success of a logistic regression on the columns in separating masked from original records, in percent of ' +
    'perfect separation.',
  brief: [
    '0 % means that nobody can distinguish masked from original records, 100 % that everybody can.',
    'It sees what a simple model sees; finer differences stay hidden.',
  ],
  formula: '100 · pMSE/(c(1 − c)),  pMSE = Σ_i (p̂_i − c)²/N,  p̂ = P(masked | values),  c = masked records/N',
  source: [
    { key: 'woo-reiter-oganian-karr-2009', where: 'propensity scores' },
    { key: 'snoke-raab-nowok-dibben-slavkovic-2018', where: 'the expected pMSE under a null model' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The value is pMSE in percent of its maximum c(1 − c). The table propensity has pMSE itself, its expectation ' +
        '(null: fitted or independent) and their ratio. Chance gives a ratio near 1. If the records are those of the ' +
        'original, masked one by one, both expectations are too large, and a small ratio means nothing.',
    },
    {
      topic: 'interpretation',
      text:
        'The number of a column is the same value with only that column in the regression. Records are the propensities ' +
        'of the masked records, in percent.',
    },
    {
      topic: 'interpretation',
      text:
        'With an expectation, the table variables has the pMSE that each column adds to a regression on the other ' +
        'columns: by its own terms and, with products, by its products with each of them. Its ratio to the expected ' +
        'increase is near 1 if the column and its relations look as in the original. If persons have several records, ' +
        'the expected values are too small and the ratios too large.',
    },
    {
      topic: 'limits',
      text:
        'A logistic regression on unchanged columns detects their means only. Two files with other variances or ' +
        'correlations and the same means have a loss near 0. squares and products detect those, but nothing beyond.',
    },
    {
      topic: 'limits',
      text:
        'If the columns separate the files in all or some records, the coefficients are infinite. The propensities are ' +
        'then their limits, 0 or 1. The value is 100 if all records are separated. If some are, the regression stops ' +
        'before its limit, and the value is at least the printed one. A warning says which.',
    },
    {
      topic: 'choices',
      text:
        'Numbers are in standard deviations of both files together, so units change nothing. Names of categories change ' +
        'nothing either, unless equally frequent ones are pooled. Categories are indicators, all but the most frequent. ' +
        'Those beyond the number of levels are pooled, the rarest first, and counted in the table. The order of ' +
        'categories is not used.',
    },
    {
      topic: 'missing',
      text:
        'Missing is its own category; a missing number has the mean and an indicator, so suppressed cells count. The ' +
        'same holds for an infinite number. A column that is constant in both files has no effect.',
    },
    {
      topic: 'limits',
      text:
        'A column that is numeric in one file and categorical in the other separates every record: the value is 100, ' +
        'with a warning. Measure the other columns without it.',
    },
    {
      topic: 'choices',
      text:
        'Above 100,000 records the files are sampled, at the same places if they are equally long. The standard error is ' +
        'that of pMSE by its influence function, plus the effect of fewer records on its expectation.',
    },
  ],
  ...lossInPercent,
  accepts: ['numeric', 'ordered', 'nominal'],
  costly: true,
  cost: { time: 'O(n·p²) a step, some ten steps', sampleAbove: SAMPLE_ABOVE },
  params,
  needsFile: () => ({
    why:
      'its regression is fitted to the records of both files together, step by step; loss/correlation and ' +
      'loss/contingency-tables run out of core',
  }),
  plan: () => ({ form: 'file', measure: measurePropensity }),
})

function measurePropensity(input: MeasureInput<PropensityParams>): Measurement {
  const { original, masked, columns, params: asked } = input
  if (original.rows === 0 || masked.rows === 0) return unmeasured('one of the files has no records')
  const rows = drawnRows(input)
  const x = rows.original.length === original.rows ? original : takeRows(original, rows.original)
  const y = rows.masked.length === masked.rows ? masked : takeRows(masked, rows.masked)
  const design = propensityDesign(x, y, columns, asked)
  const terms = designWidth(design) - 1
  if (terms > MOST_TERMS || design.blocks.length > MOST_ENTRIES) {
    const reason =
      `the regression has ${terms} terms in ${design.blocks.length} columns and products; the limit is ${MOST_TERMS} ` +
      `in ${MOST_ENTRIES}: measure fewer columns, set products to false, or lower levels`
    return unmeasured(reason)
  }
  const score = propensityScore(design, x.rows, (done) => input.tick(0.7 * done))
  const value = Math.min(100, (100 * score.pMSE) / score.greatest)
  const records = new Float64Array(masked.rows).fill(Number.NaN)
  rows.masked.forEach((row, r) => (records[row] = 100 * score.propensities[x.rows + r]))
  const byColumn = columns.map((name, j): [string, number | null] => {
    input.tick(0.7 + (0.1 * j) / columns.length)
    if (columns.length === 1) return [name, value]
    const alone = propensityScore(propensityDesign(x, y, [name], asked), x.rows)
    return [name, (100 * alone.pMSE) / alone.greatest]
  })
  const sample = sampleOfRecords(input, score, design.rows)
  const warnings = warningsOf(design, score)
  const variables =
    asked.null === 'none' || columns.length < 2
      ? undefined
      : variablesTable({ x, y, columns, asked, hypothesis: asked.null }, (done) => input.tick(0.8 + 0.2 * done))
  return {
    value,
    used: masked.rows,
    columns: new Map(byColumn),
    records,
    tables: new Map([
      ['propensity', scoreTable(asked, score, y.rows, design.rows, terms)],
      ...(variables ? [['variables', variables] as const] : []),
      ...(design.pooled.size > 0 ? [['pooled-categories', pooledTable(design)] as const] : []),
    ]),
    ...(sample && { sample }),
    ...(warnings.length > 0 && { warnings }),
  }
}

interface DrawnRows {
  readonly original: Int32Array
  readonly masked: Int32Array
}

/**
 * Draws the used records: for files of one length those at the same indices, so that equal records stay equal; each
 * file's draw is a simple random sample in both cases.
 */
function drawnRows({ original, masked, rng }: MeasureInput<unknown>): DrawnRows {
  const all = (rows: number): Int32Array => Int32Array.from({ length: rows }, (_, i) => i)
  const places = sampledRows(all(original.rows), SAMPLE_ABOVE, rng.child('records'))
  if (original.rows === masked.rows) return { original: places, masked: places }
  return { original: places, masked: sampledRows(all(masked.rows), SAMPLE_ABOVE, rng.child('masked records')) }
}

/** Returns the error of a sample: from the influence of each record, and the chance of a smaller number. */
function sampleOfRecords(
  { original, masked }: MeasureInput<unknown>,
  { standardError, greatest, parameters }: PropensityScore,
  drawn: number,
): Measurement['sample'] {
  const of = original.rows + masked.rows
  if (drawn >= of) return undefined
  const added = (parameters - 1) * (1 / drawn - 1 / of)
  const chance = (standardError / greatest) * Math.sqrt(1 - drawn / of)
  return { of, drawn, standardError: 100 * Math.sqrt(chance * chance + added * added) }
}

function scoreTable(
  asked: PropensityParams,
  { pMSE, greatest, parameters }: PropensityScore,
  maskedRows: number,
  rows: number,
  terms: number,
): Dataset {
  const expected =
    asked.null === 'none' ? undefined : expectedPropensity(asked.null, parameters, maskedRows / rows, rows)
  return figures({
    pMSE,
    'greatest pMSE': greatest,
    records: rows,
    'masked records': maskedRows,
    terms,
    parameters,
    ...(expected !== undefined && {
      'expected pMSE': expected,
      'ratio to the expected': expected > 0 ? pMSE / expected : Number.NaN,
    }),
  })
}

function pooledTable({ pooled }: PropensityDesign): Dataset {
  return table({ column: [...pooled.keys()], 'categories pooled': Float64Array.from(pooled.values()) })
}

function warningsOf({ otherKind }: PropensityDesign, { separated, pMSE, greatest }: PropensityScore): string[] {
  if (otherKind.length > 0)
    return otherKind.map(
      (name) => `column "${name}" is numeric in one file and categorical in the other, so it separates every record`,
    )
  if (!separated) return []
  return [
    pMSE === greatest
      ? 'the columns separate the files completely (separation): every propensity is 0 or 1'
      : 'the columns separate some records completely, so the regression has no limit: the value is at least the printed ' +
        'one',
  ]
}
