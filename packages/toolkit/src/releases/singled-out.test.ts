import { categorical, dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { singledOut, textsOf } from './singled-out.js'

describe('singledOut', () => {
  it('counts persons by the values of all their records, alone and together', () => {
    // b has two records; e is in the first release only; the last record has no person.
    const one = {
      persons: ['a', 'b', 'b', 'c', 'd', 'e', undefined],
      data: dataset([['x', categorical(['p', 'p', 'q', 'p', 'q', null, null])]]),
    }
    const other = { persons: ['d', 'c', 'b', 'a'], data: dataset([['x', numeric([1, 2, 2, 1])]]) }
    // First: a and c are equal, b (p, q), d and e alone. Second: a = d, b = c. Together all four differ.
    expect(singledOut([one, other], ['x'])).toEqual({ persons: 4, each: [2, 0], together: 4 })
    expect(singledOut([one], ['x'])).toEqual({ persons: 5, each: [3], together: 3 })
  })
})

describe('textsOf', () => {
  it('keeps leading zeros, and returns undefined for missing values', () => {
    expect(textsOf(categorical(['007', null]))).toEqual(['007', undefined])
    expect(textsOf(numeric([7, Number.NaN]))).toEqual(['7', undefined])
  })
})
