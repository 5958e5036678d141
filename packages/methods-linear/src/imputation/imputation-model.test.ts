import { seededRng, type Rng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { columnArrays } from '@sdc/stats/internal'
import { determinedColumns, drawImputation, fitImputation, otherCoordinates } from './imputation-model.js'
import { normals } from './imputation.fixture.js'

const s = Float64Array.from({ length: 12 }, (_, i) => i + 1)
const x1 = Float64Array.of(2.1, 3.9, 6.2, 7.8, 10.1, 12.2, 13.8, 16.1, 18, 20.3, 21.7, 24.4)
const x2 = Float64Array.of(5, 1, 4, 8, 2, 9, 7, 3, 12, 6, 10, 11)

/** One stream for everything: a fresh child for every draw of 20,000 would take longer than the draws. */
function oneStream(seed: string): Rng {
  const rng: Rng = { ...seededRng(seed), child: () => rng }
  return rng
}

const average = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / values.length
const spread = (values: readonly number[]): number => {
  const centre = average(values)
  return Math.sqrt(average(values.map((value) => (value - centre) ** 2)))
}

describe('the draws', () => {
  /**
   * Reference: R 4.2.2, f1 <- lm(x1 ~ s); f2 <- lm(x2 ~ s + x1) at records 1, 6, 12: fitted(f1), hatvalues(f1), deviance(f1),
   * predict(f2, data.frame(s, x1 = fitted(f1))), coef(f2)[3]; qt(.975, 10).
   */
  const at = [0, 5, 11]
  const fitted1 = [1.99615384615384, 12.0451048951049, 24.1038461538462]
  const hat = [0.294871794871795, 0.0850815850815851, 0.294871794871795]
  const sse1 = 0.496293706293709
  const fitted2 = [3, 6.18181818181819, 10]
  const slope = -2.1981118782584
  const t975 = 2.2281388519862739

  it('have the posterior predictive distribution of the chain', () => {
    const model = fitImputation([s], [x1, x2])
    expect([...model.degrees]).toEqual([10, 9])
    const rng = oneStream('posterior')
    const runs = 20_000
    const start = model.fitted
    const drawn = Array.from({ length: runs }, () => drawImputation(model, start, 12, () => rng))
    // 12 checks at 5.3 standard errors: a false alarm in 1e-6 of the seeds.
    const near = (values: readonly number[], expected: number): void =>
      expect(Math.abs(average(values) - expected)).toBeLessThan((5.3 * spread(values)) / Math.sqrt(runs))
    at.forEach((i, r) => {
      const [y1, y2] = [0, 1].map((j) => drawn.map((columns) => columns[j][i]))
      near(y1, fitted1[r])
      near(y2, fitted2[r])
      // Var y = E σ²*·(1 + h), E σ²* = SSE/(ν − 2); y2 depends on y1 through the slope alone.
      const variance = (sse1 / 8) * (1 + hat[r])
      near(
        y1.map((value) => (value - fitted1[r]) ** 2),
        variance,
      )
      near(
        y1.map((value, k) => (value - fitted1[r]) * (y2[k] - fitted2[r])),
        slope * variance,
      )
      const studentised = y1.map((value) => (value - fitted1[r]) / Math.sqrt((sse1 / 10) * (1 + hat[r])))
      near(
        studentised.map((value) => (Math.abs(value) > t975 ? 1 : 0)),
        0.05,
      )
    })
  })

  it('are the same for a record outside the fit as for a fitted one with the same given values', () => {
    const model = fitImputation([s, s.map(Math.sqrt)], [x1, x2])
    const { coordinates, outside } = otherCoordinates(model, [s, s.map(Math.sqrt)])
    expect(outside).toBe(null)
    columnArrays(model.fitted).forEach((t, k) =>
      // √s is .99 correlated with s: R has a condition of about 10.
      t.forEach((value, i) => expect(Math.abs(coordinates[k][i] - value)).toBeLessThan(1e-13)),
    )
  })

  it('follow any change of units and origin, for any difference of the scales', () => {
    const unit = fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -4, max: 4 }))
    fc.assert(
      fc.property(fc.tuple(unit, unit, unit), (units) => {
        // Powers of two and shifts of some spreads: the columns lose a few digits, no more.
        const changed = [s, x1, x2].map((values, j) =>
          values.map((value) => 2 ** units[j][0] * (value + 16 * units[j][1])),
        )
        const draw = ([given, ...columns]: readonly Float64Array[]): Float64Array[] => {
          const model = fitImputation([given], columns)
          return drawImputation(model, model.fitted, 12, (j) => seededRng(`column ${j}`))
        }
        const [before, after] = [draw([s, x1, x2]), draw(changed)]
        before.forEach((values, j) =>
          values.forEach((value, i) => {
            const back = after[j][i] / 2 ** units[j + 1][0] - 16 * units[j + 1][1]
            expect(Math.abs(back - value)).toBeLessThan(1e-11)
          }),
        )
      }),
    )
  })
})

