import { describe, expect, it } from 'vitest'
import { whereTailIs, type Tail } from './log-newton.js'

/** P(e^U > e^u) of an exponential variable, and P(e^U ≤ e^u): of ln X the density is log-concave. */
const falling = (u: number): Tail => ({ probability: Math.exp(-Math.exp(u)), slope: -Math.exp(u - Math.exp(u)) })
const growing = (u: number): Tail => ({ probability: -Math.expm1(-Math.exp(u)), slope: Math.exp(u - Math.exp(u)) })

describe('whereTailIs', () => {
  it.each([1e-12, 1e-3, 0.2, 0.5, 0.8])('finds the place where a tail is %d from any start', (target) => {
    for (const start of [-9, -2, 0, 1]) {
      expect(whereTailIs(target, start, growing)).toBeCloseTo(Math.log(-Math.log1p(-target)), 11)
      expect(whereTailIs(target, start, falling)).toBeCloseTo(Math.log(-Math.log(target)), 11)
    }
  })

  it('takes few steps, since each squares the error', () => {
    let calls = 0
    const counted = (u: number): Tail => (calls++, growing(u))
    whereTailIs(0.3, 0, counted)
    expect(calls).toBeLessThanOrEqual(7)
    calls = 0
    whereTailIs(1e-300, -690, counted)
    expect(calls).toBeLessThanOrEqual(4)
  })

  it('limits a step to 1 on a falling tail, and takes the full step on a growing one', () => {
    const at: number[] = []
    const seen = (of: (u: number) => Tail) => (u: number) => (at.push(u), of(u))
    whereTailIs(0.5, -8, seen(falling))
    expect(at.slice(0, 3)).toEqual([-8, -7, -6])
    at.length = 0
    whereTailIs(0.5, -8, seen(growing))
    // ln(½/P(−8)), as the lower tail is e^u there.
    expect(at[1] - at[0]).toBeCloseTo(8 - Math.LN2, 2)
  })

  it('stays if the tail is 0 or flat, and ends if no step is small', () => {
    expect(whereTailIs(0.1, 3, () => ({ probability: 0, slope: 0 }))).toBe(3)
    expect(whereTailIs(0.1, 3, () => ({ probability: 0.5, slope: 0 }))).toBe(3)
    let calls = 0
    whereTailIs(0.2, 0, () => ({ probability: calls++ % 2 ? 0.1 : 0.4, slope: 1 }))
    expect(calls).toBe(1000)
  })
})
