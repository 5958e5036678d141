import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { rootRng, checkSeed } from '@sdc/engine'
import { withLayout } from '../files/layout.js'
import { keyValue, nameList, settings } from './settings.js'

const params = z.object({ k: z.int().default(3).meta({ description: 'k' }), name: z.string().default('') })

describe('settings', () => {
  it('are read by the types of their parameters, decimal numbers only', () => {
    expect(settings(params, ['k=5', 'name=x=y'])).toEqual({ k: 5, name: 'x=y' })
    expect(settings(params, ['k=0x5'])).toEqual({ k: '0x5' })
    expect(() => settings(params, ['__proto__=5'])).toThrow(/no parameter "__proto__"/)
  })

  it('may be given once only', () => {
    expect(() => settings(params, ['k=3', 'name=a', 'k=5'])).toThrow(/set k is given twice: 3 and 5/)
    expect(() => settings(params, ['k=3', 'k=3'])).toThrow(/twice/)
  })

  it('need a name and a value', () => {
    expect(keyValue('a=')).toEqual(['a', ''])
    for (const pair of ['a', '=a', '']) expect(() => keyValue(pair)).toThrow(/name=value/)
  })
})

describe('nameList', () => {
  it('splits at commas that are not escaped', () => {
    expect(nameList('a, b,c\\,d')).toEqual(['a', 'b', 'c,d'])
    expect(nameList('')).toEqual([])
  })

  it('refuses empty and repeated names', () => {
    for (const text of [',', 'a,', ',a', 'a,,b']) expect(() => nameList(text)).toThrow(/has an empty name/)
    expect(() => nameList('a,b,a')).toThrow(/has "a" twice/)
  })
})

describe('seed', () => {
  it.each(['1', '-7', 'census 2026', '9007199254740991', '1.5e3x', 0, 12])('accepts %j', (seed) => {
    expect(() => checkSeed(seed)).not.toThrow()
  })

  it.each([
    '',
    '  ',
    '0x10',
    '1e3',
    '007',
    ' 7',
    'Infinity',
    '9007199254740993',
    '-9007199254740993',
    2 ** 53,
    1.5,
    Number.NaN,
    Infinity,
  ])('refuses %j, which is empty or ambiguous', (seed) => {
    expect(() => checkSeed(seed)).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }))
    expect(() => rootRng(seed)).toThrow(/the seed/)
  })
})

describe('withLayout', () => {
  it('prefers the header of an option to that of a schema, and makes a schema if there is none', () => {
    expect(withLayout(undefined, {})).toBeUndefined()
    expect(withLayout(undefined, { header: false })).toEqual({ columns: {}, header: false })
    expect(withLayout({ columns: {}, header: false, decimal: ',' }, { header: true, skip: 2 })).toEqual({
      skip: 2,
      columns: {},
      header: true,
      decimal: ',',
    })
  })
})
