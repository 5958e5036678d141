import { describe, expect, it } from 'vitest'
import { categorical, numeric } from './dataset.js'
import { columnKinds, kindOf, kindsText, type ColumnKind } from './kind.js'

describe('kindOf', () => {
  it('numbers, categories with an order, categories without one', () => {
    expect(kindOf(numeric([1]))).toBe('numeric')
    expect(kindOf(categorical(['a'], ['a', 'b']))).toBe('ordered')
    expect(kindOf(categorical(['a']))).toBe('nominal')
    expect(kindOf({ ...categorical(['a']), ordered: true })).toBe('ordered')
  })
})

describe('kindsText', () => {
  it.each<[string, readonly ColumnKind[]]>([
    ['any', columnKinds],
    ['any', [...columnKinds].reverse()],
    ['numeric', ['numeric']],
    ['ordered', ['ordered']],
    ['categorical', ['ordered', 'nominal']],
    ['categorical', ['nominal', 'ordered']],
    ['numeric or ordered', ['numeric', 'ordered']],
    ['numeric or nominal', ['numeric', 'nominal']],
  ])('%s', (text, accepts) => {
    expect(kindsText(accepts)).toBe(text)
  })
})
