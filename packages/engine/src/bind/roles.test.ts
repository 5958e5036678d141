import { categorical, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { parseFileSchema } from '../plan/plan.js'
import { refuseRepeatedIdentifiers, rolesOf } from './roles.js'

/** 120 persons: a numeric and a categorical confidential column, two quasi-identifiers, a weight and a household. */
function people(): Dataset {
  const rng = seededRng('people')
  const of = <T>(make: (i: number) => T): T[] => Array.from({ length: 120 }, (_, i) => make(i))
  const pick = (levels: readonly string[]) =>
    categorical(
      of(() => levels[rng.int(levels.length)]),
      levels,
    )
  return dataset([
    ['income', numeric(of(() => 1000 + 200 * rng.normal()))],
    ['illness', pick(['none', 'flu', 'cancer', 'other'])],
    ['region', pick(['n', 'e', 's', 'w'])],
    ['sex', pick(['f', 'm'])],
    ['w', numeric(of((i) => 1 + (i % 3)))],
    ['house', numeric(of((i) => Math.floor(i / 3)))],
  ])
}

const schema = parseFileSchema({
  columns: {
    income: { role: 'confidential' },
    illness: { role: 'confidential' },
    region: { role: 'quasi-identifier' },
    sex: { role: 'quasi-identifier' },
    w: { role: 'weight' },
    house: { role: 'household' },
  },
})
const original = people()
describe('rolesOf', () => {
  const roles = (columns: object) => () => rolesOf(original, parseFileSchema({ columns }))

  it('allows one column each as weight and household, which the file has, and checks the weight', () => {
    expect(rolesOf(original, schema)).toMatchObject({
      keys: ['region', 'sex'],
      confidential: ['income', 'illness'],
      weight: 'w',
      household: 'house',
    })
    expect(roles({ w: { role: 'weight' }, income: { role: 'weight' } })).toThrow(/role weight to several columns/)
    expect(roles({ nowhere: { role: 'household' } })).toThrow(/"nowhere", which has the role household/)
    expect(roles({ region: { role: 'weight' } })).toThrow(/"region" has the role weight, but is not numeric/)
    const negative = dataset([['w', numeric([1, -2])]])
    expect(() => rolesOf(negative, parseFileSchema({ columns: { w: { role: 'weight' } } }))).toThrow(
      /weight "w" of record 2 is -2/,
    )
    const missing = dataset([['w', numeric([Number.NaN])]])
    expect(() => rolesOf(missing, parseFileSchema({ columns: { w: { role: 'weight' } } }))).toThrow(
      /of record 1 is missing/,
    )
  })
})

describe('refuseRepeatedIdentifiers', () => {
  it('lists all identifiers that repeat, but not dates', () => {
    const file = dataset([
      ['case', categorical(['a', 'b', 'c'])],
      ['name', categorical(['x', 'y', 'x'])],
      ['file', numeric([7, 7, 8])],
      ['born', { ...numeric([1, 1, 1]), time: 'date' }],
    ])
    const identifier = { role: 'identifier' }
    const columns = { case: identifier, name: identifier, file: identifier, born: identifier }
    const check = (more: object) => () =>
      refuseRepeatedIdentifiers(file, parseFileSchema({ columns: { ...columns, ...more } }))
    expect(check({})).toThrow('"name" repeats (3 records, 2 values), "file" repeats (3 records, 2 values)')
    const records = { role: 'identifier', level: 'record' }
    expect(check({ name: records })).toThrow('the identifier "file" repeats')
    expect(check({ name: records, file: records })).not.toThrow()
    expect(check({ name: { role: 'person' } })).not.toThrow()
  })
})
