import type { Metric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { registry } from '../testing/fake-methods.js'
import type { Measured } from '../measure/measure.js'
import { highFrom, risksMeasured } from './risk-levels.js'

const near = registry.get('metrics', 'fake/near')
const risk: Metric = { ...near, kind: 'risk', better: 'lower', range: [0, 100] }
const shared: Metric = { ...risk, high: { share: 0.1, meaning: '{value} of them' } }
const tested: Metric = { ...risk, high: { meaning: '{value} of them' } }

describe('highFrom', () => {
  it('is a share of the way from independent data to the worse end, or given by the measurement', () => {
    expect(highFrom(shared, 20)).toBe(28)
    expect(highFrom(shared, null)).toBe(10)
    expect(highFrom(shared, 20, { high: 3 })).toBe(3)
    expect(highFrom(tested, null, { high: 3 })).toBe(3)
    expect(highFrom(tested, null)).toBeNull()
    expect(highFrom({ ...tested, kind: 'loss' }, null, { high: 3 })).toBeNull()
  })

  it('grades the measured value', () => {
    const of = (value: number, high?: number, fair?: number): Measured => ({
      metric: tested,
      params: {},
      columns: [],
      measurement: { value, used: 9, ...(high !== undefined && { high }), ...(fair !== undefined && { fair }) },
    })
    const grades = [of(5, 3), of(3, 3), of(1, 3), of(5), of(1, 3, 0.5), of(2, 3, 2.5)].map((one) =>
      risksMeasured([one]).map(({ grade }) => grade),
    )
    expect(grades).toEqual([['high'], ['fair'], ['low'], [], ['fair'], ['fair']])
  })
})
