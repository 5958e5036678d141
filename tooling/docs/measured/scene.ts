import { categorical, dataset, numericValues, type Column, type Dataset, type Metric, type Registry } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { mask, usualGrid, type Masked } from '@sdc/engine'

/** Masked columns of census.csv, and the column on which conditional methods condition. */
export const numbers = ['AGI', 'EMCONTRB', 'FICA', 'TAXINC'] as const
const given = ['PTOTVAL']

/** Quasi-identifiers: further columns in classes of equal numbers of records. */
export const keys = ['class of WSALVAL', 'class of STATETAX', 'class of POTHVAL'] as const

/** Returns census.csv with three columns of classes. */
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

/** Methods and metrics without a picture, since census.csv has neither dates nor ids. */
export const notShown: ReadonlySet<string> = new Set(['dates/shift', 'identifiers/pseudonym', 'risk/date-intervals'])

/** A masked file of a comparison. */
export interface Candidate {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Additional settings of pictures: classes of numbers are drawn at their middles. */
const alsoSet: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'coding/global-recode': { represent: 'midpoint' },
}

/** Returns the default values of the first parameter that has some. */
export const gridOf = (registry: Registry, id: string): readonly Candidate[] =>
  usualGrid(registry.get('methods', id)).map((params) => ({ method: id, params: { ...params, ...alsoSet[id] } }))

/** Methods that accept numbers, but are mostly used for quasi-identifiers. */
const ofKeys = new Set(['coding/k-anonymous-recode', 'coding/local-suppression', 'microaggregation/categorical'])

/** Returns the columns that a method masks here. */
export function columnsOf(registry: Registry, id: string): readonly string[] {
  const { accepts } = registry.get('methods', id).traits
  return accepts.includes('numeric') && !ofKeys.has(id) ? numbers : keys
}

/** Returns the steps before a step that needs a masked file. */
function before(registry: Registry, id: string): readonly string[] {
  const { traits } = registry.get('methods', id)
  if (!traits.postMasking) return []
  if (traits.permutes) return ['swapping/rank-swap']
  return [id === 'reverse-map/clusters' ? 'microaggregation/mdav' : 'noise/additive']
}

/** Returns a masked file, with the same random numbers every time. */
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

/** Methods whose files the metrics are measured on, for numbers and for quasi-identifiers. */
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

/** Axes of the map for each. */
export const axes = {
  numbers: { risk: 'risk/dr-combine', loss: 'loss/il-score' },
  keys: { risk: 'risk/key-linkage', loss: 'loss/key-information' },
} as const

/** Returns the scenes in which a metric may show something, the better one first. */
export const scenesOf = ({ of, accepts }: Metric): readonly Scene[] =>
  of === 'keys' || !accepts.includes('numeric') ? ['keys'] : ['numbers', 'keys']

/** Settings that a metric needs for a value. */
export const settingsOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'loss/confidence-overlap': { formula: 'TAXINC ~ AGI + FICA' },
  'risk/population-uniques': { samplingFraction: 0.1 },
}
