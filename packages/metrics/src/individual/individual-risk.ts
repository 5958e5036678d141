/**
 * Individual risk: probability that an intruder is right who links a record of the sample to the person of the
 * population they look for.
 *
 * f is the number of records with the same keys as the record. F = Σ of their weights estimates the number of people in
 * the population with these keys; p = f/F. r = E(1/F | f) = pᶠ/f · ₂F₁(f, f; f + 1; 1 − p), r = 1/f if the file is the
 * population. Value = 100·mean r; Σr records are expected to be re-identified. With the role household, the mean of 1 −
 * Π(1 − r) over the members of the household. With the role person, f and F count persons, each with the largest r of
 * their records. Source: Benedetti & Franconi 1998; Franconi & Polettini 2004; the household: Templ, Kowarik & Meindl
 * 2015.
 */
import { defineMetric, noRoles, type Dataset, type Measurement, type Roles } from '@sdc/core'
import { sum } from '@sdc/stats'
import { figures, keyCodes, missingKeysParams, table, unmeasured } from '@sdc/toolkit'
import { type CountedFile, firstOfPersons, type Units, personsOf, worstOfPersons } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { classRisks } from './class-risks.js'
import { householdRisks, unevenHouseholds } from './household-risk.js'
import { individualRiskNotes } from './individual-risk-notes.js'
import { sampleDesign, samplingFractionParam } from './sample-weights.js'
import { metricOfKeys } from '../keys/metric-of-keys.js'
import { noKeys } from '../keys/per-column.js'
import { perturbedReads } from '../keys/perturbed-keys.js'
import { countedFrequencies, planKeys, weightsNeedRecords, type KeysInput } from '../keys/plan-keys.js'

const params = z.object({
  method: z
    .enum(['exact', 'approximate'])
    .default('exact')
    .meta({
      description:
        'Computation of r from f and p. exact: by its integral; approximate: by p/(f − 1 + p) above f = 2, which never ' +
        'underestimates.',
    }),
  samplingFraction: samplingFractionParam,
  ...missingKeysParams,
})

export const individualRiskMetric = defineMetric({
  ...metricOfKeys,
  id: 'risk/individual-risk',
  title: 'Individual risk',
  summary:
    'Mean probability that a sample record is re-identified by its quasi-identifiers, given the estimated number of ' +
    'people in the population who share them.',
  brief: [
    'It is the mean probability of a right re-identification, with the population in mind.',
    'It is an estimate that depends on the sampling weights.',
  ],
  formula:
    '100 · mean of r, of households 1 − Π(1 − r),  r = E(1/F | f) = p ∫₀¹ s^(f−1)/(p + (1 − p)s) ds,  p = f/Σ weights of the f records',
  honours: ['weight', 'household', 'person'],
  source: [
    { key: 'benedetti-franconi-1998', where: 'the model, and the approximation' },
    { key: 'franconi-polettini-2004', where: 'the risk as a hypergeometric function' },
    { key: 'templ-kowarik-meindl-2015', where: 'missing values, household risk, global risk' },
  ],
  notes: individualRiskNotes,
  high: {
    share: 0.1,
    meaning: 'an intruder who knows the quasi-identifiers re-identifies an expected {value} of the records',
  },
  share: 'records',
  cost: { time: 'O(n) a quasi-identifier; O(n·g) if values are missing in g patterns' },
  params,
  reads: perturbedReads,
  plan: (facts) => planKeys(facts, { whole: whyRecords(facts), perturbed: true, measure: measureIndividualRisk }),
})

type RiskParams = z.infer<typeof params>

function measureIndividualRisk(
  file: CountedFile,
  { columns, roles, params: asked, tick }: KeysInput<RiskParams>,
): Measurement {
  const masked = file.data
  const why = noKeys(columns, file.records)
  if (why !== undefined) return unmeasured(why)
  const persons = personsOf(masked, roles)
  const design = sampleDesign(masked, roles, asked.samplingFraction, persons)
  const counting = design.weights ? roles : { ...noRoles, person: roles.person }
  const counted = countedFrequencies(file, columns, counting, asked, tick)
  const { f, classes } = counted
  const estimated = counted.F ?? f.map((one) => one / design.fraction)
  const { risks, F, raised } = classRisks(counted, estimated, asked.method)
  const ofPersons = persons && {
    risks: worstOfPersons(persons, risks, 'greatest'),
    f: worstOfPersons(persons, f, 'least'),
    F: worstOfPersons(persons, F, 'least'),
  }
  const units = ofPersons ?? { risks, f, F }
  const house = ofHouseholds(masked, roles, units.risks, persons, design.weights)
  // Without weights all records of a class have the same risk, and are added up as one.
  const ofClass = (values: Float64Array): Float64Array => Float64Array.from(classes.firsts, (i) => values[i])
  const found =
    persons || design.weights
      ? { ...units, sizes: new Float64Array(units.risks.length).fill(1) }
      : { risks: ofClass(risks), f: ofClass(f), F: ofClass(F), sizes: Float64Array.from(counted.sizes) }
  const ofHouse = house && (persons ? Float64Array.from(persons.ofRecord, (id) => house.risks[id]) : house.risks)
  return {
    ...riskMeasurement(found, persons ? 'persons' : 'records', house),
    ...(!file.counts && {
      records: ofHouse ?? risks,
      recordColumns: table({ f, F, risk: risks, ...(ofHouse && { household: ofHouse }) }),
    }),
    ...warned([...design.warnings, ...raisedWarning(raised), ...(house?.warnings ?? [])]),
  }
}

