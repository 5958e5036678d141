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
  plan: () => ({ form: 'file', measure: () => ({ value: 0, used: 0 }) }),
})

describe('defineMetric', () => {
  it('measures the numbers among the masked columns of both files, where nothing else is said', () => {
    expect(good).toMatchObject({ accepts: ['numeric'], of: 'masked columns', files: 'both' })
    const keys = defineMetric({ ...good, accepts: ['nominal'], of: 'keys', files: 'masked' })
    expect(keys).toMatchObject({ accepts: ['nominal'], of: 'keys', files: 'masked' })
  })
})

describe('metricProblems', () => {
  it('finds nothing in a good metric', () => {
    expect(metricProblems(good)).toEqual([])
    expect(metricProblems({ ...good, atIdentity: null, range: [-Infinity, Infinity] })).toEqual([])
    // Its kind and the family of its id are two facts.
    expect(metricProblems({ ...good, kind: 'risk', id: 'acme/suda' })).toEqual([])
    expect(metricProblems({ ...good, kind: 'risk', high: { share: 0.5, meaning: '{value} are lost' } })).toEqual([])
    expect(metricProblems({ ...good, kind: 'risk', high: { meaning: '{value} are near' } })).toEqual([])
    expect(metricProblems({ ...good, parts: () => ({}), prepare: () => 0, costly: true })).toEqual([])
  })

  it.each<[object, string]>([
    [{ plan: undefined }, 'plan is not a function'],
    [{ kind: 'utility' }, 'kind is utility'],
    [{ accepts: [] }, 'accepts is not a list of numeric, ordered, nominal (a metric is made by defineMetric)'],
    [{ accepts: ['text'] }, 'accepts is not a list of numeric, ordered, nominal (a metric is made by defineMetric)'],
    [{ accepts: undefined }, 'accepts is not a list of numeric, ordered, nominal (a metric is made by defineMetric)'],
    [{ of: 'columns' }, 'of is not one of masked columns, keys, confidential, keys and confidential, keys and items'],
    [{ files: 'original' }, 'files is not one of masked, both, whole'],
    [{ files: 'masked', needsOrigin: true }, 'it needs the origin of records, but does not read the original (files)'],
    [{ parts: {} }, 'parts is not a function'],
    [{ prepare: 1 }, 'prepare is not a function'],
    [{ session: 'yes' }, 'session is not a function'],
    [{ costly: 1 }, 'costly is not true or false'],
    [{ better: 'more' }, 'better is not lower or higher'],
    [{ high: { share: 0.1, meaning: '{value} of them' } }, 'only a risk is high'],
    [{ kind: 'risk', high: { share: 0, meaning: '{value}' } }, 'high.share is not between 0 and 1'],
    [{ kind: 'risk', high: { share: 10, meaning: '{value}' } }, 'high.share is not between 0 and 1'],
    [{ kind: 'risk', high: { share: 0.1, meaning: 'much' } }, 'high.meaning has no {value}'],
    [{ kind: 'risk', high: {} }, 'high.meaning has no {value}'],
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
