/**
 * t-closeness: distance of the sensitive values of the records that share the keys of a record from those of the file.
 *
 * t_i is the earth mover's distance between q, the shares of the sensitive values among the records that match record i
 * in every key, including itself, and p, their shares in the whole file. equal: ½Σ|q − p|. ordered, for m values in
 * their order: Σ_i |Σ_(j ≤ i) (q_j − p_j)|/(m − 1). hierarchical: Σ over the categories N of a taxonomy of height(N)/H
 * · min(excess of the values below N, deficit of these). value = 100·|{i : t_i > t in any sensitive column}|/n. Source:
 * Li, Li & Venkatasubramanian 2007.
 */
import { defineMetric, kindOf, SdcError, type Column, type Measurement } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { missingKeysParams, sensitiveValues, table, unmeasured, type SensitiveValues } from '@sdc/toolkit'
import type { CountedFile } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { ofMatchingRecords, unitsOf, type KeyedFile } from './matching-records.js'
import { keysAndSensitive, planSensitive, sensitiveColumns, sensitiveParam } from './sensitive-columns.js'
import {
  atRiskByAny,
  classFigures,
  keysOf,
  overRecords,
  unitsWhere,
  worstOfColumns,
  type ColumnFound,
} from './per-column.js'
import { taxonomyHeights } from './taxonomy-heights.js'
import { equalDistance, hierarchicalDistance, orderedDistance, type ValueDistance } from './value-distance.js'
import { metricOfKeys } from './metric-of-keys.js'
import type { KeysInput } from './plan-keys.js'

/** Tolerance: a distance of exactly t is close enough, but may be larger by rounding. */
const SLACK = 1e-12

const params = z.object({
  t: z.number().min(0).max(1).default(0.2).meta({
    description:
      'A record is at risk if the distance of its confidential values from those of the file is above this limit.',
    unit: 'share of the greatest distance',
  }),
  distance: z
    .enum(['auto', 'equal', 'ordered', 'hierarchical'])
    .default('auto')
    .meta({
      description:
        'Distance of two values. equal: the same for all. ordered: number of steps between them. hierarchical: height of ' +
        'their lowest common category in the hierarchy. auto: ordered for numbers and ordered categories, hierarchical ' +
        'for a column with a hierarchy, else equal.',
    }),
  sensitive: sensitiveParam,
  ...missingKeysParams,
})

export const tClosenessMetric = defineMetric({
  ...metricOfKeys,
  id: 'risk/t-closeness',
  title: 't-closeness',
  summary: 'Share of records whose class differs from the file in its confidential values by more than t.',
  brief: [
    '0 % means that no class differs from the file by more than t.',
    'It is strict: small classes differ by chance.',
  ],
  formula:
    '100 · share{i : t_i > t},  t_i = distance(q_i, p);  equal: ½Σ|q − p|;  ordered: Σ_i|Σ_{j≤i}(q_j − p_j)|/(m − 1);  ' +
    'hierarchical: Σ_N height(N)/H · min(too much, too little)',
  honours: ['person'],
  source: [{ key: 'li-li-venkatasubramanian-2007', where: 't-closeness' }],
  notes: [
    {
      topic: 'limits',
      text:
        'The value is a share of records. The table has the greatest distance, which decides whether a file is t-close, ' +
        'with the least and the mean over records. The number of a record is the greatest over the confidential columns.',
    },
    {
      topic: 'limits',
      text:
        'Quasi-identifiers are the columns with that role. Confidential columns are those with the role confidential, or ' +
        'those in the parameter sensitive. With several, a record is at risk if any of them is.',
    },
    {
      topic: 'limits',
      text:
        'The steps of ordered are between occurring values, not between the levels of a schema. For numbers they are ' +
        'ranks, not differences: 1, 2 and 1,000 are one step apart. Text needs an order in a schema.',
    },
    {
      topic: 'limits',
      text:
        "The height of a hierarchy's category is the longest way down to a value; H is the height of the top. If several " +
        'categories are at the top, a common one is added above them. A category that is itself a value hangs below ' +
        'itself.',
    },
    {
      topic: 'limits',
      text:
        'A class of one record is far from the file, for any value. A distance of 0 says that the quasi-identifiers ' +
        'disclose nothing; it does not say that the file discloses nothing.',
    },
    {
      topic: 'missing',
      text: 'The values of a record are those of all matching records. wildcard: a missing quasi-identifier matches every value. own-level: missing ones only. never: nothing, so the record is alone. share: as wildcard, and a record with a missing one counts `share` for those that do not lack the same. With missing ones the sets of two records overlap. p has every record once, including those with missing ones.',
    },
    {
      topic: 'missing',
      text:
        'Records without a confidential value share one value, missing. Its position: equally far from all others for ' +
        'equal, the last in the order for ordered, directly below the top for hierarchical.',
    },
    {
      topic: 'interpretation',
      text:
        "If a column has the role person, each of a person's m records in a class counts 1/m, and the value is the share " +
        'of persons with a record at risk. With missing quasi-identifiers, a person with records in several matching ' +
        'classes counts once in each. The shares of the file are means over persons.',
    },
    { topic: 'ties', text: 'A distance counts as t if it is at most 1e-12 above.' },
  ],
  high: {
    share: 0.25,
    meaning: 'the quasi-identifiers of {value} of the records disclose much about their confidential values',
  },
  params,
  cost: {
    time: 'O(n log n) a column; with missing quasi-identifiers in g patterns O(g · classes), and the sizes of the sets',
  },
  share: 'records',
  reads: (facts) => keysAndSensitive(facts, 'risk/t-closeness'),
  plan: (facts) => planSensitive(facts, 'risk/t-closeness', tCloseness),
})

type TClosenessParams = z.infer<typeof params>
type Distance = Exclude<TClosenessParams['distance'], 'auto'>

function tCloseness(file: CountedFile, { tick, ...asked }: KeysInput<TClosenessParams>): Measurement {
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
      tick?.((k + done) / names.length),
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
        'confidential columns',
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

/** Returns the required distance, if the column has it. */
function distanceFor(name: string, column: Column, asked: TClosenessParams['distance']): Distance {
  const hasTaxonomy = column.kind === 'categorical' && column.taxonomy !== undefined
  const hasOrder = kindOf(column) !== 'nominal'
  if (asked === 'auto') return hasTaxonomy ? 'hierarchical' : hasOrder ? 'ordered' : 'equal'
  const place = { metric: 'risk/t-closeness', parameter: 'distance', column: name }
  if (asked === 'ordered' && !hasOrder) {
    const message = `the categories of column "${name}" have no order, which distance: ordered needs`
    const fix = 'Declare the levels in order in a schema (levels, ordered: true).'
    throw new SdcError('NOT_ORDERED', message, place, fix)
  }
  if (asked === 'hierarchical' && !hasTaxonomy) {
    const message = `column "${name}" has no hierarchy, which distance: hierarchical needs`
    throw new SdcError('BAD_PARAMETER', message, place, 'Declare a hierarchy in a schema, or choose another distance.')
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