/** Warns of classes whose weights are below their number of records. */
function raisedWarning(raised: number): string[] {
  if (raised === 0) return []
  const whose = raised === 1 ? 'one record is in a class' : `${raised} records are in classes`
  return [`${whose} whose weights sum to less than the records: the population counts as these records, r = 1/f`]
}

/** Returns the reason why these files must be in memory. */
function whyRecords({ masked, roles, params: { samplingFraction } }: KeysInput<RiskParams>): string | undefined {
  if (roles.household !== undefined && masked.names.includes(roles.household))
    return `the members of a household (column "${roles.household}") may be anywhere in the file`
  return samplingFraction === undefined ? weightsNeedRecords(masked, roles) : undefined
}

/** Records, persons, or classes of records with the same risk. */
interface FoundRisks {
  readonly risks: Float64Array
  readonly f: Float64Array
  readonly F: Float64Array
  /** Number of records or persons in each. */
  readonly sizes: Float64Array
}

type Unit = 'records' | 'persons'

function riskMeasurement(found: FoundRisks, unit: Unit, house?: HouseholdRisks): Measurement {
  const n = sum(found.sizes)
  return {
    value: 100 * Math.min(1, (house ? sum(house.risks) : sumOfRisks(found)) / n),
    used: n,
    ...(unit === 'persons' && { unit }),
    tables: new Map([
      ['global', globalFigures(found, n, unit, house)],
      ['thresholds', thresholdTable(found, n, unit, house?.risks)],
    ]),
  }
}

function sumOfRisks({ risks, sizes }: FoundRisks): number {
  return sum(risks.map((risk, k) => risk * sizes[k]))
}

function warned(warnings: readonly string[]): Pick<Measurement, 'warnings'> {
  return warnings.length > 0 ? { warnings } : {}
}

interface HouseholdRisks {
  readonly risks: Float64Array
  /** A record or person without a household is its own household. */
  readonly count: number
  readonly warnings: readonly string[]
}

/** Computes the risks of the households; undefined without any. */
function ofHouseholds(
  masked: Dataset,
  roles: Roles,
  risks: Float64Array,
  persons: Units | undefined,
  weights: Float64Array | undefined,
): HouseholdRisks | undefined {
  const name = masked.names.find((one) => one === roles.household)
  if (name === undefined) return undefined
  const ofRecords = keyCodes(masked.column(name))
  // A person belongs to the household of their first record.
  const codes = persons ? firstOfPersons(persons).map((row) => ofRecords[row]) : ofRecords
  const uneven = weights ? unevenHouseholds(weights, ofRecords) : 0
  const what = uneven === 1 ? '1 household has' : `${uneven} households have`
  const alone = codes.reduce((count, code) => (code < 0 ? count + 1 : count), 0)
  const found = new Set(codes)
  found.delete(-1)
  return {
    risks: householdRisks(risks, codes),
    count: found.size + alone,
    warnings: uneven > 0 ? [`${what} members with different weights: F uses each member's own weight`] : [],
  }
}

/** Returns the figures for the whole file. */
function globalFigures(found: FoundRisks, n: number, unit: Unit, house?: HouseholdRisks): Dataset {
  const total = sumOfRisks(found)
  const least = (values: Float64Array): number =>
    values.reduce((so, one) => Math.min(so, one), Number.POSITIVE_INFINITY)
  return figures({
    [unit]: n,
    'expected re-identifications': total,
    [`expected re-identifications, percent of the ${unit}`]: (100 * total) / n,
    'greatest risk': found.risks.reduce((most, one) => Math.max(most, one), 0),
    'least f': least(found.f),
    'least F': least(found.F),
    ...(house && {
      households: house.count,
      [`${unit} expected in a household with a re-identified member`]: sum(house.risks),
      [`the same, percent of the ${unit}`]: (100 * sum(house.risks)) / n,
    }),
  })
}

const thresholds = [0.001, 0.01, 0.05, 0.1, 0.2, 0.5]

/** Counts the records with a risk above each of some thresholds. */
function thresholdTable({ risks, sizes }: FoundRisks, n: number, unit: Unit, house?: Float64Array): Dataset {
  const above = (values: Float64Array, of: (k: number) => number): Float64Array =>
    Float64Array.from(thresholds, (limit) => values.reduce((count, one, k) => (one > limit ? count + of(k) : count), 0))
  const count = above(risks, (k) => sizes[k])
  return table({
    'risk above': Float64Array.from(thresholds),
    [unit]: count,
    [`percent of the ${unit}`]: count.map((one) => (100 * one) / n),
    ...(house && { [`${unit} by household risk`]: above(house, () => 1) }),
  })
}
