import { seededRng, takeRows } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { fileOf, measureRoles, shuffled } from '../decision.fixture.js'
import { largestMetric } from './largest.js'
import { valueGivenKeysMetric } from './value-given-keys.js'
import { valueLinkageMetric } from './value-linkage.js'

const n = 400
const normals = (seed: number): Float64Array => {
  const rng = seededRng(seed)
  return Float64Array.from({ length: n }, () => rng.normal())
}
const plus = (a: Float64Array, b: Float64Array, factor = 1): Float64Array => a.map((value, i) => value + factor * b[i])

describe('risk/value-linkage', () => {
  const both = { confidential: ['a', 'b'] }
  const original = fileOf({ a: normals(1), b: normals(2) })

  it('links everybody in an unmasked file, and shares ties', async () => {
    expect((await measureRoles(valueLinkageMetric, original, original, both)).value).toBe(100)
    const pairs = fileOf({ a: [1, 1, 2, 2, 3], b: [5, 5, 6, 6, 7] })
    const { records } = await measureRoles(valueLinkageMetric, pairs, pairs, both)
    expect([...(records ?? [])]).toEqual([0.5, 0.5, 0.5, 0.5, 1])
  })

  it('links hardly anybody by independent values', async () => {
    const masked = fileOf({ a: normals(3), b: normals(4) })
    // 300 targets with probability 1/400 each: more than 7 hits have a probability below 1e-6.
    expect((await measureRoles(valueLinkageMetric, original, masked, both)).value).toBeLessThan(100 * (8 / 300))
  })

  it('does not depend on units or on the order of records; missing values have distance 0', async () => {
    const masked = fileOf({ a: plus(normals(1), normals(5), 0.05), b: plus(normals(2), normals(6), 0.05) })
    const { value } = await measureRoles(valueLinkageMetric, original, masked, both)
    expect(value).toBeGreaterThan(50)
    const scaled = (file: typeof original): typeof original =>
      fileOf({
        a: (file.column('a') as { values: Float64Array }).values.map((one) => 1024 * one),
        b: (file.column('b') as { values: Float64Array }).values,
      })
    expect((await measureRoles(valueLinkageMetric, scaled(original), scaled(masked), both)).value).toBe(value)
    const order = shuffled(n, 2)
    const moved = await measureRoles(valueLinkageMetric, original, takeRows(masked, order), { ...both, origin: order })
    expect(moved.value).toBe(value)
    const holes = fileOf({ a: [1, Number.NaN, 3], b: [1, 2, Number.NaN] })
    expect((await measureRoles(valueLinkageMetric, holes, holes, both)).value).not.toBeNull()
  })
})

describe('risk/value-given-keys', () => {
  const roles = { keys: ['key'], confidential: ['x'] }
  const [z, e] = [normals(7), normals(8)]

  it('is 100 % for an unmasked file, and about 0 for independent values', async () => {
    const original = fileOf({ key: z, x: plus(z, e) })
    expect((await measureRoles(valueGivenKeysMetric, original, original, roles)).value).toBeCloseTo(100, 6)
    const masked = fileOf({ key: z, x: normals(9) })
    // The square of a correlation of 400 independent pairs exceeds 25/400 with a probability below 1e-6.
    expect((await measureRoles(valueGivenKeysMetric, original, masked, roles)).value).toBeLessThan(100 * (25 / 400))
  })

  it('does not count variation that the keys explain', async () => {
    const original = fileOf({ key: z, x: plus(z, e) })
    const masked = fileOf({ key: z, x: plus(z, normals(10)) })
    expect((await measureRoles(valueGivenKeysMetric, original, masked, roles)).value).toBeLessThan(100 * (25 / 400))
    // Without keys the same values explain about a quarter: the square of a correlation of one half.
    const { value } = await measureRoles(valueGivenKeysMetric, original, masked, { confidential: ['x'] })
    expect(value).toBeGreaterThan(15)
    expect(value).toBeLessThan(36)
  })

  it('uses keys by their levels, and leaves out missing values', async () => {
    const key = Array.from(z, (one) => (one > 0 ? 'high' : 'low'))
    const x = z.map((one, i) => (i % 9 === 0 ? Number.NaN : (one > 0 ? 10 : 0) + e[i]))
    const original = fileOf({ key, x })
    const { value, used, tables } = await measureRoles(valueGivenKeysMetric, original, original, roles)
    expect(value).toBeCloseTo(100, 6)
    expect(used).toBe(n - Math.ceil(n / 9))
    expect(tables?.get('related quasi-identifiers')?.rows).toBe(1)
  })
})

