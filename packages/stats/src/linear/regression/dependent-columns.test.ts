import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { dependentColumns } from './dependent-columns.js'

const n = 200
const rng = seededRng('dependent columns').child('x')
const random = (scale: number): Float64Array => Float64Array.from({ length: n }, () => scale * rng.uniform())
const [a, b, c] = [random(1e6), random(1), random(1e-6)]

describe('dependentColumns', () => {
  it('gives the slopes of a sum, in any units', () => {
    const y = a.map((value, i) => 2 * value - 3e5 * b[i] + 7)
    const [found, ...others] = dependentColumns([a, b, c, y], 1e-9)
    expect(others).toEqual([])
    expect(found.column).toBe(3)
    expect(found.terms.map(({ column }) => column)).toEqual([0, 1])
    expect(found.terms[0].slope).toBeCloseTo(2, 9)
    expect(found.terms[1].slope / 3e5).toBeCloseTo(-1, 9)
    expect(found.constant).toBeCloseTo(7, 4)
  })

  it('does not use a dependent column as a term of a later one', () => {
    const sum = a.map((value, i) => value + b[i])
    const copy = sum.map((value) => value / 10)
    const found = dependentColumns([a, b, sum, copy], 1e-9)
    expect(found.map(({ column }) => column)).toEqual([2, 3])
    expect(found[1].terms.map(({ column }) => column)).toEqual([0, 1])
  })

  it('tolerates rounding up to the given share, and not in kept columns', () => {
    const rounded = a.map((value, i) => Math.round(value + b[i]))
    expect(dependentColumns([a, c, rounded], 1e-9)).toEqual([])
    expect(dependentColumns([a, c, rounded], 1e-3).map(({ column }) => column)).toEqual([2])
    expect(dependentColumns([a, c, rounded], 1e-3, new Set([2]))).toEqual([])
  })

  it('reports a constant column without terms', () => {
    expect(dependentColumns([new Float64Array(n).fill(5), a], 1e-9)).toEqual([{ column: 0, constant: 5, terms: [] }])
  })
})
