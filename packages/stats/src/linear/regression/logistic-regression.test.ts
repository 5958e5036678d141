import { referenceFile } from '@sdc/testing/reference'
import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { median } from '../../order/quantile.js'
import { designWidth, linearPredictor, normalEquations, type Design } from './design-blocks.js'
import { logisticRegression } from './logistic-regression.js'

interface RegressionCase {
  readonly id: string
  readonly output: Readonly<Record<string, readonly number[]>>
}
const { cases } = referenceFile('regressions/regressions.json') as { cases: readonly RegressionCase[] }
const output = (id: string) => cases.find((one) => one.id === id)?.output ?? expect.fail(id)
const numbers = (values: ArrayLike<number>): { count: number; values: Float64Array } => ({
  count: 1,
  values: Float64Array.from(values),
})

describe('logistic regression', () => {
  it('has the values of R for the O-rings of the space shuttle', () => {
    const { temp, fail, coefficients, errors, deviance } = output('oring')
    const fit = logisticRegression({ rows: 23, blocks: [numbers(temp)] }, Uint8Array.from(fail))
    // Temperatures are not centred: the condition of the information is 1e5.
    fit.coefficients.forEach((value, j) => expect(value / coefficients[j]).toBeCloseTo(1, 8))
    fit.information.inverseDiagonal().forEach((v, j) => expect(Math.sqrt(v) / errors[j]).toBeCloseTo(1, 8))
    expect(fit.deviance).toBeCloseTo(deviance[0], 10)
    expect(fit).toMatchObject({ separated: false, rank: 2, dependent: [] })
  })

  it('has the values of R for numbers and a category of census', () => {
    const census = censusColumns()
    const of = (name: string): Float64Array => census.get(name) ?? expect.fail(name)
    const middle = median(of('INTVAL'))
    const y = Uint8Array.from(of('INTVAL'), (value) => (value > middle ? 1 : 0))
    // In 10,000: columns of about one size.
    const inUnits = (name: string) => numbers(of(name).map((value) => value / 1e4))
    const area = { count: 3, codes: Int32Array.from(y, (_, i) => (i % 4) - 1) }
    const fit = logisticRegression({ rows: y.length, blocks: [inUnits('AGI'), inUnits('FEDTAX'), area] }, y)
    const { coefficients, errors, deviance } = output('glm_census')
    const unit = [1, 1e4, 1e4, 1, 1, 1]
    fit.coefficients.forEach((value, j) => expect(value / (coefficients[j] * unit[j])).toBeCloseTo(1, 9))
    fit.information.inverseDiagonal().forEach((v, j) => expect(Math.sqrt(v) / (errors[j] * unit[j])).toBeCloseTo(1, 9))
    expect(fit.deviance).toBeCloseTo(deviance[0], 8)
  })

  it('leaves out a column that depends on others', () => {
    const rng = seededRng(1)
    const x = Float64Array.from({ length: 200 }, () => rng.normal())
    const y = Uint8Array.from(x, (value) => (rng.uniform() < 1 / (1 + Math.exp(-value)) ? 1 : 0))
    const alone = logisticRegression({ rows: 200, blocks: [numbers(x)] }, y)
    const twice = logisticRegression(
      { rows: 200, blocks: [numbers(x), numbers(x.map((value) => 3 - 2 * value)), numbers(x)] },
      y,
    )
    expect(twice).toMatchObject({ dependent: [2, 3], rank: 2 })
    expect(twice.deviance).toBeCloseTo(alone.deviance, 10)
    expect(twice.coefficients[1]).toBeCloseTo(alone.coefficients[1], 10)
  })

  it('separated: probabilities tend to 0 and 1, in some records or in all, and it is reported', () => {
    const x = Float64Array.from({ length: 40 }, (_, i) => i - 19.5)
    const whole = logisticRegression(
      { rows: 40, blocks: [numbers(x)] },
      Uint8Array.from(x, (value) => (value > 0 ? 1 : 0)),
    )
    expect(whole.separated).toBe(true)
    whole.fitted.forEach((p, i) => expect(p).toBeCloseTo(i < 20 ? 0 : 1, 5))
    // A category all of whose records are 1; of the others half.
    const codes = Int32Array.from({ length: 40 }, (_, i) => (i < 10 ? 0 : -1))
    const part = logisticRegression(
      { rows: 40, blocks: [{ count: 1, codes }] },
      Uint8Array.from(codes, (code, i) => (code === 0 || i % 2 === 0 ? 1 : 0)),
    )
    expect(part.separated).toBe(true)
    part.fitted.forEach((p, i) => expect(p).toBeCloseTo(i < 10 ? 1 : 0.5, 9))
  })

  it('a strong relation with a few exceptions is not separated', () => {
    const x = Float64Array.from({ length: 400 }, (_, i) => (i - 199.5) / 4)
    const y = Uint8Array.from(x, (value) => (value > 0 ? 1 : 0))
    y[195] = 1
    y[203] = 0
    expect(logisticRegression({ rows: 400, blocks: [numbers(x)] }, y).separated).toBe(false)
  })

  it('with one outcome only, the constant alone tends to infinity', () => {
    const fit = logisticRegression({ rows: 3, blocks: [] }, Uint8Array.of(1, 1, 1))
    expect(fit.separated).toBe(true)
    fit.fitted.forEach((p) => expect(p).toBeCloseTo(1, 9))
  })
})

describe('a design of blocks', () => {
  it('equals the matrix that it represents', () => {
    const rng = seededRng(2)
    const rows = 300
    const values = Float64Array.from({ length: rows }, () => rng.normal())
    const codes = Int32Array.from({ length: rows }, () => rng.int(4) - 1)
    const design: Design = {
      rows,
      blocks: [
        { count: 1, values },
        { count: 3, codes },
        { count: 3, codes, values },
      ],
    }
    const x = Array.from({ length: rows }, (_, i) => [
      1,
      values[i],
      ...[0, 1, 2].map((c) => (codes[i] === c ? 1 : 0)),
      ...[0, 1, 2].map((c) => (codes[i] === c ? values[i] : 0)),
    ])
    expect(designWidth(design)).toBe(8)
    const weights = Float64Array.from({ length: rows }, () => rng.uniform())
    const residuals = Float64Array.from({ length: rows }, () => rng.normal())
    const { matrix, vector } = normalEquations(design, weights, residuals)
    const sumOf = (of: (row: number[], i: number) => number): number => x.reduce((s, row, i) => s + of(row, i), 0)
    for (let a = 0; a < 8; a++) {
      expect(vector[a]).toBeCloseTo(
        sumOf((row, i) => row[a] * residuals[i]),
        10,
      )
      for (let b = a; b < 8; b++)
        expect(matrix[a * 8 + b]).toBeCloseTo(
          sumOf((row, i) => weights[i] * row[a] * row[b]),
          10,
        )
    }
    const beta = Float64Array.from({ length: 8 }, () => rng.normal())
    linearPredictor(design, beta).forEach((eta, i) =>
      expect(eta).toBeCloseTo(
        x[i].reduce((s, value, a) => s + value * beta[a], 0),
        12,
      ),
    )
  })
})
