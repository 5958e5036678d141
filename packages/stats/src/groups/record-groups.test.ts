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

  it('treat missing values as equal, for any bits of NaN', () => {
    const column = new Float64Array(3)
    // The NaN that a reader writes, the one that a processor makes of 0/0, and one with a payload.
    const bits = [0x7ff80000, 0xfff80000, 0x7ff80001]
    bits.forEach((high, i) => new DataView(column.buffer).setUint32(8 * i + 4, high, true))
    expect(new Set(new Uint32Array(column.buffer).filter((_, i) => i % 2 === 1)).size).toBe(3)
    expect([...refineGroups(oneGroup(3), column).ids]).toEqual([0, 0, 0])
  })

  it('contain records equal in every column', () => {
    const { ids, sizes, firsts } = equalRecords([Float64Array.of(1, 2, 1, 1), Float64Array.of(3, 3, 3, 4)])
    expect([[...ids], [...sizes], [...firsts]]).toEqual([
      [0, 1, 0, 2],
      [2, 1, 1],
      [0, 1, 3],
    ])
  })

  it('separate values that differ in the last bit, and treat missing as one value', () => {
    const values = Float64Array.from({ length: 3000 }, (_, i) =>
      i % 5 === 0 ? Number.NaN : 1 + Number.EPSILON * (i % 700),
    )
    const before = refineGroups(
      oneGroup(3000),
      Float64Array.from(values, (_, i) => i % 3),
    )
    const { ids, sizes, firsts } = refineGroups(before, values)
    const keys = Array.from(values, (value, i) => `${i % 3} ${value}`)
    const known = [...new Set(keys)]
    expect([...ids]).toEqual(keys.map((key) => known.indexOf(key)))
    expect([...firsts]).toEqual(known.map((key) => keys.indexOf(key)))
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(3000)
  })

  it('list their rows, ascending', () => {
    const groups = refineGroups(oneGroup(6), Float64Array.of(4, 2, 4, 4, 9, 2))
    expect(rowsByGroup(groups).map((rows) => [...rows])).toEqual([[0, 2, 3], [1, 5], [4]])
    expect(rowsByGroup(refineGroups(oneGroup(0), new Float64Array(0)))).toEqual([])
  })
})
