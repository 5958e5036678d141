/**
 * t-closeness: how far the sensitive values of the records that share the keys of a record are from those of the file.
 *
 * t_i is the earth mover's distance between q, the shares of the sensitive values among the records that match record i
 * in every key, itself included, and p, their shares in the whole file. equal: ½Σ|q − p|. ordered, for m values in their
 * order: Σ_i |Σ_(j ≤ i) (q_j − p_j)|/(m − 1). hierarchical: Σ over the categories N of a taxonomy of
 * height(N)/H · min(what those below have too much of, what they have too little of).
 * value = 100·|{i : t_i > t in any sensitive column}|/n.
 * Source: Li, Li & Venkatasubramanian 2007.
 */
import { defineMetric, kindOf, SdcError, type Column, type Measurement, type MeasureInput } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { missingKeysParams, sensitiveValues, table, unmeasured, type SensitiveValues } from '@sdc/toolkit'
import type { CountedFile } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { ofMatchingRecords, unitsOf, type KeyedFile } from './matching-records.js'
import { sensitiveInParts } from './keys-in-parts.js'
import {
  atRiskByAny,
  classFigures,
  keysOf,
  overRecords,
  unitsWhere,
  worstOfColumns,
  type ColumnFound,
} from './per-column.js'
import { sensitiveColumns, sensitiveParam } from './sensitive-columns.js'
import { taxonomyHeights } from './taxonomy-heights.js'
import { equalDistance, hierarchicalDistance, orderedDistance, type ValueDistance } from './value-distance.js'
import { metricOfKeys } from './metric-of-keys.js'

/** A distance of exactly t is close enough, and may come out above it by rounding. */
const SLACK = 1e-12

const params = z.object({
  t: z.number().min(0).max(1).default(0.2).meta({
    description: 'A record is at risk where the distance of its sensitive values from those of the file is above this.',
    unit: 'share of the greatest distance',
  }),
  distance: z
    .enum(['auto', 'equal', 'ordered', 'hierarchical'])
    .default('auto')
    .meta({
      description:
        'How far two values are apart. equal: all the same; ordered: by the steps between them; hierarchical: by the ' +
        'height of the lowest category of the taxonomy above both; auto: ordered for numbers and ordered categories, ' +
        'hierarchical where a column has a taxonomy, else equal.',
    }),
  sensitive: sensitiveParam,
  ...missingKeysParams,
})

export const tClosenessMetric = defineMetric({
  ...metricOfKeys,
  id: 'risk/t-closeness',
  title: 't-closeness',
  summary: 'The share of records whose keys tell more of the sensitive values than the file as a whole does.',
  formula:
    '100 · share{i : t_i > t},  t_i = distance(q_i, p);  equal: ½Σ|q − p|;  ordered: Σ_i|Σ_{j≤i}(q_j − p_j)|/(m − 1);  ' +
    'hierarchical: Σ_N height(N)/H · min(too much, too little)',
  honours: ['person'],
  source: [{ key: 'li-li-venkatasubramanian-2007', where: 't-closeness' }],
  notes: [
    {
      topic: 'limits',
      text:
        'The value is a share of records. The greatest distance, by which a file is t-close or not, is in the table, with the ' +
        'least and the mean over records. The number of a record is the greatest over the sensitive columns.',
    },
    {
      topic: 'limits',
      text:
        'The keys are the columns with the role quasi-identifier, the sensitive columns those with the role confidential, ' +
        'or those that the parameter sensitive names. Where there are several, a record is at risk that is so in any of them.',
    },
    {
      topic: 'limits',
      text:
        'The steps of ordered are between the values that occur, not between the levels that a schema names, and those of ' +
        'numbers are ranks, not differences: 1, 2 and 1,000 are one step apart. Text has no order without a schema.',
    },
    {
      topic: 'limits',
      text:
        'A category of a taxonomy is as high as the longest way down to a value; H is the height of the top. Where several ' +
        'categories are at the top, one more stands above them. A category that is itself a value hangs below itself.',
    },
    {
      topic: 'limits',
      text:
        'A class of one record is far from the file, whatever its value is. A distance of 0 says that the keys tell nothing; ' +
        'it does not say that the file tells nothing.',
    },
    {
      topic: 'missing',
      text:
        'The values of a record are those of all records that match it: wildcard, a missing key matches every value; ' +
        'own-level, missing ones only; never, nothing, so that the record is alone; share, as wildcard, and a record with a ' +
        'missing key counts `share` for those that do not lack the same. Where keys are missing the sets of two records overlap. p has every record ' +
        'once, those with missing keys among them.',
    },
    {
      topic: 'missing',
      text:
        'Records without a sensitive value have one value in common, missing: equally far from all others for equal, the ' +
        'last in the order for ordered, directly below the top for hierarchical.',
    },
    {
      topic: 'interpretation',
      text:
        'Where a column has the role person, each of the m records that a person has in a class counts 1/m, and the value is the share of persons ' +
        'with a record at risk. Where keys are missing, a person with records in several classes that match counts once in each. The shares of the file are means over persons.',
    },
    { topic: 'ties', text: 'A distance counts as t where it is no more than 1e-12 above.' },
  ],
  high: { share: 0.25, meaning: 'the keys of {value} of the records tell much of their sensitive values' },
  params,
  cost: { time: 'O(n log n) a column; with keys missing in g ways O(g · classes), and the sizes of the sets' },
  share: 'records',
  measure: (input) => tCloseness({ data: input.masked, records: input.masked.rows }, input, input.tick),
  streamed: () => sensitiveInParts('risk/t-closeness', tCloseness),
})

