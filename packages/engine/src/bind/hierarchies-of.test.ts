import { categorical, dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { parseFileSchema } from '../plan/plan.js'
import { hierarchiesOf, withoutHierarchies } from './hierarchies-of.js'
import { rolesOf } from './roles.js'

const data = dataset([
  ['age', numeric([3, 27, Number.NaN])],
  ['place', categorical(['8001', '8002', '9000'])],
  ['work', categorical(['a', 'b', 'a'])],
])
const schema = parseFileSchema({
  columns: { age: { hierarchy: 'interval:5,10' }, place: { hierarchy: 'prefix:3,1' }, work: { hierarchy: 'tree' } },
})

describe('hierarchiesOf', () => {
  it('learns the rows from the values by the rules, once', () => {
    const { hierarchies } = rolesOf(data, schema)
    expect(hierarchies?.get('age')).toEqual([
      ['3', '0-4', '0-9', '*'],
      ['27', '25-29', '20-29', '*'],
    ])
    expect(hierarchies?.get('place')?.[2]).toEqual(['9000', '900*', '9***', '*'])
    expect(rolesOf(data, schema).hierarchies?.get('work')).toBe(hierarchies?.get('work'))
  })

  it('uses the categories of a file that is read without its records', () => {
    const empty = dataset([
      ['age', numeric([])],
      ['place', { ...categorical([]), levels: ['8001', '9000'] }],
      ['work', { ...categorical([]), levels: ['a', 'b'] }],
    ])
    expect([...hierarchiesOf(empty, schema).keys()]).toEqual(['place'])
  })

  it('lists all rules that do not fit, and classes that would be read as missing', () => {
    const wrong = { age: { hierarchy: 'date:year' }, work: { hierarchy: 'interval:5' } }
    expect(() => hierarchiesOf(data, parseFileSchema({ columns: wrong }))).toThrow(
      expect.objectContaining({
        code: 'BAD_HIERARCHY',
        message: expect.stringMatching(/"age" has numbers[^]*"work" has the value "a"/),
      }),
    )
    const missing = { age: { hierarchy: 'interval:5,10', missing: ['0-9'] } }
    expect(() => hierarchiesOf(data, parseFileSchema({ columns: missing }))).toThrow(
      /makes the class "0-9", which means/,
    )
    expect(() => parseFileSchema({ columns: { age: { hierarchy: 'interval:5,7' } } })).toThrow(/interval:5,10/)
    expect(hierarchiesOf(data, withoutHierarchies(schema)).size).toBe(0)
  })
})
