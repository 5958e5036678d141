/**
 * Re-identification by the keys: probability that an intruder is right who looks for a person, or for anybody.
 *
 * f_i records of the file and F_i of the population match record i in every key. The prosecutor knows that the person
 * is in the file: 1/f_i. The journalist does not, and uses a register of the population: 1/F_i. Both have three values:
 * the share of records with a probability above a threshold, the highest probability, and the average. The average is
 * Σ(1/f_i)/n for the prosecutor, max(classes/ΣF over classes, Σ(1/F_i)/n) for the journalist. The marketer links all
 * records: the expected share Σ(1/F_i)/n of right links. With the role person, f and F count persons, each with the
 * largest probability of their records. Source: El Emam & Dankar 2008; Dankar & El Emam 2010.
 */
import { defineMetric, type Dataset, type Measurement } from '@sdc/core'
import { figures, missingKeysParams, table, unmeasured } from '@sdc/toolkit'
import { type CountedFile, personsOf, worstOfPersons } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { noKeys } from './per-column.js'
import { countedFrequencies, planKeys, type KeysInput } from './plan-keys.js'
import { populationFrequencies, populationNeedsRecords } from './population-frequencies.js'
import { overAllRecords, releasedOf, releasedRecords } from './released-records.js'
import { perturbedReads } from './perturbed-keys.js'
import { metricOfKeys } from './metric-of-keys.js'

const params = z.object({
  attacker: z
    .enum(['prosecutor', 'journalist', 'marketer'])
    .default('prosecutor')
    .meta({
      description:
        'Intruder behind the value. prosecutor: knows that the person is in the file; journalist: does not know it, and ' +
        'looks the person up in the population file; marketer: links every record, and counts the right links.',
    }),
  threshold: z.number().min(0).max(1).default(0.2).meta({
    description:
      "A record is at risk if the prosecutor's or journalist's probability of a right link is above this limit.",
    unit: 'share',
  }),
  ...missingKeysParams,
})

export const reidentificationMetric = defineMetric({
  ...metricOfKeys,
  id: 'risk/reidentification',
  title: 'Re-identification by quasi-identifiers',
  summary:
    "Share of records that an intruder finds by a person's quasi-identifiers with a probability above a threshold.",
  formula:
    'prosecutor: 100 · share{1/f_i > threshold};  journalist: 100 · share{1/F_i > threshold};  marketer: 100 · Σ(1/F_i)/n',
  honours: ['weight', 'person'],
  source: [
    { key: 'el-emam-dankar-2008', where: 'prosecutor and journalist' },
    { key: 'dankar-el-emam-2010', where: 'marketer' },
  ],
  notes: [
    {
      topic: 'limits',
      text:
        'Quasi-identifiers are the columns with that role. f counts records of the masked file, F those of the given ' +
        'population. Without a population F is f: the journalist then equals the prosecutor, the marketer is at worst, ' +
        'and a warning says so.',
    },
    {
      topic: 'limits',
      text:
        'Code the quasi-identifiers of the population like those of the masked file: recode both or none. A record ' +
        'without a match in the population has no risk by the population, and is counted. Such records show that the ' +
        'file was perturbed, or that the population does not contain it.',
    },
    {
      topic: 'limits',
      text:
        'The probability is that of a random pick among the matching records, by correct quasi-identifiers. Perturbed ' +
        'quasi-identifiers make it smaller; other knowledge of the intruder makes it larger.',
    },
    {
      topic: 'missing',
      text:
        'A record is suppressed if all its quasi-identifiers are missing: it counts in no numerator and no denominator, ' +
        'and the table has both counts. If some are missing, the rule missing decides their matches; with never, a ' +
        'record with a missing value has f = F = 1.',
    },
    {
      topic: 'interpretation',
      text:
        'If a column has the role person, f and F count persons. The value is a share of persons, each by the record ' +
        'with the greatest probability.',
    },
    { topic: 'ties', text: 'A probability equal to the threshold is not above it.' },
  ],
  high: { share: 0.1, meaning: 'an intruder finds {value} of the records with a probability above the threshold' },
  params,
  cost: { time: 'O(n + N) a quasi-identifier for a population of N; with missing values in g patterns O(g · classes)' },
  share: 'records',
  reads: perturbedReads,
  plan: (facts) =>
    planKeys(facts, { whole: populationNeedsRecords(facts), perturbed: true, measure: reidentification }),
})

type ReidentificationParams = z.infer<typeof params>

function reidentification(
  file: CountedFile,
  { columns, roles, population, params, tick = () => {} }: KeysInput<ReidentificationParams>,
): Measurement {
  const why = noKeys(columns, file.records)
  if (why !== undefined) return unmeasured(why)
  const rows = releasedRecords(file.data, columns)
  const released = releasedOf(file, rows)
  const persons = personsOf(released.data, roles)
  const n = persons?.count ?? released.records
  const counts = {
    records: file.records,
    suppressed: file.records - released.records,
    counted: released.records,
    ...(persons && { persons: n }),
  }
  const tables = new Map([['records', figures(counts)]])
  if (n === 0) return allSuppressed(counts)
  const part = population ? 0.5 : 1
  const found = countedFrequencies(released, columns, roles, params, (done) => tick(part * done))
  const { f, classes } = found
  const F = population
    ? populationFrequencies(released.data, population, columns, roles, params, (done) => tick(part + (1 - part) * done))
    : f
  if (typeof F === 'string') return unmeasured(F, 0, tables)
  // All records of a class have the same f and F.
  const ofClasses = (values: Float64Array): Float64Array => Float64Array.from(classes.firsts, (i) => values[i])
  const ofPersons = (values: Float64Array): Float64Array =>
    persons ? worstOfPersons(persons, values, 'least') : ofClasses(values)
  const sizes = persons ? new Float64Array(n).fill(1) : found.sizes
  const matching = { f: ofPersons(f), F: ofPersons(F), sizes, classes: ofClasses(F) }
  const measured = attacks(matching, n, counts, params, population)
  if (file.counts) return measured
  const ofRecords = (values: Float64Array): Float64Array => overAllRecords(rows, values, file.records)
  const chances = { prosecutor: f, journalist: F, marketer: F }
  return {
    ...measured,
    records: ofRecords(chances[params.attacker].map(chanceOf)),
    recordColumns: table({
      f: ofRecords(f),
      ...(population && { F: ofRecords(F) }),
      prosecutor: ofRecords(f.map(chanceOf)),
      journalist: ofRecords(F.map(chanceOf)),
    }),
  }
}

