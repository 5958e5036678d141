import { categorical, dataset, numeric, seededRng, measureInput } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sufficientNoise } from '../testing/exact-noise.fixture.js'
import * as reference from '../testing/r-reference.fixture.js'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { explainedVariance } from './explained-variance.js'
import { valueDisclosureMetric } from './value-disclosure.js'
import { measureByPlan } from '@sdc/toolkit'

const named = (columns: readonly Float64Array[], like: ReadonlyMap<string, Float64Array>): Map<string, Float64Array> =>
  new Map([...like.keys()].map((name, j) => [name, columns[j]]))

describe('risk/value-disclosure', () => {
  it('equals the result of R', async () => {
    const given = ['s1', 's2']
    const joined = (file: ReadonlyMap<string, Float64Array>) => new Map([...file, ...reference.s])
    const measured = await run(valueDisclosureMetric, joined(reference.x), joined(reference.y), { given })
    // R prints 15 digits; a few ε of sums of 40 terms.
    const near = (found: number[], expected: number[]): void => {
      expect(found).toHaveLength(expected.length)
      found.forEach((value, k) => expect(value).toBeCloseTo(expected[k], 12))
    }
    // R: summary(lm(x[, j] ~ s))$r.squared, and of lm(x[, j] ~ cbind(s, y))
    const before = [0.0101959875747708, 0.00033765794452881, 0.00826506840485774]
    const after = [0.766181572236852, 0.672049344459387, 0.534212551161546]
    near(tableColumn(measured, 'columns', 'R2 given'), before)
    near(tableColumn(measured, 'columns', 'R2 given and masked'), after)
    near(
      tableColumn(measured, 'columns', 'increment'),
      after.map((value, j) => value - before[j]),
    )
    expect(measured.value).toBeCloseTo((100 * (after[0] - before[0])) / (1 - before[0]), 10)
    // R: cancor(resid(lm(x ~ s)), resid(lm(y ~ s)))$cor
    const canonical = [0.884180241835908, 0.745415283813456, 0.721006519957719]
    near(tableColumn(measured, 'canonical-correlations', 'correlation'), canonical)
    // R: 1 - det(crossprod(resid(lm(x ~ s + y)))) / det(crossprod(resid(lm(x ~ s))))
    const [jointly] = tableColumn(measured, 'joint', 'value')
    near([jointly / 100], [0.953440021515321])
  })

  it.each([
    [0.5, 0.866],
    [0.9, 0.436],
  ])('has the interval widths that Muralidhar & Sarathy print for d = %f', async (d, printed) => {
    const x = normals(200, 3, 1)
    const measured = await run(valueDisclosureMetric, x, named(sufficientNoise([...x.values()], d, 2), x))
    for (const width of tableColumn(measured, 'columns', 'interval width')) {
      expect(width).toBeCloseTo(printed, 3)
      expect(width).toBeCloseTo(Math.sqrt(1 - d * d), 12)
    }
    expect(measured.value).toBeCloseTo(100 * d * d, 10)
    // All canonical correlations are d.
    for (const rho of tableColumn(measured, 'canonical-correlations', 'correlation')) expect(rho).toBeCloseTo(d, 12)
  })

  it('is 0 for exactly independent values, and 100 for unmasked ones, for any given columns', async () => {
    const x = normals(80, 3, 1)
    const independent = named(sufficientNoise([...x.values()], 0, 2), x)
    expect((await run(valueDisclosureMetric, x, independent)).value).toBeCloseTo(0, 10)
    expect((await run(valueDisclosureMetric, x, x, { given: ['v3'] })).value).toBeCloseTo(100, 10)
    // A column that is both given and masked counts as measured.
    expect((await run(valueDisclosureMetric, x, x, { given: ['v3'], columns: ['v1', 'v2', 'v3'] })).value).toBeCloseTo(
      100,
      10,
    )
  })

  it('detects that a combination of columns is disclosed although no column is', async () => {
    const x = normals(500, 4, 1)
    const [a, b, c, d] = [...x.values()]
    const original = new Map([
      ['p', a.map((v, i) => v + 10 * b[i])],
      ['q', a.map((v, i) => v - 10 * b[i])],
    ])
    const masked = new Map([
      ['p', a.map((v, i) => v + 10 * c[i])],
      ['q', a.map((v, i) => v - 10 * c[i] + 1e-3 * d[i])],
    ])
    const measured = await run(valueDisclosureMetric, original, masked)
    expect(measured.value).toBeLessThan(5)
    expect(tableColumn(measured, 'canonical-correlations', 'correlation')[0]).toBeGreaterThan(0.999)
    expect(tableColumn(measured, 'joint', 'value')[0]).toBeGreaterThan(99)
  })

  it('counts given categories by indicators, and leaves out records without one', async () => {
    const x = normals(90, 1, 1).get('v1') ?? new Float64Array()
    const shift: Record<string, number> = { n: 0, s: 50, e: -30 }
    const labels = Array.from(x, (_, i) => (i === 5 ? null : ['n', 's', 'e'][i % 3]))
    const values = x.map((v, i) => v + shift[labels[i] ?? 'n'])
    const noise = normals(90, 1, 2).get('v1') ?? new Float64Array()
    const file = (v: Float64Array) =>
      dataset([
        ['x', numeric(v)],
        ['g', categorical(labels)],
      ])
    const measured = await measureByPlan(
      valueDisclosureMetric,
      measureInput(file(values), file(values.map((v, i) => v + noise[i] - x[i])), {
        origin: Int32Array.from(x, (_, i) => i),
        columns: ['x'],
        given: ['g'],
        params: {},
        rng: seededRng(1),
      }),
    )
    expect(measured.used).toBe(89)
    expect(tableColumn(measured, 'columns', 'R2 given')[0]).toBeGreaterThan(0.99)
    // Beyond its category nothing is disclosed: a squared correlation of 89 independent pairs, P(r² > .28) < 1e-7.
    expect(measured.value).toBeLessThan(28)
  })

  it('is null, with the reason, if the columns explain everything by their number alone, or nothing remains', async () => {
    const x = normals(4, 3, 1)
    expect((await run(valueDisclosureMetric, x, normals(4, 3, 2))).reason).toMatch(/number alone/)
    const flat = { a: [1, 1, 1, 1], s: [1, 2, 3, 5] }
    expect((await run(valueDisclosureMetric, flat, flat, { given: ['s'] })).reason).toMatch(/constant or determined/)
    const line = { a: [3, 5, 7, 11], s: [1, 2, 3, 5] }
    expect((await run(valueDisclosureMetric, line, line, { given: ['s'] })).reason).toMatch(/constant or determined/)
  })
})

