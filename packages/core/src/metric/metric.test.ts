import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineMetric, metricProblems, type Metric } from './metric.js'

const good = defineMetric({
  id: 'loss/nothing',
  title: 'Nothing',
  summary: 'Measures nothing.',
  formula: '0',
  source: [{ where: 'this test' }],
  kind: 'loss',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'original',
  needsOrigin: false,
  atIdentity: 0,
  params: z.object({}),
  measure: () => ({ value: 0, used: 0 }),
})

describe('metricProblems', () => {
  it('finds nothing in a good metric', () => {
    expect(metricProblems(good)).toEqual([])
    expect(metricProblems({ ...good, atIdentity: null, range: [-Infinity, Infinity] })).toEqual([])
  })

  it.each<[object, string]>([
    [{ measure: undefined }, 'measure is not a function'],
    [{ kind: 'utility' }, 'kind is utility'],
    [{ kind: 'risk' }, 'its id does not begin with risk/'],
    [{ better: 'more' }, 'better is not lower or higher'],
    [{ unit: '' }, 'unit is missing: a value without one is misread'],
    [{ range: [1, 1] }, 'range is not [least, greatest]'],
    [{ range: undefined }, 'range is not [least, greatest]'],
    [{ range: 5 }, 'range is not [least, greatest]'],
    [{ range: [0, Number.NaN] }, 'range is not [least, greatest]'],
    [{ needsOrigin: undefined }, 'needsOrigin is not true or false'],
    [{ recordsOf: 'both' }, 'recordsOf is not original or masked'],
    [{ atIdentity: undefined }, 'atIdentity is not a number or null'],
    [{ params: z.string() }, 'params is not a zod object'],
    [{ source: '' }, 'source is missing'],
  ])('%j', (change, problem) => {
    expect(metricProblems({ ...good, ...change })).toContain(`loss/nothing: ${problem}`)
  })

  it('reports on anything at all without failing itself', () => {
    for (const junk of [{}, { id: 5, kind: 'loss' }, { range: null }, null, undefined, 'text']) {
      expect(metricProblems(junk as Partial<Metric>).length).toBeGreaterThan(0)
    }
  })
})
