import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { plusPlusStarts } from './plus-plus-starts.js'

const from = (numbers: readonly number[]): (() => number) => {
  let next = 0
  return () => numbers[next++]
}

describe('plusPlusStarts', () => {
  it('draws the first among all records, each other by its squared distance to the nearest', () => {
    const x = Float64Array.of(0, 1, 3, 7)
    // From 0 the weights are 0, 1, 9, 49, together 59; then from 3 they are 0, 1, 0, 16, together 17.
    expect([...plusPlusStarts(x, 1, 3, from([0, 9.9 / 59, 0.9 / 17, 0]))]).toEqual([0, 3, 1])
    expect([...plusPlusStarts(x, 1, 3, from([0, 9.9 / 59, 1.1 / 17, 0]))]).toEqual([0, 3, 7])
    expect([...plusPlusStarts(x, 1, 2, from([0.99, 0, 0]))]).toEqual([7, 0])
  })

  it('has the documented distribution', () => {
    const x = Float64Array.of(0, 0, 1, 0, 0, 2)
    const root = seededRng(1)
    const drawn = Array.from({ length: 3000 }, (_, s) => {
      const rng = root.child(`${s}`)
      return plusPlusStarts(x, 2, 2, () => rng.uniform())
    })
    // First (0, 0) in a third, then (1, 0) with 1/5: of 3000, 200 ± 13.7; five of them, false alarm 1e-6.
    const count = drawn.filter(([a, b, c]) => a === 0 && b === 0 && c === 1).length
    expect(Math.abs(count - 200)).toBeLessThan(5 * Math.sqrt((3000 / 15) * (14 / 15)))
  })

  it('returns as many as there are different records', () => {
    const rng = seededRng(2)
    const few = plusPlusStarts(Float64Array.of(4, 4, 9, 4, 9), 1, 4, () => rng.uniform())
    expect([...few].sort((a, b) => a - b)).toEqual([4, 9])
    expect(plusPlusStarts(new Float64Array(0), 2, 3, () => 0)).toHaveLength(0)
  })
})