describe('explainedVariance', () => {
  it('never explains less by more columns, including dependent or constant ones', () => {
    const cell = fc.integer({ min: -3, max: 3 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell, cell, cell), { minLength: 3, maxLength: 30 }), (rows) => {
        const [a, b, c, d, s] = [0, 1, 2, 3, 4].map((j) => Float64Array.from(rows, (row) => row[j]))
        const { before, after, partial, canonical } = explainedVariance([a, b], [c, d, c], [s, s])
        for (let j = 0; j < 2; j++) {
          if (Number.isNaN(before[j])) continue
          expect(after[j]).toBeGreaterThanOrEqual(before[j])
          expect(partial[j] >= 0 && partial[j] <= 1).toBe(!Number.isNaN(partial[j]))
          // No column is explained better than the best combination.
          if (!Number.isNaN(partial[j])) expect(partial[j]).toBeLessThanOrEqual(canonical[0] ** 2 + 1e-9)
        }
        for (const rho of canonical) expect(rho >= 0 && rho <= 1).toBe(true)
      }),
    )
  })
})

describe('risk/value-disclosure, by closed forms', () => {
  it('has the joint shares of equal canonical correlations', async () => {
    const x = normals(200, 3, 1)
    const measured = await run(valueDisclosureMetric, x, named(sufficientNoise([...x.values()], 0.5, 2), x))
    const joint = tableColumn(measured, 'joint', 'value')
    // 1 − (1 − d²)³, d², d², and three masked columns of 199 degrees of freedom.
    const expected = [100 * (1 - 0.75 ** 3), 25, 25, 300 / 199]
    joint.forEach((found, k) => expect(found).toBeCloseTo(expected[k], 9))
    for (const increment of tableColumn(measured, 'columns', 'increment')) expect(increment).toBeCloseTo(0.25, 12)
    for (const rest of tableColumn(measured, 'columns', 'percent of the unexplained')) expect(rest).toBeCloseTo(25, 10)
    expect(measured.tables?.get('canonical-correlations')?.column('number')).toMatchObject({ levels: ['1', '2', '3'] })
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([0])
  })

  it('needs more records than columns, two at least, and a column that varies', async () => {
    const [x, y] = [normals(5, 3, 1), normals(5, 3, 2)]
    expect((await run(valueDisclosureMetric, x, y)).value).toBeGreaterThan(0)
    const first = (file: Map<string, Float64Array>, n: number) =>
      new Map([...file].map(([name, values]) => [name, values.slice(0, n)]))
    expect(await run(valueDisclosureMetric, first(x, 4), first(y, 4))).toMatchObject({ value: null, used: 4 })
    const none = Number.NaN
    const one = await run(valueDisclosureMetric, { a: [1, 2, none] }, { a: [1, none, 3] })
    expect(one).toMatchObject({
      value: null,
      used: 1,
      reason: '1 records have all values in both files; the metric needs 2',
    })
    expect(tableColumn(one, 'left-out', 'count')).toEqual([2])
    const flat = await run(
      valueDisclosureMetric,
      { a: [1, 1, 1, 1, 1], b: [1, 2, 3, 4, 6] },
      { a: [1, 2, 3, 5, 4], b: [2, 1, 4, 3, 5] },
    )
    expect(flat.columns?.get('a')).toBeNull()
    expect(flat.columns?.get('b')).toBe(flat.value)
    // With one varying column, the best combination is this column.
    expect(tableColumn(flat, 'joint', 'value')[1]).toBeCloseTo(flat.value ?? Number.NaN, 10)
  })
})
