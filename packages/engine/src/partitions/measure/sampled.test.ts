import {
  BLOCK,
  createRegistry,
  dataset,
  fillByBlocks,
  isMeasured,
  numeric,
  planOf,
  seededRng,
  type Dataset,
  type Metric,
  type Registry,
  type SampleMeasuring,
} from '@sdc/core'
import { measureFiles, type Measured } from '../../measure/measure.js'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'
import { measureInParts } from './measure-in-parts.js'

/** It links complete records only: here there are few. */
const ID = 'risk/dbrl-mahalanobis'

const registry = createRegistry().use(standard).freeze()

/** Standard registry in which the metric draws a given number of records in each round. */
const drawing = (wanted: SampleMeasuring['wanted']): Registry => {
  const replaced = (metric: Metric): Metric => ({
    ...metric,
    *plan(facts) {
      const measuring = yield* planOf(metric.plan(facts))
      if (isMeasured(measuring) || measuring.form !== 'sample') throw new Error(`${metric.id} does not sample`)
      return { ...measuring, wanted }
    },
  })
  const plugins = standard.map((plugin) => ({
    ...plugin,
    metrics: (plugin.metrics ?? []).map((metric) => (metric.id === ID ? replaced(metric) : metric)),
  }))
  return createRegistry().use(plugins).freeze()
}
const metrics = [{ use: ID, params: {} }]

/** Two files of three blocks; most records lack a value, so that few are linked. */
const ROWS = 2 * BLOCK + 500
const names = ['a', 'b']
const origin = Int32Array.from({ length: ROWS }, (_, i) => i)
const drawn = (name: string): Float64Array =>
  fillByBlocks(seededRng('sampled').child(name), new Float64Array(ROWS), (stream, part) => stream.fillNormal(part))
const file = (columns: readonly Float64Array[]): Dataset => dataset(names.map((name, j) => [name, numeric(columns[j])]))
const values = names.map((name) => drawn(name).map((z, i) => (i % 60 > 0 ? NaN : 1e6 + Math.round(60 * z) / 10)))
const original = file(values)
const masked = file(
  names.map((name, j) => {
    const noise = drawn(`noise of ${name}`)
    return values[j].map((value, i) => (i % 31 === 3 ? NaN : Math.round(10 * (value + noise[i])) / 10))
  }),
)

const inParts = async (own: Registry, partBlocks: number): Promise<Measured> => {
  const {
    measured: [one],
  } = await measureInParts({
    registry: own,
    original: sourceOf(original),
    masked: sourceOf(masked),
    store: memoryStore(),
    columns: names,
    metrics,
    rng: seededRng(3),
    partBlocks,
  })
  return one
}

/** All but the numbers by record, which are not computed out of core. */
function said({ measurement }: Measured): unknown {
  const { value, used, sample, interval, warnings, tables } = measurement
  const shown = [...(tables ?? [])].map(([name, table]) => [name, table.names.map((one) => table.column(one))])
  return { value, used, sample, interval, warnings, tables: shown }
}

describe('linkage of two files out of core', () => {
  it('equals that in memory if all records are searched', async () => {
    const [memory] = await measureFiles({
      registry,
      original,
      masked,
      origin,
      columns: names,
      metrics,
      rng: seededRng(3),
    })
    expect(memory.measurement.value).toBeGreaterThan(0)
    expect(said(await inParts(registry, 1))).toEqual(said(memory))
  })

  it('has one value for a sample of 150,000 records, in memory and in partitions', async () => {
    const columns = ['a', 'b', 'c']
    const x = columns.map((name) =>
      fillByBlocks(seededRng('many').child(name), new Float64Array(150_000), (stream, part) => stream.fillNormal(part)),
    )
    const y = x.map((column, j) => column.map((value, i) => value + 0.05 * x[(j + 1) % 3][150_000 - 1 - i]))
    const [before, after] = [x, y].map((all) => dataset(columns.map((name, j) => [name, numeric(all[j])])))
    const asked = {
      registry,
      columns,
      metrics: [
        { use: 'risk/dbrl', params: { scale: 'separate' } },
        { use: 'risk/dld', params: {} },
      ],
    }
    const memory = await measureFiles({
      ...asked,
      original: before,
      masked: after,
      origin: Int32Array.from({ length: 150_000 }, (_, i) => i),
      rng: seededRng(3),
    })
    const { measured: inPartitions } = await measureInParts({
      ...asked,
      original: sourceOf(before),
      masked: sourceOf(after),
      store: memoryStore(),
      rng: seededRng(3),
      partBlocks: 1,
    })
    for (const [m, one] of memory.entries()) {
      expect(one.measurement.sample?.of).toBe(150_000)
      expect(one.measurement.used).toBeLessThan(20_000)
      expect(said(inPartitions[m])).toEqual(said(one))
    }
  })

  it('is the same for a growing sample, in partitions of one block and of two', async () => {
    const rounds: (number | undefined)[] = []
    const growing = drawing((before) => {
      rounds.push(before?.used)
      return before === undefined ? 300 : before.used < 500 ? 900 : undefined
    })
    const one = await inParts(growing, 1)
    expect(said(await inParts(growing, 2))).toEqual(said(one))
    const { value, sample, used } = one.measurement
    const all = (await inParts(registry, 3)).measurement
    expect(sample).toMatchObject({ of: all.used, drawn: used })
    expect(Math.min(...rounds.map((count) => count ?? Infinity))).toBeLessThan(500)
    expect(used).toBeGreaterThan(700)
    expect(Math.abs((value ?? NaN) - (all.value ?? NaN))).toBeLessThan(2.6 * (sample?.standardError ?? 0))
  })
})
