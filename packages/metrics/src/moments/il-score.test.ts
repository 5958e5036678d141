import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { absoluteVariation, ilScoreMetric, relativeVariation } from './il-score.js'

const average = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length

const covariance = (a: number[], b: number[]): number =>
  a.reduce((sum, v, i) => sum + (v - average(a)) * (b[i] - average(b)), 0) / (a.length - 1)

/** Computes the five components from arrays of records, by their definitions. */
function bruteComponents(x: number[][], y: number[][]): number[] {
  const relative = (pairs: [number, number][]): number =>
    average(pairs.filter(([a]) => a !== 0).map(([a, b]) => Math.abs(b - a) / Math.abs(a)))
  const positions = x.flatMap((_, i) => x.map((__, j): [number, number] => [i, j]))
  const upper = positions.filter(([i, j]) => i <= j)
  const r = (v: number[][], i: number, j: number): number =>
    covariance(v[i], v[j]) / Math.sqrt(covariance(v[i], v[i]) * covariance(v[j], v[j]))
  const components = [
    relative(x.flatMap((column, j) => column.map((value, i): [number, number] => [value, y[j][i]]))),
    relative(x.map((column, j): [number, number] => [average(column), average(y[j])])),
    relative(upper.map(([i, j]): [number, number] => [covariance(x[i], x[j]), covariance(y[i], y[j])])),
    relative(x.map((column, j): [number, number] => [covariance(column, column), covariance(y[j], y[j])])),
  ]
  if (x.length === 1) return components
  return [...components, average(upper.filter(([i, j]) => i < j).map(([i, j]) => Math.abs(r(x, i, j) - r(y, i, j))))]
}

describe('loss/il-score', () => {
  it('equals the definitions, for one column or more, with zeros among the values', async () => {
    const value = fc.integer({ min: -20, max: 20 })
    const column = (n: number) => fc.array(value, { minLength: n, maxLength: n })
    const file = (d: number, n: number) => fc.array(column(n), { minLength: d, maxLength: d })
    const files = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 20 }))
      .chain(([d, n]) => fc.tuple(file(d, n), file(d, n)))
    await fc.assert(
      fc.asyncProperty(files, async ([x, y]) => {
        // A constant has no correlation, and both programs divide by a covariance that is zero except for rounding.
        fc.pre([...x, ...y].every((values) => new Set(values).size > 1))
        fc.pre(x.every((a) => x.every((b) => Math.abs(covariance(a, b)) > 1e-9)))
        // Without a mean to divide by there is no value: tested below.
        fc.pre(x.some((values) => average(values) !== 0))
        const named = (columns: number[][]) => new Map(columns.map((column, j) => [`v${j}`, column]))
        const measured = await run(ilScoreMetric, named(x), named(y))
        const expected = bruteComponents(x, y).map((component) => 100 * component)
        const ours = tableColumn(measured, 'components', 'percent')
        expect(ours).toHaveLength(expected.length)
        // The smallest covariance is 1/(n(n − 1)) of products up to 400: of 16 digits, 10 remain.
        ours.forEach((percent, i) => {
          expect(Math.abs(percent - expected[i])).toBeLessThanOrEqual(1e-8 * (1 + expected[i]))
        })
        expect(measured.value).toBeCloseTo(ours.reduce((a, b) => a + b, 0) / ours.length, 6)
      }),
    )
  })

  it('skips and counts zeros, and never replaces them', async () => {
    const measured = await run(ilScoreMetric, { a: [0, 2, 4], b: [-1, 0, 1] }, { a: [5, 3, 4], b: [-1, 0, 2] })
    // IL1: |3−2|/2, 0, 0, 1/1 over the four nonzero cells; IL2: a only, because b's mean is 0.
    expect(tableColumn(measured, 'components', 'percent').slice(0, 2)).toEqual([37.5, 100])
    expect(tableColumn(measured, 'components', 'left out').slice(0, 2)).toEqual([2, 1])
    expect(measured.used).toBe(4)
    expect([...(measured.records ?? [])]).toEqual([0, 50, 50])
  })

  it('is 0 for an unmasked file', async () => {
    const x = normals(80, 3, 1)
    expect((await run(ilScoreMetric, x, x)).value).toBe(0)
  })

  it('computes IL1 from the present linked cells, and the moments from the whole files', async () => {
    const original = { a: [1, 2, 3, 4], b: [2, Number.NaN, 1, 5] }
    const masked = { a: [2, 2, 3, 4], b: [2, 4, 1, Number.NaN] }
    const measured = await run(ilScoreMetric, original, masked, { origin: [0, 1, -1, 3] })
    expect(measured.used).toBe(4)
    const [il1, il2] = tableColumn(measured, 'components', 'percent')
    expect(il1).toBe(25)
    expect(il2).toBeCloseTo(100 * ((0.25 / 2.5 + (8 / 3 - 7 / 3) / (8 / 3)) / 2), 9)
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 2, 0])
  })

  it('is null, with the component, if there is no divisor', async () => {
    const { value, reason } = await run(
      ilScoreMetric,
      { a: [-1, 0, 1], b: [-2, 1, 1] },
      { a: [-1, 0, 2], b: [-2, 1, 1] },
    )
    expect(value).toBeNull()
    expect(reason).toMatch(/IL2/)
    expect((await run(ilScoreMetric, { a: [0, 0, 3] }, { a: [1, 2, 3] })).reason).toMatch(/1 records/)
    expect((await run(ilScoreMetric, { a: [1, 2] }, { a: [1, 2] }, { origin: [-1, -1] })).reason).toMatch(/origin/)
  })

  it('depends on the zero point, but not on the unit', async () => {
    const x = normals(60, 3, 1)
    const y = normals(60, 3, 2)
    const changed = (columns: Map<string, Float64Array>, of: (v: number) => number) =>
      new Map([...columns].map(([name, values]) => [name, values.map(of)]))
    const { value } = await run(ilScoreMetric, x, y)
    const scaled = await run(
      ilScoreMetric,
      changed(x, (v) => v * 1e-9),
      changed(y, (v) => v * 1e-9),
    )
    const moved = await run(
      ilScoreMetric,
      changed(x, (v) => v + 100),
      changed(y, (v) => v + 100),
    )
    expect(scaled.value).toBeCloseTo(value ?? Number.NaN, 6)
    expect(moved.value).toBeLessThan((value ?? 0) / 2)
  })
})

