import { categorical, dataset, measureInput, numeric, seededRng, takeRows } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { distanceMetric } from '@sdc/testing/fake-plugin'
import { groupsOf } from '../bind/groups.js'
import { parseStep } from '../plan/plan.js'
import { registry } from '../testing/fake-methods.js'
import { runSteps } from './run.js'
import { measureByPlan } from '@sdc/toolkit'

describe('a method that measures', () => {
  it('measures its group against the originals of the group, not of the file', async () => {
    const rng = seededRng('group')
    const n = 90
    const x = Float64Array.from({ length: n }, () => rng.normal())
    // In one region y increases with x, in the other it decreases.
    const original = dataset([
      ['region', categorical(Array.from(x, (_, i) => (i % 3 === 0 ? 'north' : 'south')))],
      ['x', numeric(x)],
      ['y', numeric(x.map((value, i) => (i % 3 === 0 ? value : -value) + rng.normal() / 2))],
    ])
    const { files, reports } = await runSteps({
      registry,
      original,
      steps: [parseStep({ use: 'fake/turning', columns: ['y', 'x'], by: ['region'] })],
      rng: seededRng(1),
    })
    const groups = groupsOf(original, ['region'])
    expect(reports).toHaveLength(2)
    for (const [g, { rows }] of groups.entries()) {
      const [before, after] = [original, files[0].data].map((file) => takeRows(file, rows))
      const input = measureInput(before, after, { params: {}, columns: ['x', 'y'] })
      const { value } = await measureByPlan(distanceMetric, input)
      expect(value).toBeGreaterThan(0)
      expect(reports[g].values.get('measured')).toBe(value)
      expect(reports[g].values.get('session')).toBeCloseTo(value ?? Number.NaN, 12)
    }
  })
})
