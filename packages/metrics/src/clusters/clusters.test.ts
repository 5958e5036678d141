import { seededRng } from '@sdc/core'
import { partitionIndices } from '@sdc/stats/internal'
import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn, type Columns } from '../testing/run.fixture.js'
import { clustersMetric } from './clusters.js'

/** Returns three groups far apart on a line and in a second column; group i mod 3 for record i. */
function lumps(n: number, seed: number): Map<string, Float64Array> {
  const rng = seededRng(seed)
  const around = (factor: number): Float64Array =>
    Float64Array.from({ length: n }, (_, i) => factor * (i % 3) + rng.normal())
  return new Map([
    ['a', around(100)],
    ['b', around(-70)],
  ])
}

/** Returns the file with the values of other records, by their index. */
const moved = (columns: ReadonlyMap<string, Float64Array>, from: (i: number) => number): Map<string, Float64Array> =>
  new Map([...columns].map(([name, values]) => [name, values.map((_, i) => values[from(i)])]))

const few = { c: 3, restarts: 3, replicates: 2 }

describe('loss/clusters', () => {
  it('finds the clusters of a file, and compares them', async () => {
    const x = lumps(90, 1)
    // Records 0 to 9 get the values of the next records: equally many from each group, each into the next group.
    const y = moved(x, (i) => (i < 10 ? i + 1 : i))
    const p = Int32Array.from({ length: 90 }, (_, i) => i % 3)
    const expected = partitionIndices(
      p,
      p.map((_, i) => (i < 10 ? i + 1 : i) % 3),
    )
    const measured = await run(clustersMetric, x, y, { params: few })
    expect(measured.value).toBeCloseTo(100 * (1 - expected.adjustedRand), 10)
    expect(tableColumn(measured, 'indices', 'mean')).toEqual(
      Object.values(expected).map((one) => expect.closeTo(one, 12)),
    )
    expect(tableColumn(measured, 'indices', 'sd')).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(measured.used).toBe(90)
    const losses: readonly (readonly [string, number])[] = [
      ['rand', 1 - expected.rand],
      ['jaccard', 1 - expected.jaccard],
      ['wallace-original', 1 - expected.wallaceFirst],
      ['wallace-masked', 1 - expected.wallaceSecond],
      ['fowlkes-mallows', 1 - expected.fowlkesMallows],
      ['mantaras', expected.mantaras],
    ]
    for (const [index, loss] of losses)
      expect((await run(clustersMetric, x, y, { params: { ...few, index } })).value).toBeCloseTo(100 * loss, 10)
  })

  it('an unmasked file has no loss in any replicate, although k-means depends on its starts', async () => {
    const x = normals(150, 4, 2)
    const measured = await run(clustersMetric, x, x)
    expect(measured.value).toBe(0)
    expect(measured.interval).toEqual({ low: 0, high: 0, by: 'range' })
    expect(tableColumn(measured, 'replicates', 'adjusted Rand')).toEqual(new Array(8).fill(1))
    const own = await run(clustersMetric, x, x, { params: { starts: 'independent' } })
    expect(own.value).toBeGreaterThan(20)
    expect(own.interval?.high).toBeGreaterThan(own.value ?? Number.NaN)
    expect(own.interval?.low).toBeLessThan(own.value ?? Number.NaN)
  })

  it('one replicate has no interval', async () => {
    const x = lumps(60, 2)
    const one = await run(clustersMetric, x, x, { params: { ...few, replicates: 1 } })
    expect([one.interval, one.sample, one.warnings]).toEqual([undefined, undefined, undefined])
    const two = await run(clustersMetric, x, x, { params: few })
    expect([two.sample, two.warnings]).toEqual([undefined, undefined])
  })

  it('one masked cluster is at chance: 100; of the indices only Wallace’s of the original has a value', async () => {
    const x = lumps(60, 3)
    const constant: Columns = { a: new Float64Array(60).fill(1), b: new Float64Array(60).fill(2) }
    const measured = await run(clustersMetric, x, constant, { params: few })
    expect(measured.value).toBe(100)
    expect(tableColumn(measured, 'indices', 'mean')[3]).toBe(1)
  })

  it('has no value, and a reason, if there are fewer different records than clusters', async () => {
    const x = { a: [1, 1, 2, 2, 3, 3] }
    expect((await run(clustersMetric, x, x, { params: { c: 4 } })).reason).toBe(
      'c: 4 clusters need as many different records, and there are 3',
    )
    expect((await run(clustersMetric, x, x, { params: { c: 3 } })).value).toBe(0)
    expect((await run(clustersMetric, { a: [1] }, { a: [1] })).reason).toMatch(/1 of 1 masked records/)
    expect((await run(clustersMetric, { a: [5, 5, 5] }, { a: [5, 5, 5] })).reason).toMatch(/two different values/)
    const none = Int32Array.of(-1, -1, -1, -1, -1, -1)
    expect((await run(clustersMetric, x, x, { origin: none })).reason).toMatch(
      /origins of all masked records are unknown/,
    )
  })

  it('an undefined index has no value', async () => {
    const x = { a: [1, 2, 3, 4] }
    const { value, reason } = await run(
      clustersMetric,
      x,
      { a: [7, 7, 7, 7] },
      { params: { c: 4, index: 'wallace-original' } },
    )
    expect(value).toBeNull()
    expect(reason).toMatch(/wallace-original is not defined/)
  })

  it('leaves out records without a link or a value, and constant columns, and counts them', async () => {
    const x = lumps(60, 4)
    const y = moved(x, (i) => (i < 6 ? i + 1 : i))
    const whole = await run(clustersMetric, x, y, { params: few })
    const holes = new Map([...y].map(([name, values]) => [name, values.slice()]))
    holes.get('a')?.set([Number.NaN], 30)
    const beside = (file: Map<string, Float64Array>): Map<string, Float64Array> =>
      new Map([...file, ['k', new Float64Array(60).fill(7)]])
    const origin = Int32Array.from({ length: 60 }, (_, i) => (i === 50 ? -1 : i))
    const measured = await run(clustersMetric, beside(x), beside(holes), { params: few, origin })
    expect(measured.used).toBe(58)
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 1, 1])
    expect(whole.used).toBe(60)
    const infinite = new Map([...y].map(([name, values]) => [name, values.map((v, i) => (i === 3 ? Infinity : v))]))
    await expect(run(clustersMetric, x, infinite, { params: few })).rejects.toMatchObject({ code: 'NOT_NUMERIC' })
  })

  it('is the same in other units, and in another order of records and columns', async () => {
    const x = normals(120, 3, 5)
    const noise = normals(120, 3, 6)
    const y = new Map(
      [...x].map(([name, values]) => [name, values.map((v, i) => v + 0.7 * (noise.get(name)?.[i] ?? 0))]),
    )
    const params = { c: 5, restarts: 2, replicates: 2 }
    const { value } = await run(clustersMetric, x, y, { params })
    expect(value).toBeGreaterThan(0)
    const scaled = (file: ReadonlyMap<string, Float64Array>): Map<string, Float64Array> =>
      new Map([...file].map(([name, values]) => [name, name === 'v2' ? values.map((v) => 1e6 * v + 1e7) : values]))
    expect((await run(clustersMetric, scaled(x), scaled(y), { params })).value).toBeCloseTo(value ?? Number.NaN, 10)
    const turned = (file: ReadonlyMap<string, Float64Array>): Map<string, Float64Array> => new Map([...file].reverse())
    expect((await run(clustersMetric, turned(x), turned(y), { params })).value).toBe(value)
    const order = (i: number): number => (i * 37 + 11) % 120
    expect((await run(clustersMetric, moved(x, order), moved(y, order), { params })).value).toBe(value)
    const origin = Int32Array.from({ length: 120 }, (_, i) => order(i))
    expect((await run(clustersMetric, x, moved(y, order), { params, origin })).value).toBe(value)
  })

  it('a sample has at most twice the stated error', async () => {
    const n = 9000
    const x = lumps(n, 7)
    const rng = seededRng(8)
    const swapped = Int32Array.from({ length: n }, (_, i) => (rng.uniform() < 0.2 ? rng.int(n) : i))
    const p = Int32Array.from({ length: n }, (_, i) => i % 3)
    const truth = partitionIndices(
      p,
      swapped.map((i) => i % 3),
    )
    const measured = await run(
      clustersMetric,
      x,
      moved(x, (i) => swapped[i]),
      { params: { ...few, replicates: 8 } },
    )
    const { of, drawn, standardError = Number.NaN } = measured.sample ?? {}
    expect([of, drawn, measured.used]).toEqual([n, 5000, 5000])
    expect(standardError).toBeGreaterThan(0)
    expect(standardError).toBeLessThan(1)
    expect(Math.abs((measured.value ?? Number.NaN) - 100 * (1 - truth.adjustedRand))).toBeLessThan(2 * standardError)
    const one = await run(clustersMetric, x, x, { params: { ...few, replicates: 1 } })
    expect(one.sample).toBeUndefined()
    expect(one.warnings?.[0]).toMatch(/one sample of 5000 of 9000/)
  })
})
