/**
 * Population uniques: number of combinations of keys that only one person has, so that a match with a record is
 * certain.
 *
 * The file is a simple random sample of n of the N records of the population. f_i of its classes have i records; three
 * models estimate the number of classes of the population with one: Zayatz's, Pitman's, and the slide negative
 * binomial. The value is that of Dankar's rule. With the population itself it is counted. value = 100 · uniques/N,
 * which is also the expected share of the records of the file that are unique in the population. Source: Zayatz 1991;
 * Pitman 1995; Hoshino 2001; Chen & Keller-McNulty 1998; Dankar, El Emam, Neisa & Roffey 2012.
 */
import { defineMetric, takeRows, type Dataset, type Measurement, type Roles } from '@sdc/core'
import { figures, keyFrequencies, missingKeysParams, table, unmeasured } from '@sdc/toolkit'
import { type CountedFile, firstOfPersons, personsOf } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { populationFrequencies, populationNeedsRecords } from './population-frequencies.js'
import { classesOfSize, classSizes, type ClassSizes } from './population/class-sizes.js'
import { dankarChoice, estimateUniques } from './population/estimate-uniques.js'
import { populationSize, sizeNeedsRecords } from './population-size.js'
import { noKeys } from './per-column.js'
import { countedFrequencies, planKeys, wholeFile, type KeysInput } from './plan-keys.js'
import { overAllRecords, releasedOf, releasedRecords } from './released-records.js'
import { metricOfKeys } from './metric-of-keys.js'

const params = z.object({
  populationSize: z.int().min(1).optional().meta({
    description: 'Number of records of the population behind the sample; by default the sum of the sampling weights.',
    unit: 'records',
  }),
  samplingFraction: z.number().gt(0).max(1).optional().meta({
    description: 'Sampling fraction: records of the file over those of the population. 1: the file is the population.',
    unit: 'share',
  }),
  ...missingKeysParams,
})

export const populationUniquesMetric = defineMetric({
  ...metricOfKeys,
  exact: false,
  id: 'risk/population-uniques',
  title: 'Population uniques',
  summary: 'Estimated share of the population with a combination of quasi-identifiers that nobody else has.',
  brief: [
    'It estimates how many people nobody else resembles in the population.',
    'Estimates differ between models: look at their range.',
  ],
  formula:
    '100 · U/N;  Pitman: U = Γ(θ + 1)/Γ(θ + α)·N^α;  Zayatz: U = f_1·P/p;  slide negative binomial: U = Kβ^α;  by ' +
    "Dankar's rule: Pitman for p ≤ .1, else the smaller of the others",
  honours: ['weight', 'person'],
  source: [
    { key: 'dankar-el-emam-neisa-roffey-2012', where: 'the choice of the estimate' },
    { key: 'zayatz-1991', where: 'Zayatz' },
    { key: 'pitman-1995', where: 'the partition' },
    { key: 'hoshino-2001', where: 'its use for uniques' },
    { key: 'chen-keller-mcnulty-1998', where: 'slide negative binomial' },
    { key: 'shlosser-1981', where: 'the number of classes' },
  ],
  notes: [
    {
      topic: 'limits',
      text:
        'Errors of 10 to 100 % are usual: from a tenth of a file of 30,162 records the three models estimated 773, 896 ' +
        'and 669 uniques; the true number was 543. The table shows all three and their range. Do not use any of them ' +
        'alone as a limit. A population file gives the true number.',
    },
    {
      topic: 'limits',
      text:
        'The models assume a simple random sample. They do not hold for clusters, households or strata with different ' +
        'fractions. N is the sum of the sampling weights (role weight), or populationSize, or the records over ' +
        'samplingFraction. The models do not estimate which people are unique. The number of a sample unique is the ' +
        'expected share of such records that are population unique; for others it is 0.',
    },
    {
      topic: 'limits',
      text:
        'A model without an estimate gives the reason: no maximum of the likelihood within the range, no or several ' +
        'roots, or more uniques than the population has records. A file without sample uniques has the estimate 0.',
    },
    {
      topic: 'interpretation',
      text:
        'If a column has the role person, the first record of each person represents them, in the file and in the ' +
        'population: a sample of persons at one time, each with their weight.',
    },
    {
      topic: 'missing',
      text:
        'A record is suppressed if all its quasi-identifiers are missing: it counts in N and in no class. If some are ' +
        'missing, f follows the rule missing, and r records with the frequency f count as r/f classes.',
    },
  ],
  high: { share: 0.05, meaning: 'an estimated {value} of the population have unique quasi-identifiers' },
  params,
  cost: { time: 'O(n) a quasi-identifier; the estimates O(different class sizes)' },
  plan: (facts) =>
    planKeys(facts, {
      whole: populationNeedsRecords(facts) ?? sizeNeedsRecords(facts.masked, facts.roles, facts.params),
      measure: populationUniques,
    }),
})

type PopulationUniquesParams = z.infer<typeof params>

