import { numeric } from '@sdc/core'
import { expect, it } from 'vitest'
import { paramsWithout } from './constant-columns.js'

it('paramsWithout: parameters lose their entries for the columns that a method does not get', () => {
  const gone = new Map([['tax', numeric([1, 1])]])
  const params = { tax: 3, similarityByColumn: { tax: 0.5, income: 1 }, blocks: [['tax'], ['income', 'tax']], k: 3 }
  expect(paramsWithout(params, gone)).toEqual({
    tax: 3,
    similarityByColumn: { income: 1 },
    blocks: [['income']],
    k: 3,
  })
  expect(paramsWithout(params, new Map())).toBe(params)
})
