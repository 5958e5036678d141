import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { differenceVarianceMetric } from './difference-variance.js'

const metric = differenceVarianceMetric

describe('risk/difference-variance', () => {
  it('by hand: variances of the differences and the values', async () => {
    // a: differences 0, 1, −1, 0 with variance 2/3, values 1 … 4 with 5/3. b: differences 2, −2, 2, −2 and values 0, 4, 0, 4.
    const original = { a: [1, 2, 3, 4], b: [0, 4, 0, 4] }
    const masked = { a: [1, 1, 4, 4], b: [-2, 6, -2, 6] }
    const { value, columns, used } = await run(metric, original, masked)
    expect(columns?.get('a')).toBeCloseTo(40, 12)
    expect(columns?.get('b')).toBeCloseTo(100, 12)
    expect(value).toBeCloseTo(70, 12)
    expect(used).toBe(4)
  })

  it('is 0 for an unmasked file, 400 for reversed signs, 100 if the mean is released', async () => {
    const x = normals(200, 2, 1)
    expect((await run(metric, x, x)).value).toBe(0)
    const turned = new Map([...x].map(([name, v]) => [name, v.map((one) => -one)]))
    expect((await run(metric, x, turned)).value).toBeCloseTo(400, 10)
    const flat = new Map([...x].map(([name, v]) => [name, v.map(() => 3)]))
    expect((await run(metric, x, flat)).value).toBeCloseTo(100, 10)
    // A shift alone has no effect: variance, not mean square.
    const moved = new Map([...x].map(([name, v]) => [name, v.map((one) => one + 7)]))
    expect((await run(metric, x, moved)).value).toBeCloseTo(0, 10)
  })

  it('is near 10 for noise with a tenth of the variance, near 200 for independent values', async () => {
    const [x, noise] = [normals(20_000, 1, 1), normals(20_000, 1, 2)]
    const y = new Map(
      [...x].map(([name, v]) => [name, v.map((one, i) => one + Math.sqrt(0.1) * (noise.get(name)?.[i] ?? 0))]),
    )
    // A ratio of variances of 20,000 normal values has the relative error √(2·2/20000) = 1.4 %; tolerance of 5.33
    // errors.
    expect(Math.abs(((await run(metric, x, y)).value ?? 0) / 10 - 1)).toBeLessThan(0.076)
    expect(Math.abs(((await run(metric, x, noise)).value ?? 0) / 200 - 1)).toBeLessThan(0.076)
  })

  it('has the same value in other units, and in any order of the records', async () => {
    const [x, noise] = [normals(80, 3, 1), normals(80, 3, 2)]
    const y = new Map([...x].map(([name, v]) => [name, v.map((one, i) => one + (noise.get(name)?.[i] ?? 0))]))
    const { value } = await run(metric, x, y)
    for (const unit of [1e-200, 1000, 1e200]) {
      const scaled = (columns: ReadonlyMap<string, Float64Array>): Map<string, Float64Array> =>
        new Map([...columns].map(([name, v]) => [name, v.map((one) => one * unit)]))
      expect((await run(metric, scaled(x), scaled(y))).value).toBeCloseTo(value ?? Number.NaN, 9)
    }
    const origin = Int32Array.from({ length: 80 }, (_, i) => (i * 7) % 80)
    const shuffled = new Map([...y].map(([name, v]) => [name, Float64Array.from(origin, (i) => v[i])]))
    expect((await run(metric, x, shuffled, { origin })).value).toBeCloseTo(value ?? Number.NaN, 9)
  })

  it('leaves out and counts values that cannot be compared, and gives the reason for a missing value', async () => {
    const nan = Number.NaN
    const original = { a: [1, 2, nan, 4, 5], c: [7, 7, 7, 7, 7] }
    const masked = { a: [1, nan, 3, 5, 5], c: [1, 2, 3, 4, 5] }
    const measured = await run(metric, original, masked, { origin: [0, 1, 2, 3, -1] })
    // Column a has records 1 and 4: differences 0 and −1, values 1 and 4.
    expect(measured.value).toBeCloseTo(100 * (0.5 / 4.5), 12)
    expect(measured.columns?.get('c')).toBeNull()
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 2, 1])
    const flat = await run(metric, { c: [7, 7] }, { c: [1, 2] })
    expect(flat).toMatchObject({ value: null, used: 0 })
    expect(flat.reason).toMatch(/varying original/)
    expect((await run(metric, { a: [1, 2] }, { a: [1, 2] }, { origin: [-1, -1] })).reason).toMatch(/link/)
    expect((await run(metric, { a: [1, 2, 3] }, { a: [1, 2, Infinity] })).reason).toMatch(/finite/)
    expect((await run(metric, { a: [1] }, { a: [1] })).value).toBeNull()
    expect((await run(metric, { a: [-0, 1, 2] }, { a: [0, 1, 2] })).value).toBe(0)
  })
})
