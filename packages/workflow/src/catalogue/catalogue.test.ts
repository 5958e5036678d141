import { sourceText } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { registry } from '../in-memory.fixture.js'
import { jsonSchemaOf, schemaNames } from '../json-schemas.js'
import { cardJson, cardText, catalogueJson, catalogueText } from './cards.js'
import { methodsOutput, metricsOutput } from './output.js'

describe('what there is', () => {
  it('is a line, a card and JSON of a described form for every method and metric', () => {
    const forms = [
      ['methods', methodsOutput],
      ['metrics', metricsOutput],
    ] as const
    for (const [sort, form] of forms) {
      const ids = registry.all(sort).map(({ id }) => id)
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

  it('is one card where an id is named, and none for an id of the other sort', () => {
    expect(cardJson(registry, 'methods', 'noise/additive')).toMatchObject({
      id: 'noise/additive',
      arms: expect.any(Array),
    })
    expect(() => cardJson(registry, 'metrics', 'noise/additive')).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_METRIC' }),
    )
    expect(() => cardText(registry, 'methods', 'risk/dld')).toThrow(expect.objectContaining({ code: 'UNKNOWN_METHOD' }))
  })
})

describe('the forms for programs', () => {
  it('are JSON Schemas by name', () => {
    for (const name of schemaNames)
      expect(jsonSchemaOf(name)).toMatchObject({ $schema: expect.stringContaining('json-schema') })
    expect(() => jsonSchemaOf('nope')).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }))
  })
})
