import { describe, expect, it } from 'vitest'
import { free, objective } from './problem.fixture.js'
import { newTrial, type Standing } from './trials.js'
import { endOf, movedEnd, widened } from './widen.js'

const closed = (value: number): { value: number; open: false } => ({ value, open: false })
const open = (value: number): { value: number; open: true } => ({ value, open: true })

describe('an end of a range', () => {
  it('moves outwards by a quarter of the width, on the scale of the range', () => {
    expect(movedEnd(free('x', 10, 30), 'most')).toBe(35)
    expect(movedEnd(free('x', 10, 30), 'least')).toBe(5)
    // 0.01 to 1 are two decades: by half of one.
    expect(movedEnd(free('x', 0.01, 1, { scale: 'log' }), 'most')).toBe(3.2)
    expect(movedEnd(free('x', 2, 50, { scale: 'log', whole: true }), 'most')).toBe(112)
  })

  it('goes no further than the parameter may', () => {
    const upTo = (ceiling: ReturnType<typeof open> | ReturnType<typeof closed>): number =>
      movedEnd(free('x', 0, 0.9, { ceiling }), 'most')
    expect(upTo(closed(1))).toBe(1)
    expect(upTo(open(1))).toBe(0.95)
    expect(upTo(closed(0.9))).toBe(0.9)
    expect(upTo(open(0.9))).toBe(0.9)
    expect(movedEnd(free('k', 2, 3, { whole: true, floor: closed(2) }), 'least')).toBe(2)
    expect(movedEnd(free('x', 0.01, 1, { scale: 'log', floor: closed(0) }), 'least')).toBe(0.0032)
  })

  it('is where a value is', () => {
    const range = free('x', 10, 30)
    expect([9, 10, 11, 30].map((value) => endOf(range, value))).toEqual(['least', 'least', undefined, 'most'])
  })
})

describe('ranges', () => {
  const at = (value: number | null, family: string, risk: number, loss: number): Standing => ({
    trial: newTrial({ family, variant: 0, values: [value] }),
    risk,
    loss,
    excess: 0,
  })

  it('are widened by winners at their end, not by the ends of the front, nor by other families', () => {
    const families = ['a', 'b', 'c'].map((id) => ({ id, parameters: [free('x', 10, 30)], variants: 1 }))
    const rows = [at(30, 'a', 5, 5), at(29, 'a', 6, 6), at(28, 'a', 6.5, 6), at(30, 'b', 0, 90), at(10, 'c', 90, 0)]
    const ranges = widened(families, rows, objective).map(({ parameters: [{ least, most }] }) => [least, most])
    expect(ranges).toEqual([
      [10, 35],
      [10, 30],
      [10, 30],
    ])
  })
})
