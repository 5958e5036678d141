import { categorical, dataset, numeric, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { keyRelations } from './key-relations.js'

const rng = seededRng('relations')
const ROWS = 400
const level = Array.from({ length: ROWS }, (_, i) => ['low', 'middle', 'high'][i % 3])
const pay = level.map((one) => ({ low: 1, middle: 2, high: 4 })[one as 'low'] * Math.exp(0.3 * rng.normal()))
const data = dataset([
  ['level', categorical(level)],
  ['chance', categorical(Array.from({ length: ROWS }, (_, i) => `c${(i * 7) % 5}`))],
  ['code', categorical(Array.from({ length: ROWS }, (_, i) => `z${i % 40}`))],
  ['age', numeric(pay.map((value) => Math.log(value) + 2 * rng.normal()))],
  ['pay', numeric(pay)],
  ['other', numeric(Array.from({ length: ROWS }, () => rng.normal()))],
])

describe('keyRelations', () => {
  const relations = keyRelations(data, ['chance', 'level', 'code', 'age'], ['pay', 'other'])

  it('computes the share of the variance of normal scores, for the value that a key explains most', () => {
    const [first] = relations.all
    expect(first).toMatchObject({ key: 'level', of: 'pay' })
    expect(first.share).toBeGreaterThan(0.6)
    expect(first.share).toBeLessThan(0.95)
  })

  it('relates keys that explain more than chance, and groups by one of them', () => {
    expect(relations.related).toContain('level')
    expect(relations.related).not.toContain('chance')
    // 40 levels are too many for a design matrix.
    expect(relations.all.find(({ key }) => key === 'code')?.share).toBe(0)
    expect(relations.group).toBe('level')
    expect(keyRelations(data, ['chance', 'age'], ['other']).group).toBeUndefined()
  })

  it('does not depend on unit or order, and is 0 for a constant or missing values', () => {
    const order = Int32Array.from({ length: ROWS }, (_, i) => (i * 7) % ROWS)
    const other = dataset([
      ['level', categorical(Array.from(order, (i) => level[i]))],
      ['pay', numeric(Array.from(order, (i) => 1000 * pay[i]))],
    ])
    const [again] = keyRelations(other, ['level'], ['pay']).all
    expect(again.share).toBeCloseTo(relations.all[0].share, 10)
    const empty = dataset([
      ['level', categorical(['a', null, 'b'])],
      ['pay', numeric([1, Number.NaN, 1])],
    ])
    expect(keyRelations(empty, ['level'], ['pay'])).toEqual({
      all: [{ key: 'level', of: '', share: 0 }],
      related: [],
      group: undefined,
    })
  })
})
