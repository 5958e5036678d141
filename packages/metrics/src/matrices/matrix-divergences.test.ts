import { correlationMatrix, symmetricEigen } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { sufficientNoise } from '../testing/exact-noise.fixture.js'
import * as reference from '../testing/r-reference.fixture.js'
import { plainRankSwaps } from '../testing/rank-swap.fixture.js'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { matrixDivergencesMetric } from './matrix-divergences.js'

const none = Number.NaN
const names = ['X', 'V', 'R', 'RF', 'C', 'F']
const means = ['mean square error', 'mean absolute error', 'mean variation']

type Measured = Awaited<ReturnType<typeof run>>

/** Returns the table, row by row: three means each. */
function rows(measured: Measured): Map<string, number[]> {
  const columns = means.map((name) => tableColumn(measured, 'divergences', name))
  return new Map(names.map((name, i) => [name, columns.map((column) => column[i])]))
}

function expectRow(measured: Measured, name: string, expected: number[]): void {
  rows(measured)
    .get(name)
    ?.forEach((value, i) => expect(value, `${name} ${means[i]}`).toBeCloseTo(expected[i], 10))
}

describe('loss/matrix-divergences', () => {
  // packages/testing/reference/scripts/matrix_divergences.R
  const X = [0.5634123439301389, 0.6243960984554574, 1.24366572125193]
  const V = [0.157672123342425, 0.2985088480664505, 1.43676606908193]
  const R = [0.01507083819033554, 0.0995033935783153, 1.82844114267616]
  const C = [0.00646250087219517, 0.0715494329219977, 1.01724123544853]
  const RF = [0.02380067442261144, 0.1148103041146058, 1.44972574555017]
  const F = [0.02184849607398667, 0.1070884854763387, 1.4531220489483]

  it('equals the result of R, all 18 values', async () => {
    const measured = await run(matrixDivergencesMetric, reference.x, reference.y)
    Object.entries({ X, V, R, RF, C, F }).forEach(([name, row]) => expectRow(measured, name, row))
    expect(measured.value).toBeCloseTo((X[1] + V[1] + R[1] + RF[1] + C[1] + F[1]) / 6, 12)
    expect(measured.warnings).toEqual([])
    expect(tableColumn(measured, 'divergences', 'cells')).toEqual([120, 6, 3, 9, 3, 9])
    expect(measured.used).toBe(120)
  })

  it.each([
    [
      'proportion',
      [0.00793355814087048, 0.0382701013715353, 0.48324191518339],
      [0.00728283202466222, 0.0356961618254462, 0.4843740163161],
    ],
    [
      'unit',
      [0.02178953131682952, 0.11139098056757, 1.48447135535145],
      [0.02625171904951754, 0.1249660144857352, 1.43858596313577],
    ],
  ])('weights: %s', async (weights, rf, f) => {
    const measured = await run(matrixDivergencesMetric, reference.x, reference.y, { params: { weights } })
    expectRow(measured, 'RF', rf)
    expectRow(measured, 'F', f)
    expectRow(measured, 'C', C)
  })

  it('in the units of the columns, of loadings, and of two components', async () => {
    const raw = await run(matrixDivergencesMetric, reference.x, reference.y, { params: { scale: 'none' } })
    expectRow(raw, 'X', [30.5916666666667, 4.60833333333333, 1.24366572125193])
    expectRow(raw, 'V', [467.7754496082622, 16.16762820512821, 1.43676606908193])
    const plain = await run(matrixDivergencesMetric, reference.x, reference.y)
    expect(raw.value).toBe(plain.value)
    const loadings = await run(matrixDivergencesMetric, reference.x, reference.y, {
      params: { coefficients: 'loadings' },
    })
    expectRow(loadings, 'F', RF)
    const two = await run(matrixDivergencesMetric, reference.x, reference.y, { params: { components: 2 } })
    expectRow(two, 'C', [0.00450668208579046, 0.0578360769014186, 0.0753462312210816])
    expectRow(two, 'RF', RF)
    const three = run(matrixDivergencesMetric, reference.x, reference.y, { params: { components: 3 } })
    await expect(three).rejects.toThrow(/components: 3 of 3 columns explain all of them/)
  })

  it('is 0 for an unmasked file, even with singular correlations', async () => {
    for (const x of [normals(80, 4, 1), censusColumns()]) {
      const measured = await run(matrixDivergencesMetric, x, x)
      expect(measured.value).toBe(0)
      for (const row of rows(measured).values()) expect(row).toEqual([0, 0, 0])
    }
  })

  it('has 0 in all rows except X if means and covariances are kept exactly', async () => {
    const x = normals(120, 4, 1)
    const masked = sufficientNoise([...x.values()], 0.6, 2)
    const measured = await run(matrixDivergencesMetric, x, new Map([...x.keys()].map((name, j) => [name, masked[j]])))
    for (const [name, row] of rows(measured))
      for (const value of row) {
        if (name === 'X') expect(value).toBeGreaterThan(0.1)
        // Components turn by rounding over the gap of eigenvalues, here some 0.05.
        else expect(value).toBeLessThan(1e-9)
      }
    expect(measured.value).toBeCloseTo((rows(measured).get('X') ?? [])[1] / 6, 9)
  })

  it('omits nothing that counts if columns determine each other: census, rank swapped', async () => {
    const census = censusColumns()
    const swapped = plainRankSwaps(census, 21, 1)
    const least = (columns: ReadonlyMap<string, Float64Array>): number =>
      symmetricEigen(correlationMatrix([...columns.values()])).values[12]
    expect(Math.abs(least(census))).toBeLessThan(1e-12)
    // .010 in another run of rank swapping by 2 % of the records.
    expect(least(swapped)).toBeGreaterThan(0.005)
    expect(least(swapped)).toBeLessThan(0.02)
    const measured = await run(matrixDivergencesMetric, census, swapped)
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([0, 0, 0, 0, 0, 1, 0])
    expect(tableColumn(measured, 'divergences', 'cells').slice(3)).toEqual([156, 13, 156])
    // With eigenvalues, twelve components are divided by p² like all thirteen.
    const [r, s] = [census, swapped].map((columns) => symmetricEigen(correlationMatrix([...columns.values()])))
    let total = 0
    for (let j = 0; j < 13; j++) {
      const [e, f] = [r.vectors.getColumn(j), s.vectors.getColumn(j)]
      const sign = e.reduce((sum, one, i) => sum + one * f[i], 0) < 0 ? -1 : 1
      const [a, b] = [Math.sqrt(Math.max(0, r.values[j])), sign * Math.sqrt(s.values[j])]
      for (let i = 0; i < 13; i++) total += (Math.max(0, r.values[j]) * Math.abs(a * e[i] - b * f[i])) / 169
    }
    expect((rows(measured).get('RF') ?? [])[1]).toBeCloseTo(total, 12)
    const unit = await run(matrixDivergencesMetric, census, swapped, { params: { weights: 'unit' } })
    for (const value of rows(unit).get('F') ?? []) expect(value).toBeLessThan(1e3)
  })

  it('counts components that lose their variance by masking only: they have loadings, but no coefficients', async () => {
    const [a, b, c] = [...normals(60, 3, 3).values()]
    const measured = await run(matrixDivergencesMetric, { a, b, c }, { a, b, c: a.map((v, i) => v + b[i]) })
    expect(tableColumn(measured, 'left-out', 'count').slice(5)).toEqual([0, 1])
    expect(tableColumn(measured, 'divergences', 'cells').slice(3)).toEqual([9, 3, 6])
    expect(measured.value).toBeGreaterThan(0)
  })
})