describe('columns that depend on each other', () => {
  it('keep their identities, on scales of 1e12 and 1e-4', () => {
    const [a, b] = [normals(40, 'a').map((z) => 1e12 * z), normals(40, 'b').map((z) => 1e-4 * z + 1)]
    const columns = [a, b, a.map((value, i) => 3 * value - 1e15 * b[i] + 7)]
    const model = fitImputation([normals(40, 's')], columns)
    expect(determinedColumns(model)).toEqual([2])
    const [y1, y2, y3] = drawImputation(model, model.fitted, 40, (j) => seededRng(j))
    // Values of 1e15 with a spread of 3e12, rounded when they were made: 1e15·ε.
    y3.forEach((value, i) => expect(Math.abs(value - (3 * y1[i] - 1e15 * y2[i] + 7))).toBeLessThan(2))
    expect(y2.some((value, i) => Math.abs(value - b[i]) > 1e-5)).toBe(true)
  })

  it('change nothing among the given ones, and identify records outside the span of the fitted ones', () => {
    const twice = s.map((value) => 2 * value + 1)
    const [one, both] = [fitImputation([s], [x1]), fitImputation([s, twice], [x1])]
    const draw = (model: typeof one): Float64Array => drawImputation(model, model.fitted, 12, () => seededRng(1))[0]
    draw(both).forEach((value, i) => expect(value).toBeCloseTo(draw(one)[i], 12))
    expect(otherCoordinates(both, [Float64Array.of(50, -3), Float64Array.of(101, -5)]).outside).toBe(null)
    expect(otherCoordinates(both, [Float64Array.of(50, -3, 4), Float64Array.of(101, -5.01, 8)]).outside).toEqual({
      column: 1,
      records: 2,
      first: 1,
    })
    const constant = fitImputation([s, new Float64Array(12).fill(0.1)], [x1])
    expect(otherCoordinates(constant, [s, s.map(() => 0.1)]).outside).toBe(null)
    expect(otherCoordinates(constant, [s, s.map(() => 0)]).outside).toEqual({ column: 1, records: 12, first: 0 })
  })

  it('PTOTVAL = PEARNVAL + POTHVAL holds for the synthetic census file', () => {
    const census = censusColumns()
    const named = (...names: string[]): Float64Array[] => names.map((name) => census.get(name) ?? new Float64Array())
    const columns = named('PEARNVAL', 'POTHVAL', 'PTOTVAL')
    const model = fitImputation(named('AGI', 'FEDTAX'), columns)
    expect(determinedColumns(model)).toEqual([2])
    const [earned, other, total] = drawImputation(model, model.fitted, 1080, (j) => seededRng(j))
    // Rounding of some sums of values of 1e5.
    total.forEach((value, i) => expect(Math.abs(value - earned[i] - other[i])).toBeLessThan(1e-8))
  })
})