function populationUniques(all: CountedFile, input: KeysInput<PopulationUniquesParams>): Measurement {
  const { columns, roles, params, tick = () => {} } = input
  const own = onePerPerson(all, roles)
  const population = input.population && onePerPerson(wholeFile(input.population), roles).file.data
  const { file } = own
  const why = noKeys(columns, file.records)
  if (why !== undefined) return unmeasured(why)
  const rows = releasedRecords(file.data, columns)
  if (rows.length === 0)
    return unmeasured(`all ${file.records} records are suppressed: all their quasi-identifiers are missing`)
  const released = releasedOf(file, rows)
  const part = population ? 0.5 : 1
  const { f } = countedFrequencies(released, columns, roles, params, (done) => tick(part * done))
  const sample = classSizes(f, released.counts)
  const counts = { records: file.records, suppressed: file.records - released.records, ...countsOf(sample) }
  const inFile = (measured: Measurement): Measurement => {
    if (own.rows === undefined || measured.records === undefined) return measured
    return { ...measured, records: overAllRecords(own.rows, measured.records, all.records) }
  }
  if (population) return inFile(countedUniques(input, file.data, population, rows, f, counts))
  const { measured, chance } = estimatedUniques(sample, populationSize(file, roles, params), counts)
  if (measured.value === null || file.counts) return measured
  const chances = f.map((count) => (count === 1 ? chance : 0))
  return inFile({ ...measured, records: overAllRecords(rows, chances, file.records) })
}

/** Returns a file with one record for each person, and its rows; the file itself if every record is a person. */
function onePerPerson(file: CountedFile, roles: Roles): { readonly file: CountedFile; readonly rows?: Int32Array } {
  const persons = personsOf(file.data, roles)
  if (!persons) return { file }
  const rows = firstOfPersons(persons)
  return { file: wholeFile(takeRows(file.data, rows)), rows }
}

function countsOf(sample: ClassSizes): Readonly<Record<string, number>> {
  return {
    counted: sample.n,
    classes: sample.u,
    'unique in the file': classesOfSize(sample, 1),
    'classes of two': classesOfSize(sample, 2),
  }
}

/** Returns the estimates of the models, and the probability that a unique of the file is one of the population. */
function estimatedUniques(
  sample: ClassSizes,
  N: number | string,
  counts: Readonly<Record<string, number>>,
): { readonly measured: Measurement; readonly chance: number } {
  const none = (reason: string, used: number, tables: ReadonlyMap<string, Dataset>) => ({
    measured: unmeasured(reason, used, tables),
    chance: 0,
  })
  if (typeof N === 'string') return none(N, 0, new Map([['records', figures(counts)]]))
  const uniques = classesOfSize(sample, 1)
  const fraction = sample.n / N
  const estimates = estimateUniques(sample, N)
  const chosen = dankarChoice(estimates, fraction)
  const given = estimates.flatMap(({ uniques: one }) => (one === null ? [] : [one]))
  const tables = new Map([
    [
      'estimates',
      table({
        model: estimates.map(({ model }) => model),
        uniques: Float64Array.from(estimates, ({ uniques: one }) => one ?? Number.NaN),
        'percent of the population': Float64Array.from(estimates, ({ uniques: one }) =>
          one === null ? Number.NaN : (100 * one) / N,
        ),
        'by the rule': estimates.map((one) => (one === chosen ? 'taken' : null)),
        'reason without': estimates.map(({ reason }) => reason),
      }),
    ],
    [
      'spread',
      figures({
        'least estimate': given.length > 0 ? Math.min(...given) : Number.NaN,
        'greatest estimate': given.length > 0 ? Math.max(...given) : Number.NaN,
      }),
    ],
    [
      'parameters',
      figures(
        Object.fromEntries(
          estimates.flatMap(({ model, parameters }) =>
            Object.entries(parameters).map(([name, value]) => [`${model}: ${name}`, value]),
          ),
        ),
      ),
    ],
    ['records', figures({ ...counts, 'records of the population': N, 'sampling fraction': fraction })],
  ])
  if (chosen?.uniques == null) return none('no model has an estimate', sample.n, tables)
  const chance = uniques === 0 ? 0 : Math.min(1, (chosen.uniques * fraction) / uniques)
  const warnings =
    sample.u >= sample.n && sample.n < N
      ? ['every record of the file is a sample unique, so the class sizes of the population are unknown']
      : []
  const measured: Measurement = {
    value: (100 * chosen.uniques) / N,
    used: sample.n,
    tables,
    ...(warnings.length > 0 && { warnings }),
  }
  return { measured, chance }
}

/** Counts the uniques in a given population. */
function countedUniques(
  { columns, roles, params, tick }: KeysInput<PopulationUniquesParams>,
  masked: Dataset,
  population: Dataset,
  rows: Int32Array,
  f: Float64Array,
  counts: Readonly<Record<string, number>>,
): Measurement {
  const records = figures(counts)
  const F = populationFrequencies(takeRows(masked, rows), population, columns, roles, params, (done) =>
    tick?.((1 + done) / 2),
  )
  if (typeof F === 'string') return unmeasured(F, 0, new Map([['records', records]]))
  if (population.rows === 0) return unmeasured('the population has no records', 0, new Map([['records', records]]))
  const inPopulation = keyFrequencies(population, columns, { ...roles, weight: undefined }, params).f
  const count = (values: Float64Array, holds: (value: number, i: number) => boolean): number =>
    values.reduce((sum, value, i) => sum + (holds(value, i) ? 1 : 0), 0)
  const uniques = count(inPopulation, (one) => one === 1)
  const notFound = count(F, (one) => one === 0)
  return {
    value: (100 * uniques) / population.rows,
    used: population.rows,
    records: overAllRecords(
      rows,
      F.map((one, i) => (one === 1 && f[i] === 1 ? 1 : 0)),
      masked.rows,
    ),
    tables: new Map([
      [
        'records',
        figures({
          ...counts,
          'records of the population': population.rows,
          'unique in the population': uniques,
          'records unique in the file and the population': count(F, (one, i) => one === 1 && f[i] === 1),
          'records not found in the population': notFound,
        }),
      ],
    ]),
    ...(notFound > 0 && {
      warnings: [`${notFound} of ${rows.length} records match no record of the population`],
    }),
  }
}
