import { categorical, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { keyCodes } from './key-codes.js'

describe('keyCodes', () => {
  it('numbers values from the least up, −0 like 0, and leaves missing ones out', () => {
    expect([...keyCodes(numeric([7, -0, Number.NaN, 0, 7, -3, Infinity, -Infinity]))]).toEqual([
      3, 2, -1, 2, 3, 1, 4, 0,
    ])
    expect(keyCodes(numeric([]))).toEqual(new Int32Array(0))
    expect(keyCodes(numeric([Number.NaN, Number.NaN]))).toEqual(Int32Array.of(-1, -1))
  })

  it('takes the codes of categories', () => {
    expect([...keyCodes(categorical(['b', null, 'a', 'b'], ['a', 'b']))]).toEqual([1, -1, 0, 1])
  })
})
