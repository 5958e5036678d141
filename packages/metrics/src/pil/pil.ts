/**
 * Probabilistic information loss: mean probability that another sample has a statistic nearer to the original's than
 * that of the masked file.
 *
 * aPIL = mean of five means of PIL = 100·(2Φ(|θ' − θ|/√Var(θ̂)) − 1): over the quantiles, the means, the variances, the
 * covariances and the correlations.
 * Source: Mateo-Sanz, Domingo-Ferrer & Sebé 2005.
 */
import { defineMetric, type Measurement, type MeasureFacts, type Plan } from '@sdc/core'
import { leftOut, notUsed, table, unmeasured } from '@sdc/toolkit'
import { finiteAggregate, readColumns, readSpreads, type ReadColumn } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { pilFamilies, readPilStatistics, type PilFamily, type PilStatistic } from './pil-statistics.js'
import { standardised } from './standardised-files.js'
import { lossInPercent } from '../card-facts.js'

export const pilMetric = defineMetric({
  id: 'loss/pil',
  title: 'Probabilistic information loss (aPIL)',
  summary:
    'Changes of quantiles, means, variances, covariances and correlations, by the probability that another sample of ' +
    'equal size would have changed them less.',
  formula: "mean over five families of mean PIL,  PIL = 100 · (2Φ(|θ' − θ| / √Var(θ̂)) − 1)",
  source: [
    {
      key: 'mateo-sanz-domingo-ferrer-sebe-2005',
      where: 'the measures of quantiles, means, variances, covariances and correlations',
    },
    { key: 'silverman-1986', where: 'eqs. 3.28 and 3.30, the bandwidth of the densities at the quantiles' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        '0 is an unchanged statistic, 100 one that no sample of the same population would have. At 68 it moved by one ' +
        'standard error, at 95 by two. The tables have the five families, and each column of the file.',
    },
    {
      topic: 'limits',
      text:
        'It grows with the number of records: a change within chance in 1,000 records is beyond it in 1,000,000. Compare ' +
        'files from one original.',
    },
    {
      topic: 'limits',
      text:
        'It averages five numbers. Microaggregation preserves all means, so a fifth of its value is always 0. It ' +
        'compares whole files, not records: relations within groups can change undetected (by).',
    },
    {
      topic: 'choices',
      text:
        'The quantiles are those of 5, 10, …, 95 %, of type 7; moments have the divisor n. The density at a quantile ' +
        "uses a normal kernel with Silverman's bandwidth 1.06 · min(s, IQR/1.34) · n^(−1/5), with s alone if the " +
        'quartiles are equal; every record counts. With one column there are no covariances and correlations, and the ' +
        'value is the mean of three families.',
    },
    {
      topic: 'missing',
      text:
        'Each statistic uses its own complete records. The metric omits columns that are constant, or have no value, in ' +
        'the original. It omits statistics that one of the files lacks, such as a correlation with a column that masking ' +
        'made constant. The tables count them.',
    },
    {
      topic: 'missing',
      text:
        'A statistic that is the same in every sample, such as the correlation of a column with its multiple, has a loss ' +
        'of 100 if masking changed it.',
    },
  ],
  ...lossInPercent,
  cost: { time: 'O(np² + 19np)' },
  params: z.object({}),
  plan: read,
})

function* read(input: MeasureFacts<unknown>): Plan<Measurement> {
  const spreads = yield* readSpreads('original', readColumns('original', input.columns), [
    finiteAggregate('original', input.columns),
    finiteAggregate('masked', input.columns),
  ])
  const varying = [...spreads.keys()].filter((j) => spreads[j].sd > 0)
  const names = varying.map((j) => input.columns[j])
  const inUnits = (file: 'original' | 'masked'): readonly ReadColumn[] =>
    readColumns(file, names).map((column, k) => (block) => standardised(column(block), spreads[varying[k]]))
  const { all, used } = names.length > 0 ? yield* readPilStatistics(inUnits('original'), inUnits('masked')) : NOTHING
  const constant = spreads.filter(({ sd }) => sd === 0).length
  const empty = spreads.filter(({ sd }) => sd !== sd).length
  const families = pilFamilies.map((family) => familyMean(all, family))
  const columns = new Map<string, number | null>(input.columns.map((name) => [name, null]))
  const byColumn = names.map((_, j) =>
    pilFamilies.map((family) =>
      familyMean(
        all.filter(({ a, b }) => a === j || b === j),
        family,
      ),
    ),
  )
  names.forEach((name, j) => columns.set(name, meanOfFamilies(byColumn[j])))
  const counts = leftOut({
    'columns constant in the original': constant,
    [notUsed.emptyColumns]: empty,
    'statistics that a file lacks': all.filter(({ percent }) => percent !== percent).length,
  })
  const tables = new Map([
    [
      'families',
      table({
        family: pilFamilies,
        'mean percent': Float64Array.from(families, ({ mean }) => mean),
        statistics: Float64Array.from(families, ({ used }) => used),
        'left out': Float64Array.from(families, ({ of, used }) => of - used),
      }),
    ],
    [
      'columns',
      table({
        column: names,
        ...Object.fromEntries(
          pilFamilies.map((family, f) => [family, Float64Array.from(byColumn, (own) => own[f].mean)]),
        ),
      }),
    ],
    ['left-out', counts],
  ])
  const value = meanOfFamilies(families)
  if (value === null) return { ...unmeasured(reasonOf(names.length, families), 0, tables), columns }
  return { value, used, columns, tables }
}

const NOTHING = { all: [], used: 0 }

interface FamilyMean {
  readonly family: PilFamily
  /** NaN if no statistic of the family is defined. */
  readonly mean: number
  readonly used: number
  /** Number of statistics of the family, defined or not. */
  readonly of: number
}

function familyMean(all: readonly PilStatistic[], family: PilFamily): FamilyMean {
  const own = all.filter((one) => one.family === family).map(({ percent }) => percent)
  const known = own.filter((percent) => percent === percent)
  const mean = known.reduce((sum, percent) => sum + percent, 0) / known.length
  return { family, mean, used: known.length, of: own.length }
}

/** Returns the mean of the families of these columns; null if one of them has no statistic. */
function meanOfFamilies(families: readonly FamilyMean[]): number | null {
  const there = families.filter(({ of }) => of > 0)
  if (there.length === 0 || there.some(({ used }) => used === 0)) return null
  return there.reduce((sum, { mean }) => sum + mean, 0) / there.length
}

function reasonOf(columns: number, families: readonly FamilyMean[]): string {
  if (columns === 0) return 'no column has two different values in the original'
  const without = families.filter(({ of, used }) => of > 0 && used === 0).map(({ family }) => family)
  return (
    `none of the ${without.join(', ')} is defined in both files: they need records with values among which each ` +
    'column varies'
  )
}