describe('risk/largest', () => {
  const tail = Float64Array.from({ length: 100 }, (_, i) => (i === 40 ? 5000 : 1 + (i % 50)))
  const roles = { confidential: ['a'] }
  const measured = async (masked: Float64Array, x = tail): Promise<number | null> =>
    (await measureRoles(largestMetric, fileOf({ a: x }), fileOf({ a: masked }), roles)).value

  it('counts a largest value that is released within a tenth', async () => {
    expect(await measured(tail)).toBe(1)
    expect(await measured(tail.map((one) => 0.95 * one))).toBe(1)
    expect(await measured(tail.map((one) => 0.85 * one))).toBe(0)
    expect(await measured(tail.map((one) => (one === 5000 ? 1000 : 1.2 * one)))).toBe(0)
    // The next ones, 49 and 50, are frequent; of four conspicuous values three are unchanged.
    expect(await measured(tail.map((one) => Math.min(one, 1000)))).toBe(0)
    const few = tail.map((one, i) => (i < 4 ? 200 * (i + 1) : one))
    expect(await measured(few.map((one) => Math.min(one, 1000)), few)).toBe(1) // oxfmt-ignore
    // The record of the largest value has another value, but the person who knows about the largest value uses the
    // largest released one.
    expect(await measured(tail.map((_, i) => tail[(i + 7) % 100]))).toBe(1)
  })

  it('counts the mean of two by the p % rule, and a loss by its size', async () => {
    const means = tail.map((one, i) => (one === 5000 || i === 49 ? 2525 : one))
    expect(await measured(means)).toBe(1)
    const three = tail.map((one, i) => (one === 5000 || i === 49 || i === 99 ? 5100 / 3 : one))
    expect(await measured(three)).toBe(1)
    const losses = tail.map((one) => -one)
    expect(await measured(losses, losses)).toBe(1)
    expect(await measured(losses.map((one) => Math.max(one, -60)), losses)).toBe(0) // oxfmt-ignore
    // Five comparable values protect each other.
    const rich = tail.map((one, i) => (i < 5 ? 4000 + 1500 * i : one === 5000 ? 50 : one))
    expect(await measured(rich.map((one) => (one >= 4000 ? 7000 : one)), rich)).toBe(0) // oxfmt-ignore
  })

  it('does not count a column in which several people have nearly the largest value', async () => {
    expect(await measured(tail.map((one) => Math.min(one, 60)), tail.map((one) => Math.min(one, 45)))).toBe(0) // oxfmt-ignore
    const constant = Float64Array.of(7, 7, 7)
    expect(await measured(constant, constant)).toBe(0)
    const even = fileOf({ a: tail })
    expect((await measureRoles(largestMetric, even, even, { keys: ['a'] })).value).toBeNull()
  })

  it('uses the released records only, if these are known', async () => {
    const [first, last] = [fileOf({ a: tail }), fileOf({ a: tail.filter((one) => one !== 5000) })]
    const origin = Int32Array.from({ length: 99 }, (_, i) => (i < 40 ? i : i + 1))
    expect((await measureRoles(largestMetric, first, last, { ...roles, origin })).value).toBe(0)
    const second = tail.map((one, i) => (i === 41 ? 400 : one))
    const without = fileOf({ a: second.filter((one) => one !== 5000) })
    expect((await measureRoles(largestMetric, fileOf({ a: second }), without, { ...roles, origin })).value).toBe(1)
  })
})
