import { describe, expect, it } from 'vitest'
import { drawCategories } from './draw-categories.js'

describe('drawCategories', () => {
  it('takes the category in whose interval the number lies, from its lower end on', () => {
    const matrix = [Float64Array.of(0.25, 0, 0.5, 0.25)]
    const numbers = [0, 0.2499, 0.25, 0.7499, 0.75, 0.9999]
    let at = 0
    const drawn = drawCategories(new Int32Array(6), matrix, () => numbers[at++])
    expect([...drawn]).toEqual([0, 0, 2, 2, 3, 3])
  })

  it('uses one number a record, missing ones too', () => {
    const numbers = [0.9, 0.1, 0.9]
    let at = 0
    const half = Float64Array.of(0.5, 0.5)
    expect([...drawCategories(Int32Array.of(0, -1, 0), [half, half], () => numbers[at++])]).toEqual([1, -1, 1])
    expect(at).toBe(3)
  })

  it('never draws a category without probability where a sum is rounded to below 1', () => {
    const row = Float64Array.of(...Array.from({ length: 10 }, () => 0.1), 0)
    expect(row.reduce((sum, p) => sum + p, 0)).toBeLessThan(1)
    expect([...drawCategories(Int32Array.of(0), [row], () => 1 - 2 ** -53)]).toEqual([9])
    const rounded = [Float64Array.of(0.1, 0.2, 0.7 - 1e-9, 0)]
    expect([...drawCategories(Int32Array.of(0), rounded, () => 1 - 1e-12)]).toEqual([2])
  })
})
