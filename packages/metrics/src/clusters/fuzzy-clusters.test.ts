import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { fuzzyClustersMetric, fuzzyDifference } from './fuzzy-clusters.js'

const few = { c: 3, restarts: 2, replicates: 2 }

/** Returns groups far apart: record i in group lump(i). */
const lumps = (n: number, lump: (i: number) => number): Map<string, Float64Array> => {
  const rng = seededRng(1)
  return new Map([['a', Float64Array.from({ length: n }, (_, i) => 1000 * lump(i) + rng.normal())]])
}

describe('loss/fuzzy-clusters', () => {
  it('an unmasked file has no loss, and equal centres', async () => {
    const x = normals(80, 3, 2)
    const measured = await run(fuzzyClustersMetric, x, x, { params: few })
    expect(measured.value).toBe(0)
    expect(measured.interval).toEqual({ low: 0, high: 0, by: 'range' })
    expect([measured.sample, measured.warnings]).toEqual([undefined, undefined])
    const one = await run(fuzzyClustersMetric, x, x, { params: { ...few, replicates: 1 } })
    expect([one.interval, one.sample, one.warnings]).toEqual([undefined, undefined, undefined])
    expect(tableColumn(measured, 'differences', 'd1')).toEqual([0, 0])
    expect(tableColumn(measured, 'differences', 'd2')).toEqual([0, 0])
    expect(tableColumn(measured, 'starts', 'converged')).toEqual([1, 1, 1, 1])
    expect(tableColumn(measured, 'J', 'value')[0]).toBe(4)
  })

  it('is √(share of records) if records move completely to another cluster', async () => {
    const x = lumps(60, (i) => i % 3)
    // Twelve records change places with one of the next group: memberships are 0 or 1 to a millionth.
    const y = lumps(60, (i) => (i < 12 ? i + 1 : i) % 3)
    const { value, tables } = await run(fuzzyClustersMetric, x, y, { params: few })
    expect(value).toBeCloseTo(100 * Math.sqrt(12 / 60), 3)
    expect(tables?.get('differences')?.rows).toBe(2)
  })

  it('pairs clusters by their centres before comparing memberships', () => {
    const result = (order: readonly number[]) => ({
      memberships: Float64Array.from(
        [1, 0, 0, 0, 0.25, 0.75],
        (_, at) => [1, 0, 0, 0, 0.25, 0.75][3 * Math.floor(at / 3) + order[at % 3]],
      ),
      centres: Float64Array.from(order, (k) => [0, 10, 20][k]),
      objective: 0,
      iterations: 1,
      converged: true,
    })
    const one = result([0, 1, 2])
    expect(fuzzyDifference(one, result([2, 0, 1]), 1)).toEqual({ centres: 0, memberships: 0 })
    const other = {
      ...one,
      centres: Float64Array.of(3, 14, 20),
      memberships: Float64Array.of(0.5, 0.5, 0, 0, 0.25, 0.75),
    }
    expect(fuzzyDifference(one, other, 1)).toEqual({ centres: 5, memberships: Math.sqrt(0.5) })
  })

  it('has no value, and a reason, if there are too few records', async () => {
    const x = { a: [1, 1, 2, 2, 3, 3] }
    expect((await run(fuzzyClustersMetric, x, x, { params: { c: 4 } })).reason).toBe(
      'c: 4 clusters need as many different records, and there are 3',
    )
    expect((await run(fuzzyClustersMetric, x, x, { params: { c: 3 } })).value).toBe(0)
    expect((await run(fuzzyClustersMetric, { a: [4, 4] }, { a: [4, 4] })).reason).toMatch(/two different values/)
    const origin = new Int32Array(6).fill(-1)
    expect((await run(fuzzyClustersMetric, x, x, { origin })).reason).toMatch(
      /origins of all masked records are unknown/,
    )
  })

  it('has no value if the original has no clusters, and says so', async () => {
    const x = normals(500, 13, 3)
    const noise = normals(500, 13, 4)
    const { value, reason, tables } = await run(fuzzyClustersMetric, x, noise, { params: few })
    expect(value).toBeNull()
    expect(reason).toMatch(/no fuzzy clusters/)
    expect(tables?.has('differences')).toBe(true)
    const crisp = lumps(60, (i) => i % 3)
    const measured = await run(fuzzyClustersMetric, crisp, crisp, { params: few })
    for (const one of tableColumn(measured, 'differences', 'crispness, original')) expect(one).toBeCloseTo(1, 5)
  })

  it('is the same in other units, and in another order of records', async () => {
    const x = normals(60, 2, 5)
    const noise = normals(60, 2, 6)
    const y = new Map(
      [...x].map(([name, values]) => [name, values.map((v, i) => v + 0.5 * (noise.get(name)?.[i] ?? 0))]),
    )
    const { value } = await run(fuzzyClustersMetric, x, y, { params: few })
    expect(value).toBeGreaterThan(0)
    const change = (file: ReadonlyMap<string, Float64Array>, of: (values: Float64Array) => Float64Array) =>
      new Map([...file].map(([name, values]) => [name, of(values)]))
    const unit = (values: Float64Array): Float64Array => values.map((v) => 1000 * v)
    expect((await run(fuzzyClustersMetric, change(x, unit), change(y, unit), { params: few })).value).toBeCloseTo(
      value ?? Number.NaN,
      6,
    )
    const order = (values: Float64Array): Float64Array => values.map((_, i) => values[(i * 37 + 11) % 60])
    expect((await run(fuzzyClustersMetric, change(x, order), change(y, order), { params: few })).value).toBe(value)
  })

  it('a sample has at most twice the stated error', async () => {
    const n = 3000
    const rng = seededRng(8)
    const moved = Uint8Array.from({ length: n }, () => (rng.uniform() < 0.2 ? 1 : 0))
    const x = lumps(n, (i) => i % 3)
    const y = lumps(n, (i) => (i + moved[i]) % 3)
    const truth = 100 * Math.sqrt(moved.reduce((sum, one) => sum + one, 0) / n)
    const found = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
        run(fuzzyClustersMetric, x, y, { params: { ...few, replicates: 6 }, seed }),
      ),
    )
    const alone = await run(fuzzyClustersMetric, x, y, { params: { ...few, replicates: 1 } })
    expect(alone.sample).toBeUndefined()
    expect(alone.warnings?.[0]).toMatch(/one sample of 2000 of 3000/)
    for (const { sample } of found) expect([sample?.of, sample?.drawn]).toEqual([n, 2000])
    const root = (squares: readonly number[]): number => Math.sqrt(squares.reduce((a, b) => a + b, 0) / squares.length)
    const stated = root(found.map(({ sample }) => (sample?.standardError ?? Number.NaN) ** 2))
    const off = root(found.map(({ value }) => ((value ?? Number.NaN) - truth) ** 2))
    // √(.2 · .8/2000 · 1/3) is the error of a share of .2; with the square root of the share and 6 replicates: 0.24.
    expect(stated).toBeGreaterThan(0.15)
    expect(stated).toBeLessThan(0.35)
    expect(off).toBeLessThan(2 * stated)
  })
})
