import { referenceFile } from '@sdc/testing/reference'
import { describe, expect, it } from 'vitest'
import { calibrateWeights, type Calibration } from './calibrate.js'
import type { CalibrationMethod } from './distances.js'
import { rowsOf, type Columns, type Margin } from './margins.fixture.js'

interface Case {
  readonly id: string
  readonly method: CalibrationMethod
  readonly bounds?: readonly [number, number]
  readonly atBound: number
  readonly data: Columns & { readonly w: readonly number[] }
  readonly margins: readonly Margin[]
  readonly weights: readonly number[]
}

const all = referenceFile('calibration/calibration.json') as { cases: readonly (Case & { readonly unit?: string })[] }
const cases = all.cases.filter(({ unit }) => unit === undefined)

function calibrated(
  data: Columns,
  w: readonly number[],
  margins: readonly Margin[],
  method: CalibrationMethod,
  bounds?: readonly [number, number],
): Calibration {
  const weights = Float64Array.from(w)
  const totals = Float64Array.from(margins, ([, , total]) => total)
  return calibrateWeights({ weights, rows: rowsOf(data, margins, w.length), totals, method, bounds })
}

function factorsOf(found: Calibration): Float64Array {
  if (!found.found) throw new Error(`${found.why} at margin ${found.margin}: ${found.total}`)
  return found.factors
}

describe('calibrated weights', () => {
  it.each(cases.map((one) => [one.id, one] as const))('equal those of R survey: %s', (_, one) => {
    const factors = factorsOf(calibrated(one.data, one.data.w, one.margins, one.method, one.bounds))
    one.weights.forEach((weight, i) =>
      expect(Math.abs(one.data.w[i] * factors[i] - weight)).toBeLessThan(1e-8 * weight),
    )
    const atBound = one.bounds ? factors.filter((g) => one.bounds?.some((end) => Math.abs(g - end) < 1e-9)).length : 0
    expect(atBound).toBe(one.atBound)
  })

  it.each(['linear', 'raking', 'logit'] as const)('give post-stratified weights for one margin: %s', (method) => {
    const data = { sex: ['f', 'm', 'f', 'm', 'm'] }
    const w = [2, 3, 4, 5, 0]
    const margins: Margin[] = [
      ['sex', 'f', 9],
      ['sex', 'm', 6],
    ]
    const factors = factorsOf(calibrated(data, w, margins, method, [0.2, 4]))
    Array.from(factors).forEach((g, i) => expect(g).toBeCloseTo(data.sex[i] === 'f' ? 9 / 6 : 6 / 8, 9))
  })

  it('have the closed form of the linear distance, also below 0', () => {
    // g = 1 + x(t − Σx)/Σx²
    const factors = factorsOf(calibrated({ x: [1, 2, 10] }, [1, 1, 1], [['x', null, -8]], 'linear'))
    ;[1, 2, 10].forEach((x, i) => expect(factors[i]).toBeCloseTo(1 + (x * -21) / 105, 12))
  })

  it('accept redundant margins that agree, and name one that does not', () => {
    const data = { sex: ['f', 'm', 'f', 'm'], region: ['n', 'n', 's', 's'] }
    const w = [1, 1, 1, 1]
    const margins = (south: number): Margin[] => [
      ['sex', 'f', 5],
      ['sex', 'm', 7],
      ['region', 'n', 4],
      ['region', 's', south],
    ]
    const factors = factorsOf(calibrated(data, w, margins(8), 'raking'))
    expect(factors[0] + factors[2]).toBeCloseTo(5, 9)
    expect(factors[2] + factors[3]).toBeCloseTo(8, 9)
    const other = calibrated(data, w, margins(9), 'raking')
    expect(other).toMatchObject({ found: false, why: 'inconsistent', margin: 3, total: expect.closeTo(8, 9) })
  })

  it('do not exist if bounds, zeros or missing records forbid them', () => {
    const data = { sex: ['f', 'm'] }
    const to = (f: number, method: CalibrationMethod, bounds?: readonly [number, number]): Calibration =>
      calibrated(data, [1, 1], [['sex', 'f', f]], method, bounds)
    for (const method of ['linear', 'raking', 'logit'] as const)
      expect(to(4, method, [0.5, 3])).toMatchObject({ found: false, why: 'unreachable', margin: 0 })
    expect(to(0, 'raking')).toMatchObject({ found: false, why: 'unreachable', margin: 0 })
    expect(factorsOf(to(3, 'linear', [0.5, 3]))[0]).toBeCloseTo(3, 9)
    expect(calibrated(data, [1, 1], [['sex', 'x', 4]], 'linear')).toMatchObject({ found: false, margin: 0, total: 0 })
  })

  it('reach distant totals, for weights of any size', () => {
    const data = { sex: ['f', 'm', 'f'], age: [20, 30, 40] }
    const margins: Margin[] = [
      ['sex', 'f', 3e6],
      ['sex', 'm', 2],
      ['age', null, 1e8],
    ]
    for (const scale of [1e-3, 1, 1e6]) {
      const factors = factorsOf(calibrated(data, [scale, scale, scale], margins, 'raking'))
      expect((factors[0] + factors[2]) * scale).toBeCloseTo(3e6, 3)
      expect(factors[1] * scale).toBeCloseTo(2, 9)
    }
  })
})