function allSuppressed(counts: { readonly records: number; readonly suppressed: number }): Measurement {
  const reason = `all ${counts.records} records are suppressed: all their quasi-identifiers are missing`
  return unmeasured(reason, 0, new Map([['records', figures(counts)]]))
}

/**
 * Classes of keys, or persons: number of records or persons in each, and numbers of matches in the file and in the
 * population.
 */
interface Matched {
  readonly f: Float64Array
  readonly F: Float64Array
  readonly sizes: ArrayLike<number>
  /** F of each class of keys. */
  readonly classes: Float64Array
}

/** Computes the success of the three intruders. */
function attacks(
  matching: Matched,
  n: number,
  counts: Readonly<Record<string, number>>,
  params: ReidentificationParams,
  population?: Dataset,
): Measurement {
  const { f, F, sizes } = matching
  const ofClasses = classesPerMatch(matching.classes)
  const prosecutor = attackBy(f, sizes, params.threshold)
  const journalist = attackBy(F, sizes, params.threshold)
  const notFound = recordsWhere(F, sizes, (count) => count === 0)
  const tooFew = recordsWhere(F, sizes, (count, id) => count > 0 && count < f[id])
  const warnings = [
    ...(population === undefined && params.attacker !== 'prosecutor'
      ? [`no population is given: the ${params.attacker} is assumed to know who is in the file, like the prosecutor`]
      : []),
    ...(notFound > 0
      ? [`${notFound} of ${n} records match no record of the population, and count as not found in it`]
      : []),
    ...(tooFew > 0
      ? [
          `${tooFew} of ${n} records match fewer records of the population than of the file, so the file is not a sample ` +
            'of it',
        ]
      : []),
  ]
  const value = {
    prosecutor: (100 * prosecutor.atRisk) / n,
    journalist: (100 * journalist.atRisk) / n,
    marketer: 100 * journalist.links,
  }[params.attacker]
  return {
    value,
    used: n,
    ...(counts.persons !== undefined && { unit: 'persons' as const }),
    tables: new Map([
      [
        'attackers',
        table({
          attacker: ['prosecutor', population ? 'journalist' : 'journalist (no population: as prosecutor)', 'marketer'],
          'records at risk': Float64Array.of(prosecutor.atRisk, journalist.atRisk, Number.NaN),
          'of records': Float64Array.of(n, n, n),
          'highest chance': Float64Array.of(prosecutor.highest, journalist.highest, Number.NaN),
          'average chance': Float64Array.of(
            prosecutor.links,
            Math.max(journalist.links, population ? ofClasses : 0),
            journalist.links,
          ),
        }),
      ],
      [
        'records',
        figures({
          ...counts,
          classes: matching.classes.length,
          'unique in the file': recordsWhere(f, sizes, (count) => count === 1),
          'least chance': prosecutor.least,
          ...(population && {
            'records of the population': population.rows,
            'unique in the population': recordsWhere(F, sizes, (count) => count === 1),
            'not found in the population': notFound,
          }),
        }),
      ],
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Returns the probability that a random pick among some records is right; 0 without a match. */
const chanceOf = (count: number): number => (count > 0 ? 1 / count : 0)

/** Returns the sum of the classes over the records of the population that match them. */
function classesPerMatch(F: Float64Array): number {
  const matched = F.filter((count) => count > 0)
  return matched.length === 0 ? 0 : matched.length / matched.reduce((sum, count) => sum + count, 0)
}

/** Success of a random pick among the matching records. */
interface Attack {
  /** Number of records found with a probability above the threshold. */
  readonly atRisk: number
  readonly highest: number
  readonly least: number
  /** The share of right links if every record is linked. */
  readonly links: number
}

function attackBy(counts: Float64Array, sizes: ArrayLike<number>, threshold: number): Attack {
  const chances = counts.map(chanceOf)
  let [links, records] = [0, 0]
  // By class: if its records match each other only, size over count is exactly 1.
  for (let id = 0; id < counts.length; id++) {
    records += sizes[id]
    if (counts[id] === 0) continue
    links += sizes[id] / counts[id]
  }
  return {
    atRisk: recordsWhere(chances, sizes, (chance) => chance > threshold),
    highest: chances.reduce((most, one) => Math.max(most, one), 0),
    least: chances.reduce((least, one) => Math.min(least, one), 1),
    links: links / records,
  }
}

/** Counts the records in classes that satisfy a condition. */
function recordsWhere(
  values: Float64Array,
  sizes: ArrayLike<number>,
  holds: (value: number, id: number) => boolean,
): number {
  let count = 0
  for (let id = 0; id < values.length; id++) if (holds(values[id], id)) count += sizes[id]
  return count
}
