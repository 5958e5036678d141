/**
 * Loss of structure by families: distributions, relations, information and models of quasi-identifiers and confidential columns.
 *
 * Weighted mean Σ w·loss/Σ w of the families with a value: value-margins 1, key-margins 2, key-information ½, value-relations 1,
 * key-relations ½, cross-relations 1, models 1, each in percent. Other metrics read their family from its tables.
 * Source: this project.
 */
import { defineMetric, type Dataset, type MeasureInput, type Measurement, type PrepareInput } from '@sdc/core'
import { table, unknownOrigin, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import {
  families,
  familyLosses,
  structureReference,
  type FamilyLosses,
  type StructureReference,
} from './family-losses.js'
import { marginLoss } from './margins.js'
import { shareLost } from './pair-relations.js'
import { purposeLoss, purposeWeights } from './purposes.js'

const params = z.object({
  models: z.boolean().default(true).meta({
    description: 'True to fit regressions of up to three confidential numbers; without it, models have no value.',
  }),
})

/** Fields shared by all losses of the quasi-identifiers and confidential columns. */
export const lossOfRoles = {
  kind: 'loss',
  accepts: ['numeric', 'ordered', 'nominal'],
  of: 'keys and confidential',
  files: 'whole',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  costly: true,
  atIdentity: 0,
} as const

export const structureMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/structure',
  title: 'Loss of structure',
  summary:
    'Weighted mean of the losses of distributions, relations, information and models of the quasi-identifiers and confidential columns.',
  brief: [
    '0 % means that distributions and relations are as before.',
    'It is a mean of parts: look at those that your users need.',
  ],
  formula:
    'Σ w·loss/Σ w: value-margins 1, key-margins 2, key-information ½, value-relations 1, key-relations ½, cross-relations 1, models 1',
  source: [{ where: 'This project: weights for analyses of the whole file' }],
  notes: [
    {
      topic: 'choices',
      text:
        'An analyst replaces a coarse or blank cell of a quasi-identifier by a draw from its possible values, by the ' +
        'exact cells of the release. Statistics are computed from this view. Missing cells stay missing where the ' +
        'original has missing values.',
    },
    {
      topic: 'choices',
      text:
        'A column of more than 40 categories is recoded to the first level of its hierarchy with at most 40 classes. ' +
        'Without a hierarchy, a confidential column has its 39 most frequent categories and one class of all others; a ' +
        'quasi-identifier is omitted, with a warning. The mean omits families without a value.',
    },
    {
      topic: 'interpretation',
      text:
        'The table families has every family with its weight; the tables margins, pairs, models and information have the ' +
        'losses by column. The metrics of single families, such as loss/key-margins, have the same numbers.',
    },
    {
      topic: 'limits',
      text: 'Losses of single records do not count: see loss/closeness and loss/records.',
    },
    {
      topic: 'missing',
      text: 'A relation omits records that lack one of its two columns; models omit records that lack any column.',
    },
  ],
  needsOrigin: true,
  cost: { time: 'O(np²)' },
  params,
  prepare: (input) => prepare(input),
  needsFile: () => ({
    why:
      'it compares ranks and sorted values of whole columns; loss/hellinger, loss/correlation and ' +
      'loss/contingency-tables run out of core',
  }),
  plan: () => ({ form: 'file', measure }),
})

type StructureParams = z.infer<typeof params>

function prepare(input: PrepareInput<StructureParams>): StructureReference {
  return structureReference(input, input.params.models)
}

function measure(input: MeasureInput<StructureParams>): Measurement {
  const { masked, origin, rng } = input
  const reference = (input.prepared as StructureReference | undefined) ?? prepare(input)
  const found = familyLosses(reference, input, rng)
  const percents = new Map(
    families.map((family) => {
      const loss = found.losses[family]
      return [family as string, loss === null ? null : 100 * loss]
    }),
  )
  const tables = tablesOf(found, percents)
  const { value } = purposeLoss(percents, purposeWeights.statistics)
  const warnings = warningsOf(reference, masked)
  const said = warnings.length > 0 && { warnings }
  if (reference.disclosed.size > 0 && origin.every((row) => row < 0))
    return { ...unmeasured(unknownOrigin(), 0, tables), ...said }
  if (value === null) return { ...unmeasured('no column has statistics to compare', 0, tables), ...said }
  return { value, used: masked.rows, tables, ...said }
}

function warningsOf({ columns, tooFine }: StructureReference, masked: Dataset): string[] {
  const gone = columns.filter(({ name }) => !masked.names.includes(name)).map(({ name }) => name)
  return [
    ...(gone.length > 0 ? [`omitted columns that the masked file lacks: ${gone.join(', ')}`] : []),
    ...(tooFine.length > 0
      ? [`omitted columns with more than 40 categories and no hierarchy: ${tooFine.join(', ')}`]
      : []),
  ]
}

function tablesOf(found: FamilyLosses, percents: ReadonlyMap<string, number | null>): Map<string, Dataset> {
  const weights: Readonly<Record<string, number>> = purposeWeights.statistics
  const { margins, pairs, models, information, distances } = found
  const numbers = <T>(rows: readonly T[], value: (row: T) => number | null): Float64Array =>
    Float64Array.from(rows, (row) => value(row) ?? Number.NaN)
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
  return new Map([
    [
      'families',
      table({
        family: [...families],
        percent: numbers(families, (family) => percents.get(family) ?? null),
        weight: numbers(families, (family) => weights[family] ?? 0),
      }),
    ],
    [
      'margins',
      table({
        column: margins.map(({ reference }) => reference.name),
        role: margins.map(({ reference }) => (reference.isKey ? 'quasi-identifier' : 'confidential')),
        percent: numbers(margins, ({ change }) => 100 * marginLoss(change)),
        'Kolmogorov distance': numbers(margins, ({ change }) => change.ks),
        'mean shift in sd': numbers(margins, ({ change }) => change.mean),
        'log sd ratio': numbers(margins, ({ change }) => change.logSd),
        'point masses': numbers(margins, ({ change }) => change.points),
        'total variation': numbers(margins, ({ change }) => change.tvd),
      }),
    ],
    [
      'pairs',
      table({
        family: pairs.map(({ family }) => family),
        column: pairs.map(({ first }) => first),
        with: pairs.map(({ second }) => second),
        association: numbers(pairs, ({ changes }) => mean(changes.map((one) => one.association))),
        change: numbers(pairs, ({ changes }) => mean(changes.map((one) => one.change))),
        percent: numbers(pairs, ({ changes }) => {
          const lost = shareLost(changes)
          return lost === null ? null : 100 * lost
        }),
      }),
    ],
    [
      'models',
      table({
        column: models.map(({ name }) => name),
        form: models.map(({ form }) => form),
        percent: numbers(models, ({ loss }) => 100 * loss),
        R2: numbers(models, ({ r2 }) => r2),
        'R2 of the masked file': numbers(models, ({ ownR2 }) => ownR2),
        'R2 of its predictions': numbers(models, ({ predictedR2 }) => predictedR2),
      }),
    ],
    [
      'information',
      table({
        column: [...information.keys()],
        percent: numbers([...information.values()], (told) => 100 * (1 - told)),
      }),
    ],
    [
      'closeness',
      table({
        column: [...distances.keys()],
        percent: numbers([...distances.values()], (distance) => (distance === null ? null : 100 * distance)),
      }),
    ],
  ])
}
