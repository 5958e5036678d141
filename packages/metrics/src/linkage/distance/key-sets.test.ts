import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../../testing/run.fixture.js'
import { dldMetric } from './dld.js'
import { keySets } from './key-sets.js'

const names = ['d', 'b', 'a', 'c', 'e']
const rng = seededRng(1)

describe('keySets', () => {
  it('all: every set once, ascending, by size', () => {
    const sets = keySets(names, 'all', 1, 7, rng)
    expect(sets.map(({ length }) => length)).toEqual([5, 10, 10, 5, 1])
    for (const [s, ofSize] of sets.entries()) {
      expect(new Set(ofSize.map(String)).size).toBe(ofSize.length)
      for (const set of ofSize) {
        expect(set).toHaveLength(s + 1)
        expect([...set]).toEqual([...new Set(set)].sort((a, b) => a - b))
        expect(Math.max(...set)).toBeLessThan(5)
      }
    }
    expect(keySets(names, 'all', 1, 2, rng).map(({ length }) => length)).toEqual([5, 10])
  })

  it('random: the requested number of different sets, or all if there are no more', () => {
    const sets = keySets(names, 'random', 6, 7, rng)
    expect(sets.map(({ length }) => length)).toEqual([5, 6, 6, 5, 1])
    for (const ofSize of sets) expect(new Set(ofSize.map(String)).size).toBe(ofSize.length)
    expect(keySets(names, 'random', 6, 7, seededRng(2))).not.toEqual(sets)
    expect(keySets(names, 'random', 6, 7, rng)).toEqual(sets)
  })

  it('random: each set has the same probability', () => {
    const counts = new Map<string, number>()
    for (let run = 0; run < 2000; run++) {
      for (const set of keySets(names, 'random', 1, 2, seededRng(run))[1])
        counts.set(String(set), (counts.get(String(set)) ?? 0) + 1)
    }
    expect(counts.size).toBe(10)
    // Binomial(2000, .1): sd 13.4; ten counts within 5.33 of them fail by chance once in a million.
    for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(5.33 * 13.4)
  })

  it('random: the same columns for any order in the file', () => {
    const named = (order: readonly string[]): string[][] =>
      keySets(order, 'random', 3, 7, rng).flatMap((ofSize) =>
        ofSize.map((set) => set.map((at) => order[at]).sort()).sort((a, b) => String(a).localeCompare(String(b))),
      )
    expect(named([...names].reverse())).toEqual(named(names))
  })

  it('refuses too many sets, with their number', () => {
    const many = Array.from({ length: 15 }, (_, j) => `v${j}`)
    expect(() => keySets(many, 'all', 1, 7, rng)).toThrow(/15 columns have 16383 sets of 1 to 7; the limit is 10000/)
    expect(keySets(many.slice(1), 'all', 1, 7, rng).flat()).toHaveLength(9907)
    expect(keySets(many, 'random', 4, 7, rng).map(({ length }) => length)).toEqual(new Array(7).fill(4))
  })
})

describe('risk/dld by sets of keys', () => {
  const x = normals(60, 4, 1)
  const noise = normals(60, 4, 2)
  const y = new Map([...x].map(([name, values]) => [name, values.map((v, i) => v + 0.4 * (noise.get(name)?.[i] ?? 0))]))

  /** Computes DLD-i by comparing all pairs: the mean over all sets of i columns. */
  function brute(): number[] {
    const columns = [...x.keys()]
    const sds = columns.map((name) => {
      const v = x.get(name) ?? new Float64Array(0)
      const m = v.reduce((a, b) => a + b, 0) / 60
      return Math.sqrt(v.reduce((a, b) => a + (b - m) * (b - m), 0) / 59)
    })
    const shares: number[][] = [[], [], [], []]
    for (let mask = 1; mask < 16; mask++) {
      const set = [0, 1, 2, 3].filter((j) => mask & (1 << j))
      let right = 0
      for (let r = 0; r < 60; r++) {
        const distance = Array.from({ length: 60 }, (_, i) =>
          set.reduce((sum, j) => {
            const gap = ((y.get(columns[j])?.[r] ?? 0) - (x.get(columns[j])?.[i] ?? 0)) / sds[j]
            return sum + gap * gap
          }, 0),
        )
        if (distance.indexOf(Math.min(...distance)) === r) right++
      }
      shares[set.length - 1].push((100 * right) / 60)
    }
    return shares.map((ofSize) => ofSize.reduce((a, b) => a + b, 0) / ofSize.length)
  }

  it('all: the mean over every set of each size, and the worst one', async () => {
    const expected = brute()
    const measured = await run(dldMetric, x, y, { params: { keys: 'all' } })
    tableColumn(measured, 'keys', 'percent').forEach((percent, i) => expect(percent).toBeCloseTo(expected[i], 10))
    expect(measured.value).toBeCloseTo(expected.reduce((a, b) => a + b, 0) / 4, 10)
    expect(tableColumn(measured, 'keys', 'sets')).toEqual([4, 6, 4, 1])
    const [least, greatest] = ['least percent', 'greatest percent'].map((name) => tableColumn(measured, 'keys', name))
    least.forEach((one, i) => expect(one).toBeLessThanOrEqual(expected[i]))
    greatest.forEach((one, i) => expect(one).toBeGreaterThanOrEqual(expected[i]))
    expect(greatest[0]).toBeGreaterThan(least[0])
    // The value is the mean of the records' numbers.
    const records = measured.records ?? new Float64Array(0)
    expect((100 * records.reduce((a, b) => a + b, 0)) / 60).toBeCloseTo(measured.value ?? Number.NaN, 10)
    const worst = measured.tables?.get('keys')?.column('worst columns')
    expect(worst?.kind === 'categorical' && worst.levels[worst.codes[3]]).toBe('v1 + v2 + v3 + v4')
  })

  it('all and random: the same for any order of the columns', async () => {
    const turned = (columns: ReadonlyMap<string, Float64Array>): Map<string, Float64Array> =>
      new Map([...columns].reverse())
    for (const params of [{ keys: 'all' }, { keys: 'random', subsets: 3 }]) {
      const { value } = await run(dldMetric, x, y, { params })
      expect((await run(dldMetric, turned(x), turned(y), { params })).value).toBeCloseTo(value ?? Number.NaN, 10)
    }
    const first = await run(dldMetric, x, y)
    expect((await run(dldMetric, turned(x), turned(y))).value).not.toBe(first.value)
  })

  it('random: all sets if each size has no more, else a value near the mean over all', async () => {
    const value = async (params: object): Promise<number> =>
      (await run(dldMetric, x, y, { params: { ...params } })).value ?? Number.NaN
    const all = await value({ keys: 'all' })
    expect(await value({ keys: 'random', subsets: 6 })).toBe(all)
    expect(Math.abs((await value({ keys: 'random', subsets: 3 })) - all)).toBeLessThan(10)
  })

  it('is 100 at identity, and uses the records that are complete in all columns', async () => {
    for (const keys of ['random', 'all']) expect((await run(dldMetric, x, x, { params: { keys } })).value).toBe(100)
    const nine = normals(40, 9, 1)
    const holes = new Map(
      [...nine].map(([name, v], j) => [name, v.map((one, i) => (j === 8 && i < 5 ? Number.NaN : one))]),
    )
    expect((await run(dldMetric, nine, holes)).used).toBe(40)
    const measured = await run(dldMetric, nine, holes, { params: { keys: 'random', subsets: 2 } })
    expect(measured.used).toBe(35)
    expect(tableColumn(measured, 'keys', 'keys')).toEqual([1, 2, 3, 4, 5, 6, 7])
  })
})
