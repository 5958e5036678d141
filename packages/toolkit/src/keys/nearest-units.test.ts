import { standardDeviation } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { nearestUnits } from './nearest-units.js'

describe('nearestUnits', () => {
  const x = [Float64Array.of(1, 2, 4, 9), Float64Array.of(5, 5, 5, 5), Float64Array.of(1e200, 3e200, Number.NaN, 2e200)]

  it('leaves out columns without variation', () => {
    expect(nearestUnits(x).varying).toEqual([0, 2])
    expect(nearestUnits([Float64Array.of(1), new Float64Array(0), Float64Array.of(Number.NaN, 2)]).varying).toEqual([])
  })

  it('places differences in standard deviations, all in one unit, on any scale', () => {
    const { place } = nearestUnits(x)
    const one = (place(0, 4) - place(0, 1)) / (3 / standardDeviation(x[0]))
    const other = (place(1, 3e200) - place(1, 1e200)) / (2e200 / standardDeviation(x[2]))
    // A dozen roundings.
    expect(Math.abs(one / other - 1)).toBeLessThan(1e-14)
    expect(place(0, Number.NaN)).toBeNaN()
    expect(Number.isFinite(place(0, 1e300) * place(0, 1e300))).toBe(true)
  })
})
