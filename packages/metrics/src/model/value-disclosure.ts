/**
 * Disclosure of original values by the masked values, beyond that by the unmasked columns.
 *
 * 100 · max over the columns j of (R²(X_j | S, Y) − R²(X_j | S))/(1 − R²(X_j | S)). R² is that of the linear regression
 * of an original column on the given columns S, and on these and all masked columns Y. The interval in which an
 * intruder can locate a value by regression has √(1 − value/100) of the width that it had before Y was released.
 * Source: Muralidhar & Sarathy 2007, sections 2.1 and 5; Muralidhar, Parsa & Sarathy 1999.
 */
import { defineMetric, isMissing, isSdcError, takeRows, type Measurement, type MeasureInput } from '@sdc/core'
import {
  givenDesign,
  notUsed,
  knownPairs,
  pairedColumn,
  figures,
  leftOut,
  table,
  tooFewPairs,
  unmeasured,
  type Correspondence,
} from '@sdc/toolkit'
import { mean } from '@sdc/stats'
import * as z from 'zod'
import { explainedVariance, type ExplainedVariance } from './explained-variance.js'
import { riskInPercent } from '../card-facts.js'

const METRIC = 'risk/value-disclosure'

export const valueDisclosureMetric = defineMetric({
  id: METRIC,
  title: 'Value disclosure by regression',
  summary:
    "Share of a column's variation, unexplained by the given columns, that the masked values explain; the greatest " +
    'over columns.',
  brief: [
    '0 % means that masked values tell nothing more about a column, 100 % that they tell all.',
    'It measures linear relations and a mean over records, not one extreme record.',
  ],
  formula: '100 · max_j (R²(X_j|S,Y) − R²(X_j|S)) / (1 − R²(X_j|S))',
  source: [
    { key: 'muralidhar-sarathy-2007', where: 'sections 2.1 and 5' },
    { key: 'muralidhar-parsa-sarathy-1999', where: 'canonical correlations' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The worst column counts, so additional harmless columns do not hide it; the table has all of them. The share ' +
        'refers to the unknown part. Masking is not responsible for disclosure by the given columns themselves, which is ' +
        'the column R2 given. The table has the increment R²(X|S,Y) − R²(X|S) of the papers.',
    },
    {
      topic: 'interpretation',
      text:
        'Interval width is the width of a confidence interval for an original value relative to that without the masked ' +
        'values: √(1 − share).',
    },
    {
      topic: 'limits',
      text:
        'A combination of columns may be disclosed more than any column. The canonical correlations of X and Y given S ' +
        'measure this; the joint disclosure is 1 − |Σ_{X|S,Y}|/|Σ_{X|S}|.',
    },
    {
      topic: 'interpretation',
      text:
        'Independent masked values explain a little by chance, as the table shows; in small groups they explain ' +
        'everything.',
    },
    {
      topic: 'limits',
      text:
        'It measures linear relations only, and means over the records. It does not measure the disclosure of one ' +
        'extreme record, nor its identity.',
    },
    {
      topic: 'missing',
      text:
        'Given categorical columns count by indicators, with their values in the original. It uses complete cases: a ' +
        'record with a missing value in any of the columns is omitted. A column that is constant, or determined by the ' +
        'given columns, has no value.',
    },
  ],
  ...riskInPercent,
  high: { share: 0.75, meaning: 'the masked values explain {value} of the unknown part of some column' },
  recordsOf: 'masked',
  cost: { time: 'O(np²)' },
  params: z.object({}),
  needsFile: () => ({
    why: 'its regressions use orthogonal columns as long as the file; risk/difference-variance runs out of core',
  }),
  plan: () => ({ form: 'file', measure }),
})

function measure(input: MeasureInput<unknown>): Measurement {
  const known = knownPairs(input.origin)
  const why = tooFewPairs(known.masked.length, input.origin, true)
  if (why) return unmeasured(why)
  const given = input.given.filter((name) => !input.columns.includes(name))
  const pairs = completePairs(input, known, given)
  const n = pairs.masked.length
  const tables = new Map([['left-out', leftOut({ [notUsed.unlinkedMasked]: input.masked.rows - n })]])
  if (n < 2) return unmeasured(`${n} records have all values in both files; the metric needs 2`, n, tables)
  let design
  try {
    design = givenDesign({ data: takeRows(input.original, pairs.original), origin: pairs.original, given }, METRIC)
  } catch (error) {
    if (isSdcError(error) && error.code === 'BAD_PLAN') return unmeasured(error.message, n, tables)
    throw error
  }
  const columns = input.columns.map((name) => pairedColumn(input, name, pairs))
  const explained = explainedVariance(
    columns.map(({ x }) => x),
    columns.map(({ y }) => y),
    design.columns,
  )
  const free = n - 1 - explained.rankOfGiven
  if (free <= explained.rankOfMasked) {
    const reason = `${explained.rankOfGiven + explained.rankOfMasked} columns explain ${n} records by their number alone`
    return unmeasured(reason, n, tables)
  }
  const shares = explained.partial.filter((share) => share === share)
  if (shares.length === 0) return unmeasured('every column is constant or determined by the given ones', n, tables)
  for (const [name, made] of disclosureTables(input.columns, explained, free)) tables.set(name, made)
  const byColumn = input.columns.map((name, j): [string, number | null] => {
    const share = explained.partial[j]
    return [name, share === share ? 100 * share : null]
  })
  return { value: 100 * Math.max(...shares), used: n, columns: new Map(byColumn), tables }
}

/** Returns the pairs that have every measured column in both files and the given ones in the original. */
function completePairs(input: MeasureInput<unknown>, known: Correspondence, given: readonly string[]): Correspondence {
  const ofOriginal = [...input.columns, ...given].map((name) => input.original.column(name))
  const ofMasked = input.columns.map((name) => input.masked.column(name))
  const complete = Int32Array.from(known.masked.keys()).filter(
    (r) =>
      !ofOriginal.some((column) => isMissing(column, known.original[r])) &&
      !ofMasked.some((column) => isMissing(column, known.masked[r])),
  )
  return { masked: complete.map((r) => known.masked[r]), original: complete.map((r) => known.original[r]) }
}

function disclosureTables(
  names: readonly string[],
  { before, after, partial, canonical, rankOfMasked }: ExplainedVariance,
  free: number,
): [string, ReturnType<typeof table>][] {
  const remaining = canonical.reduce((product, rho) => product * (1 - rho * rho), 1)
  return [
    [
      'columns',
      table({
        column: names,
        'R2 given': before,
        'R2 given and masked': after,
        increment: after.map((value, j) => value - before[j]),
        'percent of the unexplained': partial.map((share) => 100 * share),
        'interval width': partial.map((share) => Math.sqrt(1 - share)),
      }),
    ],
    ['canonical-correlations', table({ number: Array.from(canonical, (_, k) => `${k + 1}`), correlation: canonical })],
    [
      'joint',
      figures({
        'percent jointly': 100 * (1 - remaining),
        'greatest percent of a combination': canonical.length > 0 ? 100 * (canonical[0] * canonical[0]) : Number.NaN,
        'mean percent of the columns': 100 * mean(partial),
        // Expected partial R² of independent normal columns.
        'percent of a column by chance': (100 * rankOfMasked) / free,
      }),
    ],
  ]
}
