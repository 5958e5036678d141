import { describe, expect, it } from 'vitest'
import { dataset, numeric } from '../columns/dataset.js'
import { noRoles } from '../columns/role.js'
import { seededRng } from '../random/rng.js'
import { maskInput, measureInput } from './mask-input.js'

const file = (rows: number, ...names: readonly string[]): ReturnType<typeof dataset> =>
  dataset(names.map((name) => [name, numeric(Array.from({ length: rows }, (_, i) => i))] as const))
const ref = { use: 'loss/any', params: {} }

describe('maskInput', () => {
  const data = file(3, 'b', 'a')

  it('a whole file that is masked first, by the stream of the seed 1', () => {
    const input = maskInput(data, { params: { k: 3 } })
    expect(input).toMatchObject({ columns: ['b', 'a'], given: [], roles: noRoles, params: { k: 3 } })
    expect([input.data, input.whole, input.original]).toEqual([data, data, data])
    expect(input.origin).toEqual(Int32Array.of(0, 1, 2))
    expect(input.rng.uniform()).toBe(seededRng(1).uniform())
    expect(input.tick(0.5)).toBeUndefined()
  })

  it('given sentences replace the usual ones', () => {
    const rng = seededRng('another')
    const input = maskInput(data, {
      params: 0,
      columns: ['a'],
      whole: file(9, 'a'),
      origin: Int32Array.of(8, 7, 6),
      rng,
    })
    expect(input).toMatchObject({ columns: ['a'], rng, origin: Int32Array.of(8, 7, 6) })
    expect(input.whole.rows).toBe(9)
  })

  it('says that a metric is out of reach, unless it is given one', async () => {
    const input = maskInput(data, { params: {} })
    const wrong = { code: 'UNKNOWN_METRIC', message: 'loss/any is not available without a registry' }
    await expect(input.measure(ref, new Map())).rejects.toMatchObject({ ...wrong, place: { metric: 'loss/any' } })
    await expect(input.session(ref, new Map())).rejects.toMatchObject(wrong)
    const own = maskInput(data, { params: {}, measure: () => Promise.resolve({ value: 5, used: 1 }) })
    expect(await own.measure(ref, new Map())).toMatchObject({ value: 5 })
  })
})

describe('measureInput', () => {
  it('the columns that both files have, record by record where there are as many', () => {
    const input = measureInput(file(3, 'a', 'b', 'c'), file(3, 'c', 'a', 'weight'), { params: {} })
    expect(input).toMatchObject({ columns: ['a', 'c'], given: [], roles: noRoles, prepared: undefined })
    expect(input.parts.size).toBe(0)
    expect(input.origin).toEqual(Int32Array.of(0, 1, 2))
  })

  it('with another number of records none is known to come from any', () => {
    expect(measureInput(file(3, 'a'), file(2, 'a'), { params: {} }).origin).toEqual(Int32Array.of(-1, -1))
    const origin = Int32Array.of(2, 0)
    expect(measureInput(file(3, 'a'), file(2, 'a'), { params: {}, origin }).origin).toBe(origin)
  })
})
