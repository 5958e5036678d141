import { createRegistry, sourceText } from '@sdc/core'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { jsonSchemaOf, schemaNames } from '../json-schemas.js'
import { cardJson, cardText, catalogueJson } from './cards.js'
import { catalogueText } from './catalogue-text.js'
import { thirdParty } from '../../../inspect/src/third-party.fixture.js'
import { attacksOutput, methodsOutput, metricsOutput, servicesOutput, tablesOutput } from './output.js'

const registry = createRegistry().use(standard).use(thirdParty).freeze()

describe('catalogue', () => {
  it('has a line, a card and JSON of a declared form for every entry of every sort', () => {
    const forms = [
      ['methods', methodsOutput],
      ['metrics', metricsOutput],
      ['services', servicesOutput],
      ['tables', tablesOutput],
      ['attacks', attacksOutput],
    ] as const
    for (const [sort, form] of forms) {
      const ids = registry.all(sort).map(({ id }) => id)
      expect(ids.length).toBeGreaterThan(0)
      expect(form.parse(catalogueJson(registry, sort)).map(({ id }) => id)).toEqual(ids)
      for (const one of registry.all(sort)) {
        expect(catalogueText(registry, sort)).toContain(`${one.id} `)
        const card = cardText(registry, sort, one.id)
        for (const part of [one.title, one.formula, sourceText(one.source, registry.pluginOf(one.id).references)])
          expect(card).toContain(part)
        expect(card).not.toContain('undefined')
      }
    }
  })

  it('returns one card for an id, and none for an id of another sort', () => {
    expect(cardJson(registry, 'methods', 'noise/additive')).toMatchObject({
      id: 'noise/additive',
      enables: expect.any(Array),
    })
    expect(() => cardJson(registry, 'metrics', 'noise/additive')).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_METRIC' }),
    )
    expect(() => cardText(registry, 'methods', 'risk/dld')).toThrow(expect.objectContaining({ code: 'UNKNOWN_METHOD' }))
  })
})

describe('a card', () => {
  it('states if files larger than memory are masked or measured', () => {
    const line = (sort: 'methods' | 'metrics', id: string): string =>
      /files larger than memory +(.*)/.exec(cardText(registry, sort, id))?.[1] ?? ''
    expect(line('methods', 'noise/additive')).toBe('out of core')
    expect(line('methods', 'coding/local-suppression')).toMatch(/^no: .*/)
    expect(line('metrics', 'risk/k-anonymity')).toBe('out of core')
    expect(line('metrics', 'risk/dbrl-mahalanobis')).toBe('out of core, by a sample')
    expect(line('metrics', 'risk/suda')).toMatch(
      /^no: it searches the smallest sets of quasi-identifiers .* run out of core$/,
    )
  })
})

describe('a sort without entries', () => {
  it('is reported as empty, and is an empty list as JSON', () => {
    const none = createRegistry().freeze()
    expect(catalogueText(none, 'services')).toMatch(/no query services yet.*plugin/)
    expect(catalogueJson(none, 'tables')).toEqual([])
  })
})

describe('jsonSchemaOf', () => {
  it('returns JSON Schemas by name', () => {
    for (const name of schemaNames)
      expect(jsonSchemaOf(name)).toMatchObject({ $schema: expect.stringContaining('json-schema') })
    expect(() => jsonSchemaOf('nope')).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }))
  })
})
