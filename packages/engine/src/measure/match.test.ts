import { describe, expect, it } from 'vitest'
import { categorical, dataset, numeric, type Dataset } from '@sdc/core'
import { firstShared, matchByKey, matchByOrigin, matchByPosition } from './match.js'

const people = (...keys: readonly (string | null)[]): Dataset =>
  dataset([
    ['id', categorical(keys)],
    ['x', numeric(keys.map((_, i) => i))],
  ])

describe('matchByKey', () => {
  it('finds the original of every masked record', () => {
    expect([...matchByKey(people('a', 'b', 'c'), people('c', 'z', 'a'), 'id')]).toEqual([2, -1, 0])
  })

  it('refuses a key that two records of a file share', () => {
    expect(() => matchByKey(people('a', 'b', 'c'), people('a', 'b', 'b'), 'id')).toThrow(
      /value b in records 2 and 3 of the masked file/,
    )
    expect(() => matchByKey(people('a', 'a'), people('a', 'b'), 'id')).toThrow(/records 1 and 2 of the original/)
  })

  it('matches no missing key, not even with the empty text', () => {
    expect([...matchByKey(people('', 'b', null), people(null, 'b', null), 'id')]).toEqual([-1, 1, -1])
    expect(firstShared(categorical([null, null, 'a']))).toBeUndefined()
    expect(firstShared(numeric([1, Number.NaN, Number.NaN, 1]))).toEqual({ value: '1', first: 0, second: 3 })
  })
})

describe('matchByOrigin', () => {
  const original = people('a', 'b', 'c')

  it('accepts record numbers from 1, and 0 for none any number of times', () => {
    expect([...matchByOrigin(original, people('x', 'y', 'z'), [3, 0, 0])]).toEqual([2, -1, -1])
  })

  it('refuses an original record that two records come from', () => {
    expect(() => matchByOrigin(original, people('x', 'y', 'z'), [3, 1, 3])).toThrow(
      /masked records 1 and 3 have the same origin 3/,
    )
  })
})

const names = Array.from({ length: 40 }, (_, i) => `person ${i}`)
const original: Dataset = dataset([
  ['name', categorical(names)],
  ['income', numeric(names.map((_, i) => i * i + 1))],
  ['age', numeric(names.map((_, i) => 20 + (i % 7)))],
])

describe('matching of two files', () => {
  const masked = dataset([
    ['name', categorical(['person 3', 'nobody', null, 'person 0'])],
    ['income', numeric([1, 2, 3, 4])],
  ])

  it('by a key leaves out records without a partner', () => {
    expect([...matchByKey(original, masked, 'name')]).toEqual([3, -1, -1, 0])
    expect(() => matchByKey(original, masked, 'age')).toThrow(/masked file has no link/)
    expect(() => matchByKey(original, original, 'age')).toThrow(/records 1 and 8/)
    const strangers = dataset([['name', categorical(['x', 'y'])]])
    expect(() => matchByKey(original, strangers, 'name')).toThrow(/in both files/)
  })

  it('by position requires the same number of records', () => {
    expect([...matchByPosition(original, original)]).toEqual(names.map((_, i) => i))
    expect(() => matchByPosition(original, masked)).toThrow(/40 records, the masked file 4/)
  })

  it('by origins counts from 1', () => {
    expect([...matchByOrigin(original, masked, [4, 0, 40, 1])]).toEqual([3, -1, 39, 0])
    expect(() => matchByOrigin(original, masked, [1, 2, 3])).toThrow(/3 origins for 4/)
    for (const bad of [41, -1, 1.5, Number.NaN])
      expect(() => matchByOrigin(original, masked, [1, 2, bad, 3])).toThrow(/masked record 3/)
  })
})
