import { describe, expect, it } from 'vitest'
import type { FileColumn, ReferenceColumn } from '../columns/file-columns.js'
import { marginChange, marginLoss } from './margins.js'

const categories = (codes: readonly number[]): FileColumn => ({ kind: 'categorical', codes: Int32Array.from(codes), size: 2 }) as FileColumn // oxfmt-ignore
const reference = (codes: readonly number[]): ReferenceColumn => ({ own: categories(codes) }) as ReferenceColumn

describe('marginChange of categories', () => {
  const before = [...new Array<number>(98).fill(0), 1, 1]

  it('counts a lost rare category as much as a frequent one', () => {
    const change = marginChange(reference(before), categories(new Array<number>(100).fill(0)))
    expect(change.tvd).toBeCloseTo(0.02, 12)
    expect(change.rare).toBeCloseTo((0.02 / 0.98 + 1) / 2, 12)
    expect(marginLoss(change)).toBeCloseTo(0.02 + (0.02 / 0.98 + 1) / 4, 12)
  })

  it('is 0 if nothing changed, and 1 at most', () => {
    expect(marginLoss(marginChange(reference(before), categories(before)))).toBe(0)
    expect(marginLoss(marginChange(reference([0, 0]), categories([1, 1])))).toBe(1)
  })
})
