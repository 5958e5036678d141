import { describe, expect, it } from 'vitest'
import { service } from '../plugin/plugin.fixture.js'
import { defineService, serviceProblems, type QueryMethod } from './service.js'

describe('defineService', () => {
  it('fills in the traits that are not said, and no others', () => {
    expect(service.traits).toEqual({ accepts: ['numeric'], stochastic: false, missing: 'keep', given: 'unused' })
    expect(defineService({ ...service, traits: { accepts: ['nominal'] } }).traits).toMatchObject({
      accepts: ['nominal'],
      missing: 'refuse',
    })
  })
})

describe('serviceProblems', () => {
  it('finds nothing in a good service', () => {
    expect(serviceProblems(service)).toEqual([])
  })

  it.each<[object, string]>([
    [{ build: undefined }, 'build is not a function'],
    [{ open: {} }, 'open is not a function'],
    [{ title: '' }, 'title is missing'],
    [{ params: {} }, 'params is not a zod object'],
    [{ traits: { ...service.traits, accepts: [] } }, 'trait accepts is not a list of numeric, ordered, nominal'],
    [{ traits: { ...service.traits, missing: 'drop' } }, 'trait missing is "drop", not one of refuse, keep, own'],
    [{ traits: { ...service.traits, keeps: true } }, 'there is no trait keeps'],
  ])('%j', (change, problem) => {
    expect(serviceProblems({ ...service, ...change })).toEqual([`services/nothing: ${problem}`])
  })

  it('reports on anything at all without failing itself', () => {
    for (const junk of [{}, { traits: null }, { params: { shape: 1 } }, null, undefined, 'text'])
      expect(serviceProblems(junk as Partial<QueryMethod>).length).toBeGreaterThan(0)
  })
})
