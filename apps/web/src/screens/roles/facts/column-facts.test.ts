import { describe, expect, it } from 'vitest'
import type { ColumnSettings } from '../../../session/schema.js'
import { draftOf, readFacts, type FactsDraft } from './column-facts.js'

const numbers = { kind: 'numeric' } as const
const categories = { kind: 'categorical', levels: ['low', 'high'] } as const
const changed = (said: ColumnSettings, seen: Parameters<typeof draftOf>[1], change: Partial<FactsDraft>) =>
  readFacts({ ...draftOf(said, seen), ...change }, said)

describe('readFacts', () => {
  it.each<[ColumnSettings, Parameters<typeof draftOf>[1]]>([
    [{ kind: 'numeric', min: 0, max: 9.5, integer: true }, numbers],
    [{ kind: 'categorical', ordered: true, levels: ['low', 'high'], level: 'household' }, categories],
    [{ kind: 'date', dateFormat: 'DD.MM.YYYY', missing: ['', '99.99.9999'] }, numbers],
    [{ kind: 'datetime' }, numbers],
    [{ kind: 'date', min: 0, max: 19_723 }, numbers],
    [{ kind: 'numeric', missingRange: [-9, -1], labels: { 1: 'one = first', 2: 'two' } }, numbers],
    [{ kind: 'numeric', missingRange: [900, Infinity] }, numbers],
    [{ kind: 'categorical', hierarchy: 'prefix:3,1' }, categories],
    [{ kind: 'categorical', hierarchy: [['a', 'b']] }, categories],
  ])('returns %j if nothing was changed', (said, seen) => {
    const result = changed(said, seen, {})
    if (!('facts' in result)) return expect.fail('the form is refused')
    expect(Object.fromEntries(Object.entries(result.facts).filter(([, value]) => value !== undefined))).toEqual(said)
  })

  it('reads numbers with a comma and drops the bounds of categories', () => {
    expect(changed({}, numbers, { min: '0,5' })).toMatchObject({ facts: { kind: 'numeric', min: 0.5 } })
    expect(changed({ min: 0 }, numbers, { kind: 'category' })).toMatchObject({
      facts: { kind: 'categorical', min: undefined },
    })
  })

  it('reads bounds of dates', () => {
    expect(changed({}, numbers, { kind: 'date', min: '1970-01-02' })).toMatchObject({ facts: { kind: 'date', min: 1 } })
  })

  it.each<[Partial<FactsDraft>, string]>([
    [{ min: 'x' }, 'min'],
    [{ min: '3', max: '2' }, 'max'],
    [{ kind: 'date', min: '31.12.2020' }, 'min'],
    [{ missingLow: '3', missingHigh: '2' }, 'missingHigh'],
    [{ labels: '1 male' }, 'labels'],
    [{ kind: 'ordered category', levels: 'low' }, 'levels'],
    [{ kind: 'ordered category', levels: 'low\nhigh\nlow' }, 'levels'],
  ])('refuses %j', (change, field) => {
    expect(changed({}, numbers, change)).toEqual({ wrong: { [field]: expect.stringMatching(/\.$/) } })
  })
})
