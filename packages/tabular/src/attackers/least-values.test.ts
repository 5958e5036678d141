import { describe, expect, it } from 'vitest'
import { written } from '../linked/written.fixture.js'
import { areCounts } from '../table/counts-only.js'
import { greatestValues, leastValues } from './least-values.js'

const counts = written(['branch'], ['Total 13', 'A 10', 'B 1', 'C 2', 'D 0'])
const sums = written(['branch'], ['Total 13 4', 'A 10 2', 'B 3 2', 'C 0 0'])

describe('least values', () => {
  it('are 1 for non-empty counts, 0 for sums; for a total the sum over its inner cells', () => {
    expect([areCounts(counts), areCounts(sums)]).toEqual([true, false])
    expect([...leastValues(counts, 1)]).toEqual([3, 1, 1, 1, 0])
    expect([...leastValues(counts, 0)]).toEqual([0, 0, 0, 0, 0])
    expect([...leastValues(sums, 1)]).toEqual([0, 0, 0, 0])
  })

  it('are −∞ for negative values, unless declared', () => {
    const negative = { ...sums, values: Float64Array.of(7, 10, -3, 0) }
    expect([...leastValues(negative, 1)]).toEqual([-Infinity, -Infinity, -Infinity, -Infinity])
    const low = Float64Array.of(Number.NaN, 8, 2, Number.NaN)
    const high = Float64Array.of(Number.NaN, 12, Number.NaN, 5)
    expect([...leastValues({ ...sums, known: { low, high } }, 1)]).toEqual([10, 8, 2, 0])
    expect([...greatestValues({ ...sums, known: { low, high } })]).toEqual([Infinity, 12, Infinity, 5])
  })
})
