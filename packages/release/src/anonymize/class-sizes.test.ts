import { categorical, dataset } from '@sdc/core'
import { expect, it } from 'vitest'
import { classSizes } from './class-sizes.js'

it('counts records by the size of their class', () => {
  const data = dataset([['a', categorical([...'abbccccc'])]])
  const { classes, ranges } = classSizes(data, ['a'])
  expect(classes).toBe(3)
  expect(ranges.filter(({ records }) => records > 0)).toEqual([
    { from: 1, to: 1, records: 1 },
    { from: 2, to: 2, records: 2 },
    { from: 5, to: 9, records: 5 },
  ])
})
