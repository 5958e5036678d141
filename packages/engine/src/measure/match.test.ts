import { describe, expect, it } from 'vitest'
import { categorical, dataset, numeric, type Dataset } from '@sdc/core'
import { firstShared, matchByKey, matchByOrigin } from './match.js'

const people = (...keys: readonly (string | null)[]): Dataset =>
  dataset([
    ['id', categorical(keys)],
    ['x', numeric(keys.map((_, i) => i))],
  ])

describe('matchByKey', () => {
  it('finds the original of every masked record', () => {
    expect([...matchByKey(people('a', 'b', 'c'), people('c', 'z', 'a'), 'id')]).toEqual([2, -1, 0])
  })

  it('refuses a key that two records share, in either file', () => {
    expect(() => matchByKey(people('a', 'b', 'c'), people('a', 'b', 'b'), 'id')).toThrow(
      /value b in records 2 and 3 of the masked file/,
    )
    expect(() => matchByKey(people('a', 'a'), people('a', 'b'), 'id')).toThrow(/records 1 and 2 of the original/)
  })

  it('a missing key is nobody’s, also where the empty text is somebody’s', () => {
    expect([...matchByKey(people('', 'b', null), people(null, 'b', null), 'id')]).toEqual([-1, 1, -1])
    expect(firstShared(categorical([null, null, 'a']))).toBeUndefined()
    expect(firstShared(numeric([1, Number.NaN, Number.NaN, 1]))).toEqual({ value: '1', first: 0, second: 3 })
  })
})

describe('matchByOrigin', () => {
  const original = people('a', 'b', 'c')

  it('takes record numbers from 1, and 0 for none, as often as it likes', () => {
    expect([...matchByOrigin(original, people('x', 'y', 'z'), [3, 0, 0])]).toEqual([2, -1, -1])
  })

  it('refuses a record that two come from', () => {
    expect(() => matchByOrigin(original, people('x', 'y', 'z'), [3, 1, 3])).toThrow(
      /masked records 1 and 3 are both said to come from record 3/,
    )
  })
})
