import { BLOCK, createRegistry, dataset, fillByBlocks, numeric, seededRng, type Column, type Metric } from '@sdc/core'
import type { Measured } from '../../measure/measure.js'
import type { MetricPlan } from '../../plan/plan.js'
import standard from '@sdc/standard'

/** Two files of two blocks with various difficulties, and their measurements. */
export const ROWS = BLOCK + 500
export const registry = createRegistry().use(standard).freeze()

const drawn = (name: string): Float64Array =>
  fillByBlocks(seededRng('same numbers').child(name), new Float64Array(ROWS), (stream, part) => stream.fillNormal(part))

const levels = ['none', 'little', 'some', 'much', 'late']
/** The last category is in the last block only. */
const category = (name: string, ordered: boolean): Column => ({
  kind: 'categorical',
  ordered,
  levels,
  codes: Int32Array.from(drawn(name), (z, i) =>
    i > BLOCK + 100 && z > 1 ? 4 : z < -1.5 ? -1 : z < 0 ? 0 : z < 1 ? 1 : 3,
  ),
})

export const original = dataset([
  ['zeros', numeric(drawn('zeros').map((z) => (z > 1.28 ? z : z < -1 ? -0 : 0)))],
  ['holes', numeric(drawn('holes').map((z) => (z > 0.5 ? Number.NaN : 1e9 + z)))],
  ['ties', numeric(drawn('ties').map((z) => Math.round(3 * Math.abs(z))))],
  ['one', numeric(new Float64Array(ROWS).fill(0.1))],
  ['grade', category('grade', true)],
  ['kind', category('kind', false)],
  ['age', numeric(drawn('age').map((z) => Math.round(40 + 15 * z)))],
  ['zone', category('zone', false)],
])

const moved = (name: string, by: number): Float64Array => {
  const column = original.column(name)
  const noise = drawn(`noise of ${name}`)
  return column.kind === 'numeric' ? column.values.map((value, i) => value + by * noise[i]) : noise
}
const exchanged = (name: string): Column => {
  const column = original.column(name)
  const chance = drawn(`chance of ${name}`)
  if (column.kind === 'numeric') return column
  const codes = column.codes.map((code, i) => (chance[i] > 1.5 ? -1 : chance[i] < -1 ? (code + 2) % 4 : code))
  // Its levels have another order than those of the original, and one is new.
  const places = [2, 1, 0, 3, 4]
  return {
    ...column,
    codes: codes.map((code) => (code < 0 ? -1 : places[code])),
    levels: [...places.map((place) => levels[place]), 'never'],
  }
}

export const masked = dataset([
  ['zeros', numeric(moved('zeros', 0.01))],
  ['holes', numeric(moved('holes', 0.2).map((value, i) => (i % 11 === 0 ? Number.NaN : value)))],
  ['ties', numeric(moved('ties', 0.6).map(Math.round))],
  ['one', numeric(new Float64Array(ROWS).fill(0.1))],
  ['grade', exchanged('grade')],
  ['kind', exchanged('kind')],
  ['age', numeric(moved('age', 1).map((value, i) => (i % 7 === 0 ? Number.NaN : Math.round(value))))],
  ['zone', exchanged('zone')],
])

export const columns = ['zeros', 'holes', 'one', 'grade', 'kind']
export const given = ['age']
export const roles = {
  keys: ['age', 'grade', 'zone'],
  confidential: ['ties', 'kind'],
  given,
  identifiers: [],
}

/** True if a metric and those that it combines read blocks of both files, not a sample. */
const isInParts = (metric: Metric): boolean => {
  const params = metric.params.parse({})
  const parts = Object.values(metric.parts?.(params) ?? {}).map(({ use }) => registry.get('metrics', use))
  return (
    metric.needsFile?.({ params }) === undefined && metric.cost?.sampleAbove === undefined && parts.every(isInParts)
  )
}

/** Required parameters of metrics. */
const needed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'risk/population-uniques': { samplingFraction: 0.1 },
}

export const plans: readonly MetricPlan[] = [
  ...registry
    .all('metrics')
    .filter(isInParts)
    .map(({ id }) => ({ use: id, params: needed[id] ?? {} })),
  ...(['own-level', 'never', 'share'] as const).map((missing) => ({
    use: 'risk/k-anonymity',
    params: { missing, share: 0.3, k: 5 },
  })),
  { use: 'risk/l-diversity', params: { missing: 'share', diversity: 'entropy', l: 3 } },
  { use: 'risk/t-closeness', params: { missing: 'never', t: 0.4 } },
  { use: 'risk/reidentification', params: { missing: 'own-level', attacker: 'marketer' } },
  ...(['rank-original', 'sd', 'relative'] as const).map((mode) => ({
    use: 'risk/interval-disclosure',
    params: { mode },
  })),
  { use: 'loss/matrix-divergences', params: { scale: 'none', weights: 'unit' } },
]

/** Measurement of the files without numbers by record, with tables as their columns. */
export function said({ metric, params, columns: of, measurement }: Measured): unknown {
  const { value, reason, used, interval, tables, columns: byColumn, warnings } = measurement
  const shown = [...(tables ?? [])].map(([name, table]) => [
    name,
    table.names.map((one) => [one, table.column(one)] as const),
  ])
  const inColumns = byColumn && [...byColumn]
  return { id: metric.id, params, of, value, reason, used, interval, inColumns, warnings, tables: shown }
}
