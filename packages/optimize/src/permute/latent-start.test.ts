import { describe, expect, it } from 'vitest'
import { latentStart } from './latent-start.js'
import { loss, permuteState, valuesOf } from './permute-state.js'
import { permutedColumns } from './permute.fixture.js'

describe('latentStart', () => {
  it('restores most of the correlations, and keeps every value', () => {
    const columns = permutedColumns(2000, 4)
    const state = permuteState(columns, [], 2000)
    const start = loss(state)
    latentStart(state)
    expect(loss(state)).toBeLessThan(start / 50)
    columns.forEach(({ z }, j) => expect(valuesOf(state.moving[j], 2000).sort()).toEqual(z.slice().sort()))
  })

  it('leaves missing values in place', () => {
    const columns = permutedColumns(500, 3).map((column, j) => {
      const hole = (values: Float64Array): Float64Array => values.map((v, i) => (i % 7 === j ? Number.NaN : v))
      return { ...column, x: hole(column.x), z: hole(column.z) }
    })
    const state = permuteState(columns, [], 500)
    latentStart(state)
    columns.forEach(({ z }, j) => {
      valuesOf(state.moving[j], 500).forEach((value, i) => expect(Number.isNaN(value)).toBe(Number.isNaN(z[i])))
    })
  })

  it('leaves categories unchanged, and files that it would make worse', () => {
    const columns = permutedColumns(200, 3).map((column) => ({ ...column, isNumber: false }))
    const state = permuteState(columns, [], 200)
    latentStart(state)
    columns.forEach(({ z }, j) => expect(valuesOf(state.moving[j], 200)).toEqual(z))
    const same = permutedColumns(200, 3).map((column) => ({ ...column, z: column.x }))
    const still = permuteState(same, [], 200)
    latentStart(still)
    same.forEach(({ x }, j) => expect(valuesOf(still.moving[j], 200)).toEqual(x))
  })
})
