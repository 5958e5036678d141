import { categorical, dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { groupsOf } from './groups.js'

describe('groupsOf', () => {
  const file = dataset([
    ['number', numeric([0, 1, -0, Number.NaN, Infinity, 1, 0])],
    ['code', categorical(['07', '7', '07', null, null, '7', '7'])],
  ])
  const groups = (by: readonly string[]): unknown[] => groupsOf(file, by).map(({ label, rows }) => [label, [...rows]])

  it('treats 0 and −0 as one value, an infinite value as missing, and codes by their text', () => {
    expect(groups(['number'])).toEqual([
      ['number=0', [0, 2, 6]],
      ['number=1', [1, 5]],
      ['number missing', [3, 4]],
    ])
    expect(groups(['code'])).toEqual([
      ['code=07', [0, 2]],
      ['code=7', [1, 5, 6]],
      ['code missing', [3, 4]],
    ])
  })

  it('makes a group of each combination, with its own key, sorted by key', () => {
    expect(groups(['number', 'code'])).toEqual([
      ['code=07, number=0', [0, 2]],
      ['code=7, number=0', [6]],
      ['code=7, number=1', [1, 5]],
      ['code missing, number missing', [3, 4]],
    ])
    expect(groupsOf(file, ['number']).map(({ key }) => key)).toEqual([
      '[["number"],[0]]',
      '[["number"],[1]]',
      '[["number"],[null]]',
    ])
  })
})
