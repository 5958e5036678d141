import { describe, expect, it } from 'vitest'
import { table } from '../plugin/plugin.fixture.js'
import { tableProblems, type TableMethod } from './table.js'

describe('tableProblems', () => {
  it('finds nothing in a good table method', () => {
    for (const step of ['sensitivity', 'audit'] as const) expect(tableProblems({ ...table, step })).toEqual([])
    for (const protectsBy of ['suppression', 'rounding', 'perturbation', 'recoding'] as const)
      expect(tableProblems({ ...table, step: 'protection', protectsBy })).toEqual([])
  })

  it.each<[object, string]>([
    [{ step: 'suppression' }, 'step is suppression, not sensitivity, protection or audit'],
    [{ step: undefined }, 'step is undefined, not sensitivity, protection or audit'],
    [
      { step: 'protection' },
      'protectsBy of a protection is undefined, not one of suppression, rounding, perturbation, recoding',
    ],
    [{ protectsBy: 'rounding' }, 'protectsBy is for protections only'],
    [{ additive: 'yes' }, 'additive is not true or false'],
    [{ short: { name: 'P %', params: [] } }, 'short is not of the form { name, params }, the name in lower case'],
    [{ short: { name: 'p', params: ['p'] } }, 'short names "p", which is not one of its parameters'],
    [{ protect: 'all' }, 'protect is not a function'],
    [{ formula: ' ' }, 'formula is missing'],
    [{ params: null }, 'params is not a zod object'],
  ])('%j', (change, problem) => {
    expect(tableProblems({ ...table, ...change })).toEqual([`tabular/nothing: ${problem}`])
  })

  it('reports on anything at all without failing itself', () => {
    for (const junk of [{}, { id: 5 }, null, undefined, 'text'])
      expect(tableProblems(junk as Partial<TableMethod>).length).toBeGreaterThan(0)
  })
})
