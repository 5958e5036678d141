import { dataset, numeric, numericValues, seededRng, takeRows } from '@sdc/core'
import { matchByKey } from '../../measure/match.js'
import { measureFiles, type MeasureFilesInput } from '../../measure/measure.js'
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'
import { measureInParts, type MeasurePlan } from './measure-in-parts.js'
import { control, masked, metrics, original, population, registry, roles } from './small-files.fixture.js'
import * as long from './two-files.fixture.js'

const asked = { registry, columns: ['income', 'wealth', 'job'], given: ['age'], roles }

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
  it('have the values of files in memory, with a population, a control file, and numbers by record', async () => {
    const memory = await inMemory({ population, control })
    const others = { population: sourceOf(population), control: sourceOf(control) }
    const { measured: found } = await outOfCore({ ...others, byRecord: true })
    for (const [m, one] of found.entries()) {
      expect(long.said(one)).toEqual(long.said(memory[m]))
      expect([one.metric.id, byRecord(one)]).toEqual([one.metric.id, byRecord(memory[m])])
    }
    expect(found.filter(({ measurement }) => measurement.value !== null).length).toBeGreaterThan(40)
  })

  it('have them if a key links the records and some records have no partner', async () => {
    const order = Int32Array.from({ length: 200 }, (_, i) => (7 * i) % masked.rows)
    const moved = takeRows(masked, order)
    const ids = numericValues(moved, 'id').map((id, i) => (i % 9 === 4 ? -1 - i : id))
    const after = dataset(moved.names.map((name) => [name, name === 'id' ? numeric(ids) : moved.column(name)]))
    const memory = await inMemory({ masked: after, origin: matchByKey(original, after, 'id') })
    const { measured: found } = await outOfCore({ masked: sourceOf(after), link: { key: 'id' }, byRecord: true })
    for (const [m, one] of found.entries()) {
      expect(long.said(one)).toEqual(long.said(memory[m]))
      expect([one.metric.id, byRecord(one)]).toEqual([one.metric.id, byRecord(memory[m])])
    }
  })

  it('have none, with the reason, if a task cannot hold the files in memory', async () => {
    const some = { metrics: ['risk/prl', 'risk/individual-risk'].map((use) => ({ use, params: {} })) }
    const {
      measured: [small, counted],
    } = await outOfCore({ ...some, taskBytes: 40 * 3 * 2 * 240 - 1, byRecord: true })
    expect(small.measurement).toMatchObject({ value: null })
    expect(small.needsWhole).toMatch(/; they take about 1 MB, but a task has 0 MB \(memory\)$/)
    expect(counted.measurement.value).toBeGreaterThan(0)
    expect(counted.measurement.records).toBeUndefined()
    const unheld = { ...sourceOf(original), unheld: new Set(['job']) }
    const {
      measured: [one],
    } = await outOfCore({ metrics: [{ use: 'risk/open-columns', params: {} }], original: unheld })
    expect(one.needsWhole).toMatch(/; column "job" has too many categories out of core$/)
  })
})

describe('numbers by record of two blocks', () => {
  it('equal those of files in memory, in partitions of one block', async () => {
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
    const { measured: found } = await measureInParts({
      ...of,
      ...files,
      rng: seededRng(3),
      partBlocks: 1,
      byRecord: true,
    })
    const other = found.filter((one, m) => {
      const [a, b] = [one.measurement.records, memory[m].measurement.records]
      return a === undefined || a.length !== b?.length || a.some((x, i) => !Object.is(x, b[i]))
    })
    expect(other.map(({ metric }) => metric.id)).toEqual([])
  })
})
