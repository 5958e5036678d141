import {
  createRegistry,
  dataset,
  fillByBlocks,
  numeric,
  numericValues,
  seededRng,
  takeRows,
  type Column,
  type Dataset,
} from '@sdc/core'
import { matchByKey } from '../../measure/match.js'
import { measureFiles, type MeasureFilesInput } from '../../measure/measure.js'
import type { MetricPlan } from '../../plan/plan.js'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'
import { measureInParts, type MeasurePlan } from './measure-in-parts.js'
import * as long from './two-files.fixture.js'

const registry = createRegistry().use(standard).freeze()
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

/** Ties, zeros of both signs, missing cells, and a record of its own in a group of three. */
function people(name: string, rows: number): Dataset {
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
const original = people('original', 240)
const masked = dataset(
  original.names.map((name) => {
    const column = original.column(name)
    const noise = drawn(`noise of ${name}`, original.rows)
    if (name === 'income' || name === 'wealth')
      return [name, numeric(numericValues(original, name).map((x, i) => Math.round(x + 4 * noise[i])))]
    return [name, name === 'job' ? category('other job', original.rows) : column]
  }),
)
const population = people('original', 900)
const control = people('control', 200)

const roles = { keys: ['age', 'region'], confidential: ['income', 'job'], given: ['age'], identifiers: [] }
const asked = { registry, columns: ['income', 'wealth', 'job'], given: ['age'], roles }

/** All that measures here: metrics that need both files whole, and those that combine them. */
const metrics: readonly MetricPlan[] = registry
  .all('metrics')
  .filter(({ id }) => id !== 'score/sebe')
  .map(({ id }) => ({ use: id, params: id === 'risk/population-uniques' ? { samplingFraction: 0.1 } : {} }))

const inMemory = (more: Partial<MeasureFilesInput> = {}) =>
  measureFiles({
    ...asked,
    metrics,
    original,
    masked,
    origin: Int32Array.from({ length: masked.rows }, (_, i) => i),
    rng: seededRng(3),
    ...more,
  })
const outOfCore = (more: Partial<MeasurePlan> = {}) =>
  measureInParts({
    ...asked,
    metrics,
    original: sourceOf(original),
    masked: sourceOf(masked),
    store: memoryStore(),
    rng: seededRng(3),
    partBlocks: 1,
    ...more,
  })

const byRecord = ({ measurement: { records, recordColumns } }: Awaited<ReturnType<typeof inMemory>>[number]) => ({
  records,
  columns: recordColumns?.names.map((name) => [name, recordColumns.column(name)] as const),
})

describe('metrics that need both files whole', () => {
  it('have the values of files in memory, with a population, people who are not in the file, and numbers by record', async () => {
    const memory = await inMemory({ population, control })
    const others = { population: sourceOf(population), control: sourceOf(control) }
    const found = await outOfCore({ ...others, byRecord: true })
    for (const [m, one] of found.entries()) {
      expect(long.said(one)).toEqual(long.said(memory[m]))
      expect([one.metric.id, byRecord(one)]).toEqual([one.metric.id, byRecord(memory[m])])
    }
    expect(found.filter(({ measurement }) => measurement.value !== null).length).toBeGreaterThan(40)
  })

  it('have them where a key links the records, some of which are strangers', async () => {
    const order = Int32Array.from({ length: 200 }, (_, i) => (7 * i) % masked.rows)
    const moved = takeRows(masked, order)
    const ids = numericValues(moved, 'id').map((id, i) => (i % 9 === 4 ? -1 - i : id))
    const after = dataset(moved.names.map((name) => [name, name === 'id' ? numeric(ids) : moved.column(name)]))
    const memory = await inMemory({ masked: after, origin: matchByKey(original, after, 'id') })
    const found = await outOfCore({ masked: sourceOf(after), link: { key: 'id' }, byRecord: true })
    for (const [m, one] of found.entries()) {
      expect(long.said(one)).toEqual(long.said(memory[m]))
      expect([one.metric.id, byRecord(one)]).toEqual([one.metric.id, byRecord(memory[m])])
    }
  })

  it('have none, with the reason, where a task cannot hold the files', async () => {
    const some = { metrics: ['risk/prl', 'risk/individual-risk'].map((use) => ({ use, params: {} })) }
    const [small, counted] = await outOfCore({ ...some, taskBytes: 40 * 3 * 2 * 240 - 1, byRecord: true })
    expect(small.measurement).toMatchObject({ value: null })
    expect(small.needsWhole).toMatch(/; they take about 1 MB, but a task has 0 MB \(memory\)$/)
    expect(counted.measurement.value).toBeGreaterThan(0)
    expect(counted.measurement.records).toBeUndefined()
    const unheld = { ...sourceOf(original), unheld: new Set(['job']) }
    const [one] = await outOfCore({ metrics: [{ use: 'risk/open-columns', params: {} }], original: unheld })
    expect(one.needsWhole).toMatch(/; column "job" has too many categories out of core$/)
  })
})

describe('numbers by record of two blocks', () => {
  it('are those of files in memory, in partitions of one block', async () => {
    const { columns, given, roles: own } = long
    const ids = ['loss/il1s', 'loss/il-score', 'loss/per-record-entropy', 'loss/categorical-distance']
    const of = { registry, columns, given, roles: own, metrics: ids.map((use) => ({ use, params: {} })) }
    const origin = Int32Array.from({ length: long.ROWS }, (_, i) => i)
    const memory = await measureFiles({
      ...of,
      original: long.original,
      masked: long.masked,
      origin,
      rng: seededRng(3),
    })
    const files = { original: sourceOf(long.original), masked: sourceOf(long.masked), store: memoryStore() }
    const found = await measureInParts({ ...of, ...files, rng: seededRng(3), partBlocks: 1, byRecord: true })
    const other = found.filter((one, m) => {
      const [a, b] = [one.measurement.records, memory[m].measurement.records]
      return a === undefined || a.length !== b?.length || a.some((x, i) => !Object.is(x, b[i]))
    })
    expect(other.map(({ metric }) => metric.id)).toEqual([])
  })
})
