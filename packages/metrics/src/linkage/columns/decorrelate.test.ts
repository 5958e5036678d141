import { categorical } from '@sdc/core'
import { covarianceMatrix } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { normals } from '../../testing/run.fixture.js'
import { decorrelation, singularTable } from './decorrelate.js'

const columns = (seed: number): Float64Array[] => {
  const [a, b, c] = normals(40, 3, seed).values()
  return [a, a.map((value, i) => value + 0.5 * b[i]), c]
}

describe('decorrelation', () => {
  it('has coordinates without covariance and with variance 1', () => {
    const x = columns(1)
    const { coordinates, singular } = decorrelation(covarianceMatrix(x))
    const covariances = covarianceMatrix(coordinates(x))
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++) expect(covariances.get(i, k)).toBeCloseTo(i === k ? 1 : 0, 12)
    }
    expect(singular).toEqual([])
  })

  it('has sizes that no sum of the terms exceeds, with p times the slack of every column', () => {
    const x = columns(2)
    const { coordinates, sizes } = decorrelation(covarianceMatrix(x))
    const [z, size] = [coordinates(x), sizes(x)]
    z.forEach((coordinate, k) =>
      coordinate.forEach((value, i) => expect(3 * Math.abs(value)).toBeLessThanOrEqual(size[k][i] * (1 + 1e-12))),
    )
    // Values 1 without slack, and values 0 with slack 1, give the same.
    const constant = (value: number): Float64Array[] => x.map(() => Float64Array.of(value))
    expect(sizes(constant(-1))).toEqual(sizes(constant(0), Float64Array.of(1, 1, 1)))
    expect(sizes(constant(-1))).toEqual(sizes(constant(1)))
    expect(sizes(constant(2), Float64Array.of(3, 3, 3))).toEqual(sizes(constant(5)))
    // With one direction: p·|weight|·size.
    const { sizes: ofTwo } = decorrelation(covarianceMatrix([Float64Array.of(-2, 0, 2), Float64Array.of(1, -2, 1)]))
    const found = ofTwo([Float64Array.of(10), Float64Array.of(0)]).map(([one]) => one)
    expect(Math.max(...found)).toBeCloseTo((2 * 10) / 2, 12)
    expect(Math.min(...found)).toBeCloseTo(0, 12)
  })

  it('gives a direction without variance the variance 1e-12 for each column, and returns it', () => {
    const [a] = normals(40, 1, 3).values()
    const x = [a, a.map((value) => 2 * value)]
    const { coordinates, singular } = decorrelation(covarianceMatrix(x))
    expect(singular).toHaveLength(1)
    expect(singular[0][0] / singular[0][1]).toBeCloseTo(-2, 9)
    // A step along it, of length 1, is a difference of 1/√2e-12.
    const [step] = [singular[0]].map((direction) => coordinates([...direction].map((one) => Float64Array.of(one))))
    expect(Math.hypot(...step.map(([one]) => one))).toBeCloseTo(1 / Math.sqrt(2e-12), 0)
  })
})

describe('singularTable', () => {
  const column = (made: ReturnType<typeof singularTable>, name: string): number[] => {
    const found = made?.column(name)
    if (found?.kind !== 'numeric') throw new Error(`no column ${name}`)
    return [...found.values]
  }

  it('is missing without directions', () => {
    expect(singularTable(['a'], Float64Array.of(1), [])).toBeUndefined()
  })

  it('has the coefficients in the units of the columns, the largest of each identity 1', () => {
    const directions = [Float64Array.of(1, -8, 0), Float64Array.of(0, 3, 1)]
    const made = singularTable(['a', 'b', 'c'], Float64Array.of(1, 2, 0), directions)
    expect(made?.names).toEqual(['column', 'identity 1', 'identity 2'])
    expect(made?.column('column')).toMatchObject({ levels: categorical(['a', 'b', 'c']).levels })
    // 1, −4 and no coefficient of a column without spread.
    expect(column(made, 'identity 1')).toEqual([-0.25, 1, -0])
    expect(column(made, 'identity 2')).toEqual([0, 1, 0])
  })
})
