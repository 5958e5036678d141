import { SdcError } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growingSets } from './key-sets.js'
import { oneRight, type TieCount } from '../search/link.js'
import { normals, run, tableColumn } from '../../testing/run.fixture.js'
import { dldMetric } from './dld.js'
import { setCredits } from './set-credits.js'

/** Compares every pair of records in integers: ties are exact in any unit. */
function bruteCredit(from: number[][], to: number[][], truth: number, ties: TieCount): number[] {
  return from[0].map((_, r) => {
    const distances = to[0].map((_, i) => to.reduce((sum, key, j) => sum + (key[i] - from[j][r]) ** 2, 0))
    const least = Math.min(...distances)
    const tied = distances.flatMap((distance, i) => (distance === least ? [i] : []))
    const own = (r + truth) % to[0].length
    if (!tied.includes(own)) return 0
    if (ties === 'inclusive') return 1
    if (ties === 'first') return tied[0] === own ? 1 : 0
    if (ties === 'strict') return tied.length === 1 ? 1 : 0
    return 1 / tied.length
  })
}

const rules = ['fractional', 'first', 'inclusive', 'strict'] as const

describe('setCredits', () => {
  it('equals comparing all pairs of records, with ties counted exactly', () => {
    const within = (most: number) => fc.integer({ min: -most, max: most })
    const record = fc.tuple(within(4), within(2), fc.integer({ min: 0, max: 1 }))
    const files = fc.record({
      from: fc.array(record, { minLength: 1, maxLength: 30 }),
      to: fc.array(record, { minLength: 1, maxLength: 30 }),
      shift: fc.integer({ min: 0, max: 29 }),
      ties: fc.constantFrom(...rules),
      unit: fc.constantFrom(1, 0.3, 1 / 3),
    })
    fc.assert(
      fc.property(files, ({ from, to, shift, ties, unit }) => {
        const keys = (records: number[][]): number[][] => [0, 1, 2].map((j) => records.map((one) => one[j]))
        const scaled = (columns: number[][]): Float64Array[] =>
          columns.map((key) => Float64Array.from(key, (v) => v * unit))
        const truth = Int32Array.from(from, (_, r) => (r + shift) % to.length)
        const [x, y] = [from, to].map((records) => scaled(keys(records)))
        const credits = setCredits(x, y, oneRight(truth), ties, growingSets(3), new Float64Array(3), () => {})
        credits.forEach(({ credit }, i) => {
          const expected = bruteCredit(keys(from).slice(0, i + 1), keys(to).slice(0, i + 1), shift, ties)
          expect([...credit]).toEqual(expected)
        })
      }),
      { numRuns: 300 },
    )
  })
})

describe('risk/dld', () => {
  const x = normals(200, 9, 1)

  it('is 100 for an unmasked file, in any order of its records and with fewer of them', async () => {
    expect((await run(dldMetric, x, x)).value).toBe(100)
    const origin = Int32Array.from({ length: 120 }, (_, i) => (i * 7) % 200)
    const some = new Map([...x].map(([name, values]) => [name, Float64Array.from(origin, (i) => values[i])]))
    const { value, used, records } = await run(dldMetric, x, some, { origin })
    expect(value).toBe(100)
    expect(used).toBe(120)
    expect(records?.every((share) => share === 1)).toBe(true)
  })

  it('finds each of t records with equal keys with probability 1/t, or by the rule for ties', async () => {
    const twins = { a: [1, 1, 5, 9], b: [2, 2, 2, 2.5] }
    const value = async (ties: string): Promise<number | null> =>
      (await run(dldMetric, twins, twins, { params: { ties } })).value
    // DLD-1 and DLD-2: records 1 and 2 share both keys.
    expect(await value('fractional')).toBe(75)
    expect(await value('first')).toBe(75)
    expect(await value('inclusive')).toBe(100)
    expect(await value('strict')).toBe(50)
  })

  it('uses the keys in the order of the file, at most seven', async () => {
    const measured = await run(dldMetric, x, x)
    expect(tableColumn(measured, 'keys', 'keys')).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(tableColumn(await run(dldMetric, { a: [1, 2, 3] }, { a: [1, 3, 2] }), 'keys', 'percent')).toEqual([100 / 3])
  })

  it('leaves out records without origin and constant columns, and counts them', async () => {
    const original = { c: [7, 7, 7, 7, 7], a: [1, 2, 3, 4, Number.NaN], b: [5, 3, 8, 1, 2] }
    const masked = { c: [7, 6, 7, 7, 7], a: [1, 2, 3, Number.NaN, 5], b: [5, 3, 8, 1, 2] }
    const measured = await run(dldMetric, original, masked, { origin: [0, 1, -1, 3, 4] })
    // By a alone, the two that lack it in one of the files are not linked; by both columns they are, by b.
    expect(measured.used).toBe(4)
    expect(tableColumn(measured, 'keys', 'percent')[0]).toBe(50)
    expect([...(measured.records ?? [])].slice(0, 3)).toEqual([1, 1, Number.NaN])
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 0, 1])
  })

  it('is null, with a remedy, if nothing links the files', async () => {
    const { value, reason, used } = await run(dldMetric, x, x, { origin: new Int32Array(200).fill(-1) })
    expect(value).toBeNull()
    expect(reason).toMatch(/link.*origin/)
    expect(used).toBe(0)
    expect((await run(dldMetric, x, x, { origin: new Int32Array(200).fill(-1).fill(3, 0, 1) })).value).toBeNull()
    expect((await run(dldMetric, { a: [1, 1, 1] }, { a: [1, 2, 3] })).reason).toMatch(
      /no column has two different values/,
    )
  })

  it('refuses truth: nearest for at most 7 varying columns', async () => {
    const first = (count: number): Map<string, Float64Array> => new Map([...x].slice(0, count))
    const nearest = { params: { truth: 'nearest' } }
    const refused = await run(dldMetric, first(7), first(7), nearest).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SdcError)
    expect(refused).toMatchObject({ code: 'BAD_PARAMETER', place: { metric: 'risk/dld', parameter: 'truth' } })
    expect((await run(dldMetric, first(8), first(8), nearest)).value).toBe(100)
    const flat = first(7).set('k', new Float64Array(200))
    await expect(run(dldMetric, flat, flat, nearest)).rejects.toBeInstanceOf(SdcError)
  })

  it('measures files without a link between them by truth: nearest', async () => {
    const { value, used } = await run(dldMetric, x, x, {
      origin: new Int32Array(200).fill(-1),
      params: { truth: 'nearest' },
    })
    expect(value).toBe(100)
    expect(used).toBe(200)
  })
})
