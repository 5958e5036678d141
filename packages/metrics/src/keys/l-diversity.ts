/**
 * ℓ-diversity: number of different sensitive values of the records that share the keys of a record.
 *
 * ℓ_i of the sensitive values of the records that match record i in every key, including itself. distinct: their
 * number. entropy: exp(−Σ p ln p). recursive: the greatest ℓ with r_1 < c·(r_ℓ + … + r_m), where r_1 ≥ … ≥ r_m are the
 * frequencies of the values. value = 100·|{i : ℓ_i < ℓ in any sensitive column}|/n. Source: Machanavajjhala, Kifer,
 * Gehrke & Venkitasubramaniam 2007.
 */
import { defineMetric, type Measurement } from '@sdc/core'
import { exp, log } from '@sdc/stats'
import { missingKeysParams, sensitiveValues, table, unmeasured } from '@sdc/toolkit'
import type { CountedFile } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { distinctValues, entropyOf, recursiveDiversity } from './diversity.js'
import { ofMatchingRecords, unitsOf } from './matching-records.js'
import {
  atRiskByAny,
  classFigures,
  keysOf,
  overRecords,
  unitsWhere,
  worstOfColumns,
  type ColumnFound,
} from './per-column.js'
import { keysAndSensitive, planSensitive, sensitiveColumns, sensitiveParam } from './sensitive-columns.js'
import { metricOfKeys } from './metric-of-keys.js'
import type { KeysInput } from './plan-keys.js'

/** Tolerance: an entropy of exactly ln ℓ is enough, but may be less by rounding: for 2, 2, 2 records, for example. */
const ENTROPY_SLACK = 1e-12

const params = z.object({
  diversity: z
    .enum(['distinct', 'entropy', 'recursive'])
    .default('distinct')
    .meta({
      description:
        'Definition of ℓ. distinct: number of different values. entropy: number of equally frequent values with the same ' +
        'entropy. recursive: the greatest ℓ with the most frequent value less than c times as frequent as all but the ℓ ' +
        '− 1 most frequent ones together.',
    }),
  l: z.number().min(1).max(1e9).default(2).meta({
    description: 'A record is at risk if the records that match it have an ℓ below this.',
    unit: 'values',
  }),
  c: z
    .number()
    .gt(0)
    .max(1e9)
    .default(2)
    .meta({ description: 'Parameter c of diversity: recursive; a smaller value is stricter.', unit: 'times' }),
  sensitive: sensitiveParam,
  ...missingKeysParams,
})

export const lDiversityMetric = defineMetric({
  ...metricOfKeys,
  id: 'risk/l-diversity',
  title: 'ℓ-diversity',
  summary:
    'Share of records with fewer than ℓ different confidential values among the records with the same ' +
    'quasi-identifiers.',
  brief: [
    '0 % means that every class has ℓ different confidential values.',
    'Different values can still be similar, or very unequal in number.',
  ],
  formula:
    '100 · share{i : ℓ_i < ℓ};  distinct: ℓ_i = number of values;  entropy: ℓ_i = exp(−Σ p ln p);  ' +
    'recursive: ℓ_i = max{ℓ : r_1 < c(r_ℓ + … + r_m)}',
  honours: ['person'],
  source: [{ key: 'machanavajjhala-kifer-gehrke-venkitasubramaniam-2007', where: 'ℓ-diversity' }],
  notes: [
    {
      topic: 'limits',
      text:
        'Quasi-identifiers are the columns with that role. Confidential columns are those with the role confidential, or ' +
        'those in the parameter sensitive. With several, a record is at risk if any of them is; the table has each ' +
        'column, and the number of a record is its least over the columns.',
    },
    {
      topic: 'limits',
      text:
        'Values are different if they are not equal, even if they are close: incomes of 1,000 and 1,001 are two values. ' +
        'A numeric column is diverse by its digits; use t-closeness for it.',
    },
    {
      topic: 'limits',
      text:
        "It does not measure an intruder's knowledge besides the quasi-identifiers, nor the distance between the values " +
        'of a class and those of the file. Ten values disclose much if one of them is rare elsewhere.',
    },
    {
      topic: 'missing',
      text: 'The values of a record are those of all matching records. With missing quasi-identifiers the sets of two records may overlap, so classes do not partition the file. wildcard: a missing one matches every value, so suppression can only add values. own-level: sets are the classes, with missing as a value. never: a record with a missing one has only its own value, and is in no other set. share: it counts `share` in the sets of records that do not lack the same ones.',
    },
    {
      topic: 'missing',
      text:
        'Records without a confidential value share one value, missing. Programs that treat each as its own value rate a ' +
        'class as more diverse if less is known about it.',
    },
    {
      topic: 'interpretation',
      text:
        "If a column has the role person, each of a person's m records in a class counts 1/m, and the value is the share " +
        'of persons with a record at risk. With missing quasi-identifiers, a person with records in several matching ' +
        'classes counts once in each. Several values of one person count as several: risk/k-anonymity finds persons who ' +
        'are alone with them.',
    },
    {
      topic: 'ties',
      text: 'An entropy counts as ln ℓ if it is at most 1e-12 below; recursive diversity compares strictly.',
    },
    {
      topic: 'limits',
      text:
        'For several confidential columns some programs also give one number, by the entropy of combinations. This ' +
        'metric omits it: no definition of it gives the same number in another program.',
    },
  ],
  high: {
    share: 0.1,
    meaning: '{value} of the records share their quasi-identifiers with records of too few confidential values',
  },
  params,
  cost: {
    time: 'O(n) a column; with missing quasi-identifiers in g patterns O(g · classes), and the sizes of the sets',
  },
  share: 'records',
  reads: (facts) => keysAndSensitive(facts, 'risk/l-diversity'),
  plan: (facts) => planSensitive(facts, 'risk/l-diversity', lDiversity),
})