describe('variations', () => {
  const none = Number.NaN

  it('are sums over present values, relative ones if the original is not zero', () => {
    const [a, b] = [
      [2, -4, 0, none, 5],
      [3, -2, 7, 1, none],
    ]
    expect(relativeVariation(a, b)).toEqual({ sum: 1, used: 2, skipped: 3 })
    expect(absoluteVariation(a, b)).toEqual({ sum: 10, used: 3, skipped: 2 })
  })

  it('have no unit for moments, and no correlation if fewer than two columns vary', async () => {
    const x = [Float64Array.of(1, 2, 6), Float64Array.of(2, 1, 3)]
    const y = [Float64Array.of(2, 2, 8), Float64Array.of(1, 1, 4)]
    const components = async (before: Float64Array[], after: Float64Array[]): Promise<Map<string, number[]>> => {
      const [one, other] = [before, after].map((file) => new Map(file.map((values, j) => [String(j), values])))
      const measured = await run(ilScoreMetric, one, other)
      const used = tableColumn(measured, 'components', 'used')
      return new Map(tableColumn(measured, 'components', 'percent').map((one, k) => [`IL${k + 1}`, [one, used[k]]]))
    }
    const plain = await components(x, y)
    // Means 3 and 2, of y 4 and 2; variances 7 and 1, of y 12 and 3; covariances 2 and 6.
    const expected = { IL2: [1 / 3, 2], IL3: [5 / 7 + 2 + 2, 3], IL4: [5 / 7 + 2, 2], IL5: [1 - 2 / Math.sqrt(7), 1] }
    for (const [name, [sum, used]] of Object.entries(expected)) {
      expect(plain.get(name)?.[0]).toBeCloseTo((100 * sum) / used, 10)
      expect(plain.get(name)?.[1]).toBe(used)
    }
    for (const unit of [1e-200, 1e200]) {
      const scaled = await components([x[0].map((v) => v * unit), x[1]], [y[0].map((v) => v * unit), y[1]])
      for (const [name, [percent]] of plain) expect(scaled.get(name)?.[0]).toBeCloseTo(percent, 7)
    }
    const flat = [Float64Array.of(5, 5, 5), Float64Array.of(none, none, none)]
    expect((await components([...x, ...flat], [...y, ...y])).has('IL5')).toBe(true)
    expect((await components([x[0], ...flat], [y[0], ...y])).has('IL5')).toBe(false)
  })
})

describe('loss/il-score of few comparable values', () => {
  it('counts the components, and names those without a divisor', async () => {
    const measured = await run(ilScoreMetric, { a: [1, 2, 4], b: [0, 3, 5] }, { a: [1, 2, 5], b: [1, 3, 5] })
    expect(tableColumn(measured, 'components', 'used')).toEqual([5, 2, 3, 2, 1])
    expect(tableColumn(measured, 'components', 'left out')).toEqual([1, 0, 0, 0, 0])
    expect(measured.records?.[0]).toBe(0)
    expect(measured.records?.[2]).toBeCloseTo(12.5, 12)
    const single = await run(ilScoreMetric, { a: [0, 0, 3] }, { a: [1, 2, 3] })
    expect(single).toMatchObject({ value: null, used: 1 })
    const two = await run(ilScoreMetric, { a: [0, 2, 4] }, { a: [1, 2, 4] })
    expect(two.value).not.toBeNull()
    expect(tableColumn(two, 'components', 'used')).toHaveLength(4)
    // Both columns vary, but no record of the masked file has both values.
    const none = Number.NaN
    const apart = await run(
      ilScoreMetric,
      { a: [1, 2, 3, 4], b: [4, 1, 2, 2] },
      { a: [1, 2, none, none], b: [none, none, 2, 3] },
    )
    expect(apart.reason).toMatch(/^IL5: no two columns have a correlation in both files/)
  })

  it('uses all masked records by truth: nearest, regardless of their origin', async () => {
    const x = normals(60, 8, 1)
    const measured = await run(ilScoreMetric, x, x, {
      origin: new Int32Array(60).fill(-1),
      params: { truth: 'nearest' },
    })
    expect(measured).toMatchObject({ value: 0, used: 480 })
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([0, 0, 0])
  })
})