describe('loss/matrix-divergences: matching components', () => {
  it('warns of different directions, and says if they are chance', async () => {
    const [a, b, e] = [...normals(400, 3, 4).values()]
    // Two independent columns: eigenvalues near 1, directions by chance.
    const { warnings } = await run(
      matrixDivergencesMetric,
      { a, b, e },
      { a, b, e: e.map((v, i) => v + 0.4 * (b[i] - a[i])) },
    )
    expect(warnings?.join()).toMatch(/components .* point elsewhere .* within a tenth of the next/)
    const apart = await run(
      matrixDivergencesMetric,
      { a, b: a.map((v, i) => v + 0.2 * b[i]), e },
      { a, b, e: a.map((v, i) => v + 0.2 * e[i]) },
    )
    expect(apart.warnings?.join()).toMatch(/components 1, 2, 3 of the masked file point elsewhere/)
    expect(apart.warnings?.join()).not.toMatch(/tenth/)
  })

  it('does not depend on the sign of a masked component', async () => {
    const [a, b, c] = [...normals(50, 3, 6).values()]
    const base = { a, b: b.map((v, i) => v + a[i]), c }
    const near = { a: a.map((v, i) => v + 0.01 * c[i]), b: base.b, c }
    const { value } = await run(matrixDivergencesMetric, base, near)
    const turned = (file: typeof base) => ({ ...file, a: file.a.map((v) => -v), b: file.b.map((v) => -v) })
    expect((await run(matrixDivergencesMetric, turned(base), turned(near))).value).toBeCloseTo(value ?? none, 10)
    expect(value).toBeLessThan(0.05)
  })
})

