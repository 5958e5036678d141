import {
  createRegistry,
  dataset,
  fillByBlocks,
  numeric,
  numericValues,
  seededRng,
  type Column,
  type Dataset,
} from '@sdc/core'
import type { MetricPlan } from '../../plan/plan.js'
import standard from '@sdc/standard'

export const registry = createRegistry().use(standard).freeze()
const drawn = (name: string, rows: number): Float64Array =>
  fillByBlocks(seededRng('whole').child(name), new Float64Array(rows), (stream, part) => stream.fillNormal(part))

const levels = ['north', 'south', 'east', 'never']
const taxonomy = new Map([...levels.map((level, l) => [level, l < 2 ? 'here' : 'there'] as const), ['here', 'all'], ['there', 'all'], ['all', null]] as const) // oxfmt-ignore
const category = (name: string, rows: number): Column => ({
  kind: 'categorical',
  ordered: false,
  levels,
  taxonomy,
  codes: Int32Array.from(drawn(name, rows), (z) => (z < -1.5 ? -1 : z < 0 ? 0 : z < 1 ? 1 : 2)),
})

/** Ties, zeros of both signs, missing cells, and a unique record in a group of three. */
export function people(name: string, rows: number): Dataset {
  const of = (column: string): Float64Array => drawn(`${name} ${column}`, rows)
  return dataset([
    ['id', numeric(Float64Array.from({ length: rows }, (_, i) => 3 * i))],
    ['income', numeric(of('income').map((z, i) => (i % 13 === 2 ? Number.NaN : Math.round(20 * Math.exp(z)))))],
    ['wealth', numeric(of('wealth').map((z) => (z > 0.5 ? 100 * z : z < -1 ? -0 : 0)))],
    ['age', numeric(of('age').map((z) => Math.round(40 + 8 * z)))],
    ['region', category(`${name} region`, rows)],
    ['job', category(`${name} job`, rows)],
  ])
}
export const original = people('original', 240)
export const masked = dataset(
  original.names.map((name) => {
    const column = original.column(name)
    const noise = drawn(`noise of ${name}`, original.rows)
    if (name === 'income' || name === 'wealth')
      return [name, numeric(numericValues(original, name).map((x, i) => Math.round(x + 4 * noise[i])))]
    return [name, name === 'job' ? category('other job', original.rows) : column]
  }),
)
export const population = people('original', 900)
export const control = people('control', 200)

export const roles = { keys: ['age', 'region'], confidential: ['income', 'job'], given: ['age'], identifiers: [] }

/** All metrics that can be measured here: those that need both files whole, and those that combine them. */
export const metrics: readonly MetricPlan[] = registry
  .all('metrics')
  .filter(({ id }) => id !== 'score/sebe')
  .map(({ id }) => ({ use: id, params: id === 'risk/population-uniques' ? { samplingFraction: 0.1 } : {} }))
