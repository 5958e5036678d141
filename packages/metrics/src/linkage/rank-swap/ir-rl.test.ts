import { describe, expect, it } from 'vitest'
import { censusColumns, eiaColumns } from '@sdc/testing/public-files'
import { maskedTable, reference } from '@sdc/testing/reference'
import { sortedValues } from '@sdc/stats'
import { plainIndividualRanking } from '../../testing/individual-ranking.fixture.js'
import { normals, run, tableColumn } from '../../testing/run.fixture.js'
import { irRlMetric } from './ir-rl.js'
import { neighbouringMeans } from './neighbouring-means.js'

const files = { census: censusColumns, eia: eiaColumns }
const held = 'percent with the right one among the candidates'

describe('neighbouring means', () => {
  it('are the greatest mean below a value and the smallest above it', () => {
    const sorted = Float64Array.of(-2, 1, 1, 3, 7)
    const x = Float64Array.of(1, 2, -5, 7, 9, Number.NaN, -0)
    const { least, most } = neighbouringMeans(x, sorted)
    expect([...least]).toEqual([-2, 1, -Infinity, 3, 7, Infinity, -2])
    expect([...most]).toEqual([3, 3, -2, Infinity, Infinity, -Infinity, 1])
  })

  it('treat a mean that differs in its last bits as the value itself', () => {
    const third = 0.1 + 0.2
    const { least, most } = neighbouringMeans(Float64Array.of(0.3), Float64Array.of(0.1, third, 0.4))
    expect(third).toBeGreaterThan(0.3)
    expect([least[0], most[0]]).toEqual([0.1, 0.4])
  })

  it.each(['census', 'eia'] as const)('contain the masked value of every cell of %s, ties included', (name) => {
    for (const k of [3, 5, 10]) {
      for (const [, x] of files[name]()) {
        const y = plainIndividualRanking(x, k)
        const { least, most } = neighbouringMeans(x, sortedValues(y))
        const outside = [...x.keys()].filter((i) => !(y[i] >= least[i] && y[i] <= most[i]))
        expect(outside).toEqual([])
      }
    }
  })
})

describe('risk/ir-rl', () => {
  it.each([
    ['census', 3],
    ['census', 5],
    ['census', 10],
    ['eia', 10],
  ] as const)(
    '%s, k = %i: the true record is always a candidate, and one candidate is the right one',
    async (name, k) => {
      const original = files[name]()
      const masked = new Map([...original].map(([column, x]) => [column, plainIndividualRanking(x, k)]))
      const one = await run(irRlMetric, original, masked)
      expect(tableColumn(one, 'keys', held)).toEqual(new Array(7).fill(100))
      expect(tableColumn(one, 'keys', 'without a candidate')).toEqual(new Array(7).fill(0))
      const right = tableColumn(one, 'keys', 'correct, percent')
      expect(right.filter((percent) => !Number.isNaN(percent) && percent !== 100)).toEqual([])
      // More keys leave fewer candidates.
      const single = tableColumn(one, 'keys', 'percent with one candidate')
      expect(single).toEqual([...single].sort((a, b) => a - b))
    },
  )

  it('accepts the file that another program masked, too', async () => {
    const { colnames, rows } = maskedTable(reference('microaggregation.json', 'census_onedims_k3'))
    const masked = new Map(colnames.map((name, j) => [name, Float64Array.from(rows, (row) => row[j])]))
    const one = await run(irRlMetric, censusColumns(), masked)
    expect(tableColumn(one, 'keys', held)).toEqual(new Array(7).fill(100))
  })

  it('equals comparing all pairs of records', async () => {
    const x = new Map([...normals(60, 3, 1)].map(([name, values]) => [name, values.map((v) => Math.round(3 * v))]))
    const y = new Map([...x].map(([name, values]) => [name, plainIndividualRanking(values, 4)]))
    const sds = [...x.values()].map((v) => {
      const mean = v.reduce((a, b) => a + b, 0) / 60
      return Math.sqrt(v.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 59)
    })
    const [from, to] = [[...x.values()], [...y.values()]]
    const all = [...from[0].keys()]
    const shares = [1, 2, 3].map((t) => {
      const credits = all.map((i) => {
        const inside = all.filter((row) =>
          from.slice(0, t).every((key, j) => {
            const below = to[j].filter((m) => m < key[i]).reduce((a, b) => Math.max(a, b), -Infinity)
            const above = to[j].filter((m) => m > key[i]).reduce((a, b) => Math.min(a, b), Infinity)
            return to[j][row] >= below && to[j][row] <= above
          }),
        )
        const gap = (row: number): number =>
          from.slice(0, t).reduce((sum, key, j) => sum + ((key[i] - to[j][row]) / sds[j]) ** 2, 0)
        const least = Math.min(...inside.map(gap))
        const near = inside.filter((row) => gap(row) <= least + 1e-9)
        return near.includes(i) ? 1 / near.length : 0
      })
      return (100 * credits.reduce((a, b) => a + b, 0)) / 60
    })
    const one = await run(irRlMetric, x, y)
    tableColumn(one, 'keys', 'percent').forEach((percent, t) => expect(percent).toBeCloseTo(shares[t], 9))
    expect(one.value).toBeCloseTo(shares.reduce((a, b) => a + b, 0) / 3, 9)
    expect(one.records?.reduce((a, b) => a + b, 0)).toBeCloseTo((60 * (one.value ?? 0)) / 100, 9)
  })

  it('finds all records of an unmasked file, and states the reason if none can be found', async () => {
    const x = normals(50, 2, 1)
    expect((await run(irRlMetric, x, x)).value).toBe(100)
    expect((await run(irRlMetric, { a: [1, 1] }, { a: [1, 2] })).reason).toMatch(/no column has two different values/)
    expect((await run(irRlMetric, { a: [1, 2] }, { a: [1, 2] }, { origin: [-1, -1] })).reason).toMatch(/link/)
    const holed = { a: [1, 2, Number.NaN, 4], b: [1, Number.NaN, 3, 4] }
    const some = await run(irRlMetric, holed, holed)
    expect(some.used).toBe(2)
    expect(tableColumn(some, 'left-out', 'count')).toEqual([2, 2, 0])
    expect((await run(irRlMetric, { a: [1, 2, 3] }, { a: [1, Number.NaN, Number.NaN] })).reason).toMatch(
      /1 original records/,
    )
    // Values that are not neighbouring means leave no candidate: not linked, and counted.
    const apart = await run(
      irRlMetric,
      { a: [1, 2, 3], b: [1, 2, 3] },
      { a: [1, 2, 3], b: [3, 2, 1].map((v) => 10 * v) },
    )
    expect(tableColumn(apart, 'keys', 'without a candidate')[1]).toBeGreaterThan(0)
  })
})