describe('loss/matrix-divergences of few values', () => {
  it('has only X and V for one column', async () => {
    const measured = await run(matrixDivergencesMetric, { a: [0, 2, 4] }, { a: [0, 2, 8] })
    // In deviations of 2: X (4/3)/2; V 4 against (64/3·... ) of 0, 2, 8: 52/3, in units of 4.
    expect(measured.value).toBeCloseTo((4 / 3 / 2 + (52 / 3 - 4) / 4) / 2, 12)
    expect(rows(measured).get('X')?.[2]).toBeCloseTo(0.5, 12)
    expect(tableColumn(measured, 'divergences', 'zero in the original')[0]).toBe(1)
    expect(rows(measured).get('R')).toEqual([none, none, none])
  })

  it('compares linked cells, and the moments of the whole files', async () => {
    const original = { a: [1, 2, 3, 4], b: [2, none, 1, 5], c: [7, 7, 7, 7], d: [none, none, none, 1] }
    const masked = { a: [2, 2, 3, 4], b: [2, 4, 1, none], c: [1, 2, 3, 4], d: [1, 2, 3, 4] }
    const measured = await run(matrixDivergencesMetric, original, masked, { origin: [0, 1, -1, 3] })
    expect(measured.used).toBe(4)
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 2, 1, 1, 0, 0, 0])
    expect(measured.value).not.toBeNull()
  })

  it('is null, with the reason, without a link, variation or principal components; refuses infinite values', async () => {
    const x = { a: [1, 2, 3], b: [2, 1, 5] }
    const { value, reason, tables } = await run(matrixDivergencesMetric, x, x, { origin: [-1, -1, -1] })
    expect([value, reason]).toEqual([null, expect.stringMatching(/origin/)])
    expect(tables?.get('divergences')?.rows).toBe(6)
    expect(await run(matrixDivergencesMetric, x, { a: [2, 2, 2], b: [1, 2, 3] })).toMatchObject({
      value: null,
      reason: expect.stringMatching(/^R, RF, C, F cannot be compared/) as unknown,
    })
    for (const a of [[3], [], [2, 2], [none, none]])
      expect(await run(matrixDivergencesMetric, { a }, { a })).toMatchObject({ value: null, used: 0 })
    await expect(run(matrixDivergencesMetric, x, { ...x, b: [1, Infinity, 2] })).rejects.toThrow(/record 2 is Infinity/)
  })
})
