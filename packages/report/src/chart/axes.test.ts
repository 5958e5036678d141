import { describe, expect, it } from 'vitest'
import { lossScale, niceStep, riskScale, shortNumber } from './axes.js'
import type { Measured } from '../map/points/map-types.js'

const at = (loss: number, risk = loss): Measured => ({
  at: 0,
  label: '',
  series: '',
  parameter: '',
  reverseMapped: false,
  pareto: false,
  chosen: false,
  loss,
  risk,
})

describe('scales', () => {
  it('begin at zero by default', () => {
    const { domain, ticks, position } = riskScale([at(0, 20), at(0, 100)], [500, 0])
    expect(domain[0]).toBe(0)
    expect(ticks).toEqual([0, 20, 40, 60, 80, 100])
    expect(position(0)).toBe(500)
    expect(position(domain[1])).toBe(0)
  })
  it('show a narrow range if all points are close together and far from zero', () => {
    const { domain } = riskScale([at(0, 90), at(0, 95), at(0, 91)], [500, 0])
    expect(domain[0]).toBeGreaterThan(80)
  })
  it('accept negative values, equal values and no values', () => {
    expect(riskScale([at(0, -3), at(0, 5)], [0, 1]).domain[0]).toBeLessThan(-3)
    expect(riskScale([at(0, 0)], [0, 1]).domain).toEqual([0, 1.06])
    expect(riskScale([], [0, 1]).ticks[0]).toBe(0)
  })
  it('are logarithmic beyond two decades', () => {
    expect(lossScale([at(1), at(100)], [0, 800]).type).toBe('linear')
    const log = lossScale([at(1), at(101)], [0, 800])
    expect(log.type).toBe('log')
    expect(log.ticks).toEqual([1, 2, 5, 10, 20, 50, 100])
    // Equal ratios are equal distances: to 1e-9 pixels of 800, ten thousand times the rounding of a double.
    expect(log.position(10) - log.position(1)).toBeCloseTo(log.position(100) - log.position(10), 9)
  })
  it('put zero at the edge of a logarithmic axis', () => {
    const log = lossScale([at(0), at(1), at(1000)], [0, 800])
    expect(log.position(0)).toBe(0)
    expect(log.text(log.ticks[0])).toBe('0')
    expect(log.position(1)).toBeGreaterThan(50)
  })
})

it('shortNumber and niceStep give short numbers', () => {
  expect([0, 12.34567, -3, 1e-7, 2.5e9, 0.1 + 0.2].map(shortNumber)).toEqual([
    '0',
    '12.35',
    '−3',
    '1e-7',
    '2.5e9',
    '0.3',
  ])
  expect([100, 7, 0.03].map(niceStep)).toEqual([20, 1, 0.005])
})
