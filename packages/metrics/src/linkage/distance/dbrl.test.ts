import { paper003Linkage, paper003RankSwapping, type Paper003Column } from '@sdc/datasets'
import { numericValues, seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../../testing/run.fixture.js'
import { dbrlMetric } from './dbrl.js'

const column = (name: Paper003Column): Float64Array => numericValues(paper003RankSwapping, name)
const names = ['a1', 'a2', 'a3', 'a4'] as const

const metrics = {
  euclidean: (gaps: number[]): number => Math.sqrt(gaps.reduce((sum, gap) => sum + gap * gap, 0)),
  cityblock: (gaps: number[]): number => gaps.reduce((sum, gap) => sum + gap, 0),
  chebyshev: (gaps: number[]): number => Math.max(...gaps),
}
const counts = {
  fractional: (tied: number[], own: number[]): number => own.length / tied.length,
  first: (tied: number[], own: number[]): number => (own.includes(tied[0]) ? 1 : 0),
  inclusive: (_: number[], own: number[]): number => (own.length > 0 ? 1 : 0),
  strict: (tied: number[], own: number[]): number => (tied.length === 1 ? own.length : 0),
}

describe('risk/dbrl', () => {
  it('finds the records that the ten-record example of Torra 2013 finds by its first columns', async () => {
    const found: number[] = []
    for (let known = 1; known <= 4; known++) {
      const keys = names.slice(0, known)
      const original = new Map(keys.map((name) => [name, column(name)]))
      const masked = new Map(keys.map((name) => [name, column(`masked ${name}`)]))
      const params = { scale: 'none', distance: 'cityblock', ties: 'inclusive' }
      const measured = await run(dbrlMetric, original, masked, { params })
      found.push(tableColumn(measured, 'linked', 'records')[2])
      expect(measured.value).toBeCloseTo(10 * found[known - 1], 12)
    }
    expect(found).toEqual(paper003Linkage.distanceLinked)
  })

  it('equals comparing all pairs of records, with ties counted exactly', async () => {
    const record = fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -2, max: 2 }))
    const files = fc.record({
      x: fc.array(record, { minLength: 3, maxLength: 20 }),
      y: fc.array(record, { minLength: 2, maxLength: 20 }),
      shift: fc.nat(19),
      metric: fc.constantFrom('euclidean', 'cityblock', 'chebyshev'),
      ties: fc.constantFrom('fractional', 'first', 'inclusive', 'strict'),
      forward: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(files, async ({ x, y, shift, metric, ties, forward }) => {
        // Constant columns are not keys: this varies in both.
        const from = [...x, [9, 9], [-9, -9]]
        const to = [...y, [9, 9], [-9, -9]]
        const origin = to.map((_, t) => (t + shift) % from.length)
        const file = (rows: number[][]) => ({ a: rows.map(([a]) => a), b: rows.map(([, b]) => b) })
        const direction = forward ? 'original-to-masked' : 'masked-to-original'
        const params = { scale: 'none', distance: metric, ties, direction }
        const measured = await run(dbrlMetric, file(from), file(to), { origin, params })
        const credits: number[] = []
        const [own, other] = forward ? [from, to] : [to, from]
        own.forEach((point, r) => {
          const isOwn = (t: number): boolean => (forward ? origin[t] === r : origin[r] === t)
          if (!other.some((_, t) => isOwn(t))) return
          const distances = other.map((one) => metrics[metric](one.map((v, j) => Math.abs(v - point[j]))))
          const tied = [...distances.keys()].filter((t) => distances[t] === Math.min(...distances))
          credits.push(counts[ties](tied, tied.filter(isOwn)))
        })
        expect(measured.used).toBe(credits.length)
        expect(measured.value).toBeCloseTo((100 * credits.reduce((a, b) => a + b, 0)) / credits.length, 9)
      }),
      { numRuns: 300 },
    )
  })

  it('gives every original record the result of its masked records, in either direction', async () => {
    const x = normals(50, 3, 1)
    const origin = Int32Array.from({ length: 40 }, (_, i) => (i * 7) % 50)
    const some = new Map([...x].map(([name, values]) => [name, Float64Array.from(origin, (i) => values[i])]))
    for (const direction of ['original-to-masked', 'masked-to-original']) {
      const { value, used, records } = await run(dbrlMetric, x, some, { origin, params: { direction } })
      expect(value).toBe(100)
      expect(used).toBe(40)
      expect([...(records ?? [])].map((share, i) => (share === 1) === origin.includes(i))).not.toContain(false)
      expect([...(records ?? [])].filter(Number.isNaN)).toHaveLength(10)
    }
  })

  it('states the result of a random pick, and the omissions', async () => {
    const original = { c: [7, 7, 7, 7, 7], a: [1, 2, 3, 4, Number.NaN], b: [5, 3, 8, 1, 2] }
    const masked = { c: [7, 6, 7, 7, 7], a: [1, 2, 3, Number.NaN, 5], b: [5, 3, 8, 1, 2] }
    const measured = await run(dbrlMetric, original, masked, { origin: [0, 1, -1, 3, 4] })
    // Four have an original; two of these pairs lack a key. All masked records are candidates.
    expect(measured.used).toBe(4)
    expect(measured.value).toBeGreaterThanOrEqual(50)
    expect(tableColumn(measured, 'linkage', 'value')).toEqual([4, 5, 0.8, 2])
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 1, 1])
    expect((await run(dbrlMetric, { a: [1, 1] }, { a: [1, 2] })).reason).toMatch(/no column has two different values/)
    expect((await run(dbrlMetric, { a: [1, 2] }, { a: [1, 2] }, { origin: [-1, -1] })).reason).toMatch(/link/)
  })

  it('is by default the worst of three distances, each equal to brute force', async () => {
    const rng = seededRng(9)
    const draw = (most: number): number[] =>
      Array.from({ length: 60 }, () => (rng.uniform() < 0.2 ? 0 : Math.round(Math.exp(most * rng.uniform()))))
    const x = { a: draw(12), b: draw(8), c: draw(5) }
    const y = Object.fromEntries(
      Object.entries(x).map(([name, values]) => [name, values.map((v) => Math.round(v * (0.5 + rng.uniform())))]),
    )
    const found = await run(dbrlMetric, x, y)
    const percents = tableColumn(found, 'distances', 'percent')
    expect(found.value).toBe(Math.max(...percents))
    for (const [s, scale] of ['separate', 'ranks', 'logarithms'].entries())
      expect((await run(dbrlMetric, x, y, { params: { scale } })).value).toBe(percents[s])
    const mid = (values: number[]) => (v: number) =>
      (values.filter((one) => one < v).length + values.filter((one) => one <= v).length) / 2 / values.length
    const names = ['a', 'b', 'c'] as const
    const least = names.map((name) => Math.min(...[...x[name], ...y[name]].filter((v) => v > 0)))
    const log = (j: number) => (v: number) => (v === 0 ? 0 : 1 + Math.log(v / least[j]))
    const brute = (f: (j: number) => (v: number) => number, g: (j: number) => (v: number) => number): number => {
      let credit = 0
      for (let i = 0; i < 60; i++) {
        const gaps = x.a.map((_, t) =>
          names.reduce((total, name, j) => total + (f(j)(x[name][i]) - g(j)(y[name][t])) ** 2, 0),
        )
        const nearest = gaps.filter((gap) => gap <= Math.min(...gaps) + 1e-12)
        if (nearest.includes(gaps[i])) credit += 1 / nearest.length
      }
      return (100 * credit) / 60
    }
    expect(percents[1]).toBeCloseTo(
      brute(
        (j) => mid(x[names[j]]),
        (j) => mid(y[names[j]]),
      ),
      9,
    )
    expect(percents[2]).toBeCloseTo(brute(log, log), 9)
  })
})
