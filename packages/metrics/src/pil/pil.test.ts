import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { plainMdav } from '../testing/mdav.fixture.js'
import * as reference from '../testing/r-reference.fixture.js'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { probabilisticLoss } from './pil-statistics.js'
import { pilMetric } from './pil.js'

const none = Number.NaN

describe('loss/pil of census', () => {
  const census = censusColumns()
  const names = [...census.keys()]
  const original = [...census.values()]

  /** MDAV on three columns, three, three, and the last four, as in Torra 2013. */
  const grouped = (k: number): Map<string, Float64Array> => {
    const masked = [0, 3, 6, 9].flatMap((from) => plainMdav(original.slice(from, from === 9 ? 13 : from + 3), k))
    return new Map(names.map((name, j) => [name, masked[j]]))
  }

  // An independent run of the definition; then the value in Torra 2013, from its own microaggregation.
  it.each([
    [3, 14.68, 15.189],
    [4, 18.69, 19.325],
    [5, 22.3, 22.724],
    [6, 25.68, 25.76],
    [7, 28.48, 28.75],
    [8, 30.94, 31.185],
    [9, 33.93, 33.883],
  ])('microaggregated, k = %i', async (k, independent, printed) => {
    const measured = await run(pilMetric, census, grouped(k))
    expect(measured.value?.toFixed(2)).toBe(independent.toFixed(2))
    expect(Math.abs((measured.value ?? none) - printed)).toBeLessThan(0.64)
    expect(measured.used).toBe(1080)
    if (k !== 3) return
    const families = tableColumn(measured, 'families', 'mean percent')
    expect(families.map((mean) => mean.toFixed(2))).toEqual(['21.40', '0.00', '18.01', '14.66', '19.33'])
    expect(tableColumn(measured, 'families', 'statistics')).toEqual([247, 13, 13, 78, 78])
  })
})

