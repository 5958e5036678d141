import { createRegistry, describeParams, type Sort } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import standard from './index.js'

/** CONTRIBUTING.md's rules for names of parameters and sources. */
const registry = createRegistry().use(standard).freeze()
const sorts: readonly Sort[] = ['methods', 'metrics', 'services', 'tables', 'attacks']
const members = sorts.flatMap((sort) => registry.all(sort).map((member) => ({ sort, ...member })))
const parameters = members.flatMap(({ id, params }) =>
  describeParams(params).map((param) => ({ ...param, unit: param.unit ?? '', named: `${id} ${param.name}` })),
)

const namesOf = (found: readonly { readonly named: string }[]): string[] => found.map(({ named }) => named)
const where = (wrong: (param: (typeof parameters)[number]) => boolean): string[] => namesOf(parameters.filter(wrong))

describe('names of parameters', () => {
  it('exist', () => expect(parameters.length).toBeGreaterThan(50))

  it('contain percent if the unit is percent, and only then', () => {
    // The rules for tables are known by their letters: (n, k), p %, (p, q).
    const isLetter = (name: string): boolean => /^[kpq]$/.test(name)
    expect(
      where(({ name, unit }) => !isLetter(name) && /percent/i.test(name) !== unit.startsWith('percent of ')),
    ).toEqual([])
  })

  it('express percent in no other way: no "%" as a unit, no share beyond the name', () => {
    expect(where(({ unit }) => unit.includes('%'))).toEqual([])
    expect(where(({ name, unit }) => /share/i.test(name) && !unit.startsWith('share of '))).toEqual([])
  })

  it('count records, values and ranks in percent, never as a share', () => {
    expect(where(({ unit }) => /^share of the (records|values|ranks|positions)/.test(unit))).toEqual([])
  })

  it('use fewRecords for the treatment of too few records', () => {
    expect(where(({ name, values }) => (values ?? []).includes('error') !== (name === 'fewRecords'))).toEqual([])
  })

  it('use similarity for the degree to which the original is kept', () => {
    const keeps = (text: string): boolean => /\b1(:| would release| releases) the original/.test(text)
    const found = parameters.filter(({ description }) => keeps(description))
    expect(found.map(({ name }) => name)).toEqual(found.map(() => 'similarity'))
    expect(new Set(namesOf(found))).toContain('linear/sblm similarity')
  })

  it('use distance for combining differences, with the same values everywhere', () => {
    const words = ['euclidean', 'cityblock', 'chebyshev', 'manhattan', 'max', 'sum', 'l1', 'l2']
    const found = parameters.filter(({ values }) => (values ?? []).some((value) => words.includes(String(value))))
    expect(found.map(({ name }) => name)).toEqual(found.map(() => 'distance'))
    for (const { values } of found) expect([...(values ?? [])].sort()).toEqual(['chebyshev', 'cityblock', 'euclidean'])
  })

  it('use exact for exactness, a switch that is off by default', () => {
    // Exactness of moments, not of frequencies.
    const found = parameters.filter(({ name }) => /exact|restore/i.test(name) && name !== 'exactFrequencies')
    expect(found.length).toBeGreaterThan(2)
    expect(found.map(({ name, default: given }) => [name, given])).toEqual(found.map(() => ['exact', false]))
  })

  it('have no seed: the streams come from the run', () => {
    expect(where(({ name }) => /seed/i.test(name))).toEqual([])
  })
})

describe('sources', () => {
  it('name a reference, except for new methods of the project', () => {
    const bare = members.filter(({ source }) => source.some(({ key }) => key === undefined))
    expect(bare.map(({ id }) => id)).toEqual([
      'loss/closeness',
      'loss/cross-relations',
      'loss/destroyed',
      'loss/key-information',
      'loss/key-margins',
      'loss/key-relations',
      'loss/mixed-mean',
      'loss/models',
      'loss/records',
      'loss/statistics',
      'loss/structure',
      'loss/synthetic',
      'loss/tables',
      'loss/value-margins',
      'loss/value-relations',
      'risk/bounds',
      'risk/certain-linkage',
      'risk/compatible',
      'risk/date-intervals',
      'risk/disclosive-categories',
      'risk/found-and-learned',
      'risk/key-linkage',
      'risk/known-items',
      'risk/largest',
      'risk/learned',
      'risk/missing-pattern',
      'risk/mixed-worst',
      'risk/open-columns',
      'risk/person-linkage',
      'risk/replicated-uniques',
      'risk/value-given-keys',
      'risk/value-linkage',
      'attacks/bounds',
      'attacks/exact-aggregates',
      'attacks/exact-moments',
      'attacks/known-people',
      'attacks/largest',
      'attacks/repeated-release',
    ])
  })

  it('have keys of authors and year, and references with authors, title and venue', () => {
    for (const { references = {} } of registry.plugins) {
      for (const [key, { authors, year, title, in: venue, doi }] of Object.entries(references)) {
        expect(key).toMatch(/^[a-z]+(-[a-z]+)*-\d+$/)
        if (!key.startsWith('patent-')) expect(key.endsWith(String(year)), key).toBe(true)
        expect(authors.length, key).toBeGreaterThan(0)
        for (const text of [...authors, title, venue]) expect(text.trim(), key).not.toBe('')
        if (doi !== undefined) expect(doi, key).toMatch(/^10\.\d{4,}\/\S+$/)
      }
    }
  })
})
