import { categorical, dataset, numericValues, type Column, type Dataset, type Metric, type Registry } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { mask, usualGrid, type Masked } from '@sdc/engine'

/** Columns of census.csv that are masked, and the column that conditional methods mask by. */
export const numbers = ['AGI', 'EMCONTRB', 'FICA', 'TAXINC'] as const
const given = ['PTOTVAL']

/** Quasi-identifiers: classes of further columns, each of equally many records. */
export const keys = ['class of WSALVAL', 'class of STATETAX', 'class of POTHVAL'] as const

/** census.csv with three columns of classes. */
export function file(): Dataset {
  const data = census()
  const classes = [10, 8, 6]
  return dataset([
    ...data.names.map((name) => [name, data.column(name)] as const),
    ...keys.map((key, i) => [key, classesOf(numericValues(data, key.slice('class of '.length)), classes[i])] as const),
  ])
}

function classesOf(values: Float64Array, count: number): Column {
  const sorted = Float64Array.from(values).sort()
  const ends = Array.from({ length: count - 1 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / count)])
  const levels = Array.from({ length: count }, (_, i) => String(i + 1))
  return categorical(
    Array.from(values, (value) => levels[ends.filter((end) => value >= end).length]),
    levels,
  )
}

/** Roles of the columns. */
export const roles = Object.fromEntries([
  ...keys.map((name) => [name, 'quasi-identifier'] as const),
  ...numbers.map((name) => [name, 'confidential'] as const),
])

/** Methods and metrics that census.csv shows nothing of: it has neither dates nor ids. */
export const notShown: ReadonlySet<string> = new Set(['dates/shift', 'identifiers/pseudonym', 'risk/date-intervals'])

/** A masked file of a comparison. */
export interface Candidate {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Settings of pictures: classes of numbers are drawn at their middles. */
const alsoSet: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'coding/global-recode': { represent: 'midpoint' },
}

/** Values of the first parameter that has usual ones. */
export const gridOf = (registry: Registry, id: string): readonly Candidate[] =>
  usualGrid(registry.get('methods', id)).map((params) => ({ method: id, params: { ...params, ...alsoSet[id] } }))

/** Methods of numbers, too, that are mostly used for quasi-identifiers. */
const ofKeys = new Set(['coding/k-anonymous-recode', 'coding/local-suppression', 'microaggregation/categorical'])

/** The columns that a method masks here. */
export function columnsOf(registry: Registry, id: string): readonly string[] {
  const { accepts } = registry.get('methods', id).traits
  return accepts.includes('numeric') && !ofKeys.has(id) ? numbers : keys
}

/** The steps before one that works on a masked file. */
function before(registry: Registry, id: string): readonly string[] {
  const { traits } = registry.get('methods', id)
  if (!traits.postMasking) return []
  if (traits.permutes) return ['swapping/rank-swap']
  return [id === 'reverse-map/clusters' ? 'microaggregation/mdav' : 'noise/additive']
}

/** A masked file, with the same random numbers every time. */
export function masked(registry: Registry, data: Dataset, { method: id, params }: Candidate): Promise<Masked> {
  const conditions = { unused: undefined, optional: undefined, required: given, keys }
  const settings = {
    registry,
    roles,
    columns: columnsOf(registry, id),
    given: conditions[registry.get('methods', id).traits.given],
    seed: 'docs',
  }
  return mask(data, [...before(registry, id), [id, params]], settings)
}

/** Methods whose files the metrics are measured on: of numbers, and of quasi-identifiers. */
export const compared = {
  numbers: [
    'noise/additive',
    'noise/multiplicative',
    'microaggregation/mdav',
    'microaggregation/individual-ranking',
    'swapping/rank-swap',
    'copula/data-shuffling',
  ],
  keys: ['coding/k-anonymous-recode', 'coding/local-suppression', 'microaggregation/categorical', 'categorical/pram'],
} as const

export type Scene = keyof typeof compared

/** The axes of the map of each. */
export const axes = {
  numbers: { risk: 'risk/dr-combine', loss: 'loss/il-score' },
  keys: { risk: 'risk/key-linkage', loss: 'loss/key-information' },
} as const

/** Scenes in which a metric may show something, the better one first. */
export const scenesOf = ({ of, accepts }: Metric): readonly Scene[] =>
  of === 'keys' || !accepts.includes('numeric') ? ['keys'] : ['numbers', 'keys']

/** Settings without which a metric has no value. */
export const settingsOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'loss/confidence-overlap': { formula: 'TAXINC ~ AGI + FICA' },
  'risk/population-uniques': { samplingFraction: 0.1 },
}
