import { categorical, dataset, numeric } from '@sdc/core'
import { expect, it } from 'vitest'
import { linkColumns } from './link-columns.js'

const original = dataset([
  ['id', categorical(['a', 'b', 'c', 'd'])],
  ['number', numeric([1, 2, 3, 4])],
  ['sex', categorical(['f', 'm', 'f', 'm'])],
  ['gap', numeric([1, Number.NaN, 3, 4])],
])

it('linkColumns finds columns with a different value for every record of both files, best first', () => {
  const masked = dataset([
    ['number', numeric([3, 1, 9])],
    ['id', categorical(['c', 'a', 'd'])],
    ['sex', categorical(['f', 'm', 'f'])],
    ['gap', numeric([1, 3, 4])],
  ])
  expect(linkColumns(original, masked)).toEqual(['id', 'number'])
})

it('linkColumns leaves out a column of other values', () => {
  const masked = dataset([['number', numeric([7, 8, 1])]])
  expect(linkColumns(original, masked)).toEqual([])
})
