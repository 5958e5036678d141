import { describe, expect, it } from 'vitest'
import { registry } from '../testing/fake-methods.js'
import { parseComparePlan } from '../plan/plan.js'
import { candidatesOf, gridPoints } from './candidates.js'

const noise = { use: 'fake/noise', grid: { share: [0.1, 0.5] } }

describe('candidates', () => {
  it('combine all values of the grid with every list of further steps', () => {
    expect(gridPoints({ a: [1, 2], b: ['x', 'y'] })).toEqual([
      { a: 1, b: 'x' },
      { a: 1, b: 'y' },
      { a: 2, b: 'x' },
      { a: 2, b: 'y' },
    ])
    const candidates = candidatesOf(registry, parseComparePlan({ candidates: [noise], then: [[], ['fake/reverse']] }))
    expect(candidates.map(({ label }) => label)).toEqual([
      'fake/noise share = 0.1',
      'fake/noise share = 0.1 + fake/reverse',
      'fake/noise share = 0.5',
      'fake/noise share = 0.5 + fake/reverse',
    ])
  })

  it('are taken once if they are named several times', () => {
    const twice = [
      { use: 'fake/groups', grid: { k: [3, 3] } },
      { use: 'fake/groups', params: {} },
    ]
    expect(candidatesOf(registry, parseComparePlan({ candidates: twice }))).toHaveLength(1)
  })
})