type TClosenessParams = z.infer<typeof params>
type Distance = Exclude<TClosenessParams['distance'], 'auto'>

function tCloseness(
  file: CountedFile,
  asked: Pick<MeasureInput<TClosenessParams>, 'masked' | 'columns' | 'roles' | 'params'>,
  tick: (fraction: number) => void = () => {},
): Measurement {
  const { params } = asked
  const keyed = keysOf(file, asked.columns, asked.roles)
  if (typeof keyed === 'string') return unmeasured(keyed)
  const names = sensitiveColumns(asked, 'risk/t-closeness')
  if (typeof names === 'string') return unmeasured(names)
  const distances = names.map((name) => distanceFor(name, file.data.column(name), params.distance))
  const figures: ReturnType<typeof overRecords>[] = []
  const found = names.map((name, k): ColumnFound => {
    const column = file.data.column(name)
    const values = sensitiveValues(column)
    const {
      found: [sets],
      records,
      setOf,
    } = ofMatchingRecords(keyed, values, params, [valueDistance(name, column, values, distances[k], keyed)], (done) =>
      tick((k + done) / names.length),
    )
    figures.push(overRecords(sets, records))
    const above = sets.map((t) => (t > params.t + SLACK ? 1 : 0))
    return {
      name,
      records: Float64Array.from(setOf, (set) => sets[set]),
      atRisk: Uint8Array.from(setOf, (set) => above[set]),
    }
  })
  const n = unitsOf(keyed)
  const unit = keyed.persons ? 'persons' : 'records'
  const above = found.map(({ atRisk }) => unitsWhere(keyed, (i) => atRisk[i] === 1))
  return {
    value: (100 * atRiskByAny(found, keyed)) / n,
    used: n,
    ...(keyed.persons && { unit: 'persons' as const }),
    columns: new Map(names.map((name, k) => [name, (100 * above[k]) / n])),
    ...(!file.counts && { records: worstOfColumns(found, 'greatest', file.records) }),
    ...(!file.counts &&
      names.length > 1 && {
        recordColumns: table(Object.fromEntries(found.map(({ name, records }) => [`${name}: t`, records]))),
      }),
    tables: new Map([
      [
        'sensitive columns',
        table({
          column: names,
          distance: distances,
          [`${unit} above t`]: Float64Array.from(above),
          [`of ${unit}`]: new Float64Array(names.length).fill(n),
          percent: Float64Array.from(above, (count) => (100 * count) / n),
          'least t': Float64Array.from(figures, ({ least }) => least),
          'greatest t': Float64Array.from(figures, ({ greatest }) => greatest),
          [`mean t over ${unit}`]: Float64Array.from(figures, ({ mean }) => mean),
        }),
      ],
      ['classes', classFigures(keyed, params)],
    ]),
  }
}

/** What is asked for, where the column has it. */
function distanceFor(name: string, column: Column, asked: TClosenessParams['distance']): Distance {
  const hasTaxonomy = column.kind === 'categorical' && column.taxonomy !== undefined
  const hasOrder = kindOf(column) !== 'nominal'
  if (asked === 'auto') return hasTaxonomy ? 'hierarchical' : hasOrder ? 'ordered' : 'equal'
  const place = { metric: 'risk/t-closeness', parameter: 'distance', column: name }
  if (asked === 'ordered' && !hasOrder) {
    const message = `the categories of column "${name}" have no order, which distance: ordered needs`
    const fix = 'Give its levels in their order in a schema (levels, ordered: true): the alphabet is no order.'
    throw new SdcError('NOT_ORDERED', message, place, fix)
  }
  if (asked === 'hierarchical' && !hasTaxonomy) {
    const message = `column "${name}" has no taxonomy, which distance: hierarchical needs`
    throw new SdcError('BAD_PARAMETER', message, place, 'Give it one in a schema, or choose another distance.')
  }
  return asked
}

function valueDistance(
  name: string,
  column: Column,
  values: SensitiveValues,
  distance: Distance,
  keyed: KeyedFile,
): ValueDistance {
  const { counts, persons } = keyed
  const p = new Float64Array(values.levels)
  const sizes = persons && keyClasses([persons.ofRecord]).sizes
  for (let i = 0; i < values.codes.length; i++)
    p[values.codes[i]] += persons && sizes ? 1 / sizes[persons.ofRecord[i]] : counts ? counts[i] : 1
  for (let value = 0; value < p.length; value++) p[value] /= unitsOf(keyed)
  if (distance === 'equal') return equalDistance(p)
  if (distance === 'ordered' || column.kind === 'numeric') return orderedDistance(p)
  return hierarchicalDistance(p, taxonomyHeights(column, values, { metric: 'risk/t-closeness', column: name }))
}
