import { standardise } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { normals, run } from '../../testing/run.fixture.js'
import { dbrlKernelMetric, kernelFeatures } from './dbrl-kernel.js'
import { dbrlMetric } from './dbrl.js'

describe('kernelFeatures', () => {
  it.each([
    [1, 1, 1],
    [3, 1, 3],
    [1, 2, 2],
    [3, 2, 9],
    [2, 3, 9],
    [4, 3, 34],
  ])('has the kernel as its inner product: %i columns, degree %i', (p, degree, count) => {
    const columns = [...normals(20, p, 1).values()]
    const features = kernelFeatures(columns, degree)
    expect(features).toHaveLength(count)
    const inner = (all: readonly Float64Array[], i: number, k: number): number =>
      all.reduce((sum, column) => sum + column[i] * column[k], 0)
    for (let i = 0; i < 20; i++) {
      for (let k = 0; k < 20; k++) {
        const kernel = (1 + inner(columns, i, k)) ** degree
        // Both sums have some terms of this size.
        const size = (1 + Math.sqrt(inner(columns, i, i) * inner(columns, k, k))) ** degree
        expect(Math.abs(1 + inner(features, i, k) - kernel) / size).toBeLessThan(1e-13)
      }
    }
  })
})

describe('risk/dbrl-kernel', () => {
  const x = normals(120, 3, 1)
  const noise = normals(120, 3, 2)
  const y = new Map([...x].map(([name, v]) => [name, v.map((u, i) => u + 0.4 * (noise.get(name)?.[i] ?? 0))]))

  it('is Euclidean linkage for degree 1', async () => {
    const { value } = await run(dbrlMetric, x, y)
    expect((await run(dbrlKernelMetric, x, y, { params: { degree: 1 } })).value).toBe(value)
  })

  it('equals the kernel distance of all pairs', async () => {
    const a = standardise([...x.values()]).columns
    const b = standardise([...y.values()]).columns
    const kernel = (f: readonly Float64Array[], i: number, g: readonly Float64Array[], k: number): number =>
      (1 + f.reduce((sum, column, j) => sum + column[i] * g[j][k], 0)) ** 2
    const rows = [...a[0].keys()]
    const right = rows.filter((i) => {
      const d2 = rows.map((t) => kernel(a, i, a, i) - 2 * kernel(a, i, b, t) + kernel(b, t, b, t))
      return d2[i] === Math.min(...d2)
    })
    const { value, records } = await run(dbrlKernelMetric, x, y)
    expect(value).toBeCloseTo((100 * right.length) / 120, 12)
    expect(right.length).toBeGreaterThan(10)
    expect(records).not.toEqual((await run(dbrlMetric, x, y)).records)
  })

  it('has no value if the products of decimals far from zero have no digits: all would tie, and nobody would be found', async () => {
    const away = (columns: typeof x, by: number): typeof x =>
      new Map([...columns].map(([name, values]) => [name, values.map((value) => Math.round(64 * value) / 64 + by)]))
    const near = await run(dbrlKernelMetric, away(x, 0), away(y, 0))
    expect(near.value).toBeGreaterThan(10)
    const { value, reason } = await run(dbrlKernelMetric, away(x, 1e9), away(y, 1e9))
    expect([value, reason]).toEqual([null, expect.stringMatching(/far from zero.*every record would look safe/)])
    // Euclidean linkage has a value, and so have integers, which are exact.
    expect((await run(dbrlKernelMetric, away(x, 1e9), away(y, 1e9), { params: { degree: 1 } })).value).not.toBeNull()
    const whole = (columns: typeof x, by: number): typeof x =>
      new Map([...columns].map(([name, values]) => [name, values.map((value) => Math.round(64 * value) + by)]))
    const there = await run(dbrlKernelMetric, whole(x, 1e9), whole(y, 1e9))
    expect(there.value).toBe((await run(dbrlKernelMetric, whole(x, 0), whole(y, 0))).value)
  })

  it('has no value if it would take too long', async () => {
    const long = new Map(
      [...normals(50_000, 1, 1)].flatMap(([, v]) => Array.from({ length: 8 }, (_, j) => [`v${j}`, v] as const)),
    )
    const { value, reason } = await run(dbrlKernelMetric, long, long)
    expect(value).toBeNull()
    expect(reason).toMatch(/50000 records by 8 columns.*at most 7 columns/)
  })
})
