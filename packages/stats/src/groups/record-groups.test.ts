import { describe, expect, it } from 'vitest'
import { equalRecords, oneGroup, refineGroups, rowsByGroup } from './record-groups.js'

describe('record groups', () => {
  it('are numbered in the order of their first rows, −0 with 0', () => {
    const a = refineGroups(oneGroup(5), Float64Array.of(1, -0, 0, 1, 2))
    expect([...a.ids]).toEqual([0, 1, 1, 0, 2])
    const b = refineGroups(a, Float64Array.of(1, 1, 2, 1, 1))
    expect([...b.ids]).toEqual([0, 1, 2, 0, 3])
    expect([...b.sizes]).toEqual([2, 1, 1, 1])
    expect([...b.firsts]).toEqual([0, 1, 2, 4])
  })

  it('hold what is equal in every column', () => {
    const { ids, sizes, firsts } = equalRecords([Float64Array.of(1, 2, 1, 1), Float64Array.of(3, 3, 3, 4)])
    expect([[...ids], [...sizes], [...firsts]]).toEqual([
      [0, 1, 0, 2],
      [2, 1, 1],
      [0, 1, 3],
    ])
  })

  it('list their rows, ascending', () => {
    const groups = refineGroups(oneGroup(6), Float64Array.of(4, 2, 4, 4, 9, 2))
    expect(rowsByGroup(groups).map((rows) => [...rows])).toEqual([[0, 2, 3], [1, 5], [4]])
    expect(rowsByGroup(refineGroups(oneGroup(0), new Float64Array(0)))).toEqual([])
  })
})