type LDiversityParams = z.infer<typeof params>

function lDiversity(file: CountedFile, { tick, ...asked }: KeysInput<LDiversityParams>): Measurement {
  const { params } = asked
  const keyed = keysOf(file, asked.columns, asked.roles)
  if (typeof keyed === 'string') return unmeasured(keyed)
  const names = sensitiveColumns(asked, 'risk/l-diversity')
  if (typeof names === 'string') return unmeasured(names)
  const spreads: { column: string; diversity: string; least: number; greatest: number; mean: number }[] = []
  const others: [string, Float64Array][] = []
  const found = names.map((name, k): ColumnFound => {
    const {
      found: sets,
      records,
      setOf,
    } = ofMatchingRecords(
      keyed,
      sensitiveValues(file.data.column(name)),
      params,
      [distinctValues, entropyOf, recursiveDiversity(params.c)],
      (done) => tick?.((k + done) / names.length),
    )
    const [distinct, entropy, recursive] = sets
    const ofEntropy = entropy.map((value) => exp(value))
    const inRows = (ofSet: Float64Array): Float64Array => Float64Array.from(setOf, (set) => ofSet[set])
    for (const [diversity, values] of Object.entries({ distinct, entropy: ofEntropy, recursive })) {
      spreads.push({ column: name, diversity, ...overRecords(values, records) })
      if (!file.counts) others.push([`${name}: ${diversity}`, inRows(values)])
    }
    const is = isDiverse(params)
    const diverse = { distinct, entropy, recursive }[params.diversity].map((value) => (is(value) ? 0 : 1))
    return {
      name,
      atRisk: Uint8Array.from(setOf, (set) => diverse[set]),
      records: inRows({ distinct, entropy: ofEntropy, recursive }[params.diversity]),
    }
  })
  const n = unitsOf(keyed)
  const unit = keyed.persons ? 'persons' : 'records'
  const below = Float64Array.from(found, ({ atRisk }) => unitsWhere(keyed, (i) => atRisk[i] === 1))
  const percent = below.map((count) => (100 * count) / n)
  return {
    value: (100 * atRiskByAny(found, keyed)) / n,
    used: n,
    ...(keyed.persons && { unit: 'persons' as const }),
    columns: new Map(names.map((name, k) => [name, percent[k]])),
    ...(!file.counts && {
      records: worstOfColumns(found, 'least', file.records),
      recordColumns: table(Object.fromEntries(others)),
    }),
    tables: new Map([
      [
        'confidential columns',
        table({
          column: names,
          [`${unit} below`]: below,
          [`of ${unit}`]: new Float64Array(names.length).fill(n),
          percent,
        }),
      ],
      [
        'diversity',
        table({
          column: spreads.map(({ column }) => column),
          diversity: spreads.map(({ diversity }) => diversity),
          least: Float64Array.from(spreads, ({ least }) => least),
          greatest: Float64Array.from(spreads, ({ greatest }) => greatest),
          [`mean over ${unit}`]: Float64Array.from(spreads, ({ mean }) => mean),
        }),
      ],
      ['classes', classFigures(keyed, params)],
    ]),
  }
}

/** Returns true if the diversity of a set is enough; entropy in nats. */
function isDiverse({ diversity, l }: LDiversityParams): (found: number) => boolean {
  if (diversity !== 'entropy') return (found) => found >= l
  const least = log(l) - ENTROPY_SLACK
  return (found) => found >= least
}