describe('loss/pil', () => {
  it('equals the result of R by its definition', async () => {
    // packages/testing/reference/scripts/pil.R
    const measured = await run(pilMetric, reference.x, reference.y)
    const expected = [55.3478105763016, 25.8869346964172, 99.6668330299103, 27.1445285703325, 47.2316355293336]
    tableColumn(measured, 'families', 'mean percent').forEach((mean, f) => expect(mean).toBeCloseTo(expected[f], 9))
    expect(measured.value).toBeCloseTo(51.055548480459, 9)
    // Correlations of a with b, a with c, b with c.
    const [ab, ac, bc] = [89.99069201321774, 49.77723958259426, 1.92697499218879]
    tableColumn(measured, 'columns', 'correlations').forEach((mean, j) =>
      expect(mean).toBeCloseTo([ab + ac, ab + bc, ac + bc][j] / 2, 9),
    )
  })

  it('is the mean of quantiles, mean and variance for one column', async () => {
    const x = [0, 1, 3, 4]
    const measured = await run(pilMetric, { x }, { x: x.map((v) => v + 1) })
    const [quantiles, means, variances, ...others] = tableColumn(measured, 'families', 'mean percent')
    // R: 100 * (2 * pnorm(1 / sqrt(2.5 / 4)) - 1)
    expect(means).toBeCloseTo(79.409678926793, 10)
    expect(variances).toBe(0)
    expect(others).toEqual([none, none])
    expect(measured.value).toBeCloseTo((quantiles + means) / 3, 12)
    expect(measured.columns?.get('x')).toBe(measured.value)
  })

  it('is 0 for an unmasked file, and for its records in any order', async () => {
    const x = normals(90, 3, 1)
    expect((await run(pilMetric, x, x)).value).toBe(0)
    const turned = new Map([...x].map(([name, values]) => [name, values.map((_, i) => values[(i * 37 + 5) % 90])]))
    expect((await run(pilMetric, x, turned, { origin: new Int32Array(90).fill(-1) })).value).toBe(0)
  })

  it('does not change with the order of the records or columns, the unit, or an added constant', async () => {
    const [x, y] = [normals(80, 3, 1), normals(70, 3, 2)]
    const { value } = await run(pilMetric, x, y)
    const each = (file: Map<string, Float64Array>, of: (values: Float64Array, j: number) => Float64Array) =>
      new Map([...file].map(([name, values], j) => [name, of(values, j)]))
    const reverse = (values: Float64Array) => values.slice().reverse()
    for (const [a, b] of [
      [each(x, reverse), y],
      [x, each(y, reverse)],
      [new Map([...x].reverse()), new Map([...y].reverse())],
      [each(x, (v, j) => v.map((one) => (j + 1) * one + 5)), each(y, (v, j) => v.map((one) => (j + 1) * one + 5))],
      [each(x, (v) => v.map((one) => -one)), each(y, (v) => v.map((one) => -one))],
    ])
      expect((await run(pilMetric, a, b)).value).toBeCloseTo(value ?? none, 9)
  })

  it('grows with the noise added to a column', async () => {
    const x = normals(100, 1, 1)
    const values: number[] = []
    for (const shift of [0, 0.05, 0.1, 0.3, 3]) {
      const y = new Map([...x].map(([name, v]) => [name, v.map((one) => one + shift)]))
      values.push((await run(pilMetric, x, y)).value ?? none)
    }
    expect(values).toEqual([...values].sort((a, b) => a - b))
    // All except the variance, which is the same.
    expect(values[4]).toBeCloseTo(200 / 3, 2)
  })

  it('leaves out and counts statistics that one of the files lacks', async () => {
    const original = { a: [1, 2, 4, 8], b: [1, 0, 2, none], c: [5, 5, 5, 5], d: [none, none, none, 1] }
    const masked = { ...original, b: [none, none, none, none] }
    const measured = await run(pilMetric, original, masked)
    expect(measured.value).toBeNull()
    expect(measured.reason).toMatch(/^none of the covariances, correlations is defined in both files/)
    const one = await run(pilMetric, original, masked, { columns: ['a', 'c', 'd'] })
    expect(one).toMatchObject({ value: 0, used: 4 })
    expect([...(one.columns ?? [])]).toEqual([
      ['a', 0],
      ['c', null],
      ['d', null],
    ])
    expect(tableColumn(one, 'left-out', 'count')).toEqual([1, 1, 0])
    // 19 quantiles, mean and variance of b, its covariance and its correlation with a.
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 1, 23])
  })

  it('computes each covariance from its own complete records', async () => {
    const [a, b, c] = [...normals(40, 3, 5).values()]
    const holed = b.map((value, i) => (i % 3 === 0 ? none : value))
    const full = await run(pilMetric, { a, b: holed }, { a, b: holed.map((v, i) => v + 0.3 * c[i]) })
    const rows = a.map((_, i) => i).filter((i) => i % 3 !== 0)
    const kept = (values: Float64Array): Float64Array => rows.map((i) => values[i])
    const only = await run(
      pilMetric,
      { a: kept(a), b: kept(b) },
      { a: kept(a), b: kept(b).map((v, i) => v + 0.3 * kept(c)[i]) },
    )
    expect(tableColumn(full, 'columns', 'covariances')).toEqual(
      tableColumn(only, 'columns', 'covariances').map((mean) => expect.closeTo(mean, 9) as unknown),
    )
    expect(tableColumn(full, 'columns', 'quantiles')[1]).toBeCloseTo(tableColumn(only, 'columns', 'quantiles')[1], 9)
  })

  it('has no value for one record, for no record, for constants, and refuses infinite values', async () => {
    for (const x of [[3], [], [2, 2, 2], [none, none]])
      expect(await run(pilMetric, { x }, { x })).toMatchObject({
        value: null,
        used: 0,
        reason: 'no column has two different values in the original',
      })
    const x = [1, 2, 3]
    await expect(run(pilMetric, { x }, { x: [1, 2, Infinity] })).rejects.toThrow(/masked value of record 3 is Infinity/)
    await expect(run(pilMetric, { x: [-Infinity, 2, 3] }, { x })).rejects.toThrow(/original value of record 1/)
    expect((await run(pilMetric, { x: [-0, 1, 2] }, { x: [0, 1, 2] })).value).toBe(0)
  })

  it('treats a relation without chance variation as lost if masking changed it', async () => {
    const [a, e] = [...normals(60, 2, 7).values()]
    const twice = a.map((value) => 2 * value + 1)
    const kept = await run(pilMetric, { a, twice }, { a, twice })
    expect(kept.value).toBe(0)
    const measured = await run(pilMetric, { a, twice }, { a, twice: twice.map((v, i) => v + 1e-4 * e[i]) })
    expect(tableColumn(measured, 'columns', 'correlations')).toEqual([100, 100])
    expect(tableColumn(measured, 'columns', 'covariances')[0]).toBeLessThan(1)
  })
})

describe('probabilisticLoss', () => {
  it('is the probability of a smaller change, from 0 to 100', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 8, noNaN: true }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (z, error) => {
          const loss = probabilisticLoss(z * error, error)
          expect(loss).toBe(probabilisticLoss(-z * error, error))
          expect(loss).toBeGreaterThan(0)
          expect(loss).toBeLessThanOrEqual(100)
        },
      ),
    )
    // R: 100 * (2 * pnorm(c(1, 1.959963984540054)) - 1)
    expect(probabilisticLoss(2, 2)).toBeCloseTo(68.2689492137086, 11)
    expect(probabilisticLoss(-1.959963984540054, 1)).toBeCloseTo(95, 11)
    expect(probabilisticLoss(0, 0)).toBe(0)
    expect(probabilisticLoss(1e-13, 0)).toBe(0)
    expect(probabilisticLoss(1e-9, 0)).toBe(100)
    expect([probabilisticLoss(none, 1), probabilisticLoss(1, none), probabilisticLoss(1, Infinity)]).toEqual([
      none,
      none,
      none,
    ])
  })
})
