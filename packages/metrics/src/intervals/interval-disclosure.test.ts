import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { intervalDisclosureMetric } from './interval-disclosure.js'
import { intervalShares } from './interval-shares.js'

type Shares = (x: number[], y: number[], allX: number[], allY: number[], width: number) => number[]

/** Computes [y_(r−h), y_(r+h)] literally, averaged over all ranks r that equal masked values share. */
const bruteRank: Shares = (x, y, _, allY, width) => {
  const sorted = [...allY].sort((a, b) => a - b)
  const n = sorted.length
  const h = Math.floor((width * n) / 100)
  return x.map((value, i) => {
    const ranks = sorted.flatMap((one, r) => (one === y[i] ? [r] : []))
    const hits = ranks.filter((r) => sorted[Math.max(0, r - h)] <= value && value <= sorted[Math.min(n - 1, r + h)])
    return hits.length / ranks.length
  })
}

/** Finds the h-th original value on either side of y, without those equal to it. */
const bruteOriginal: Shares = (x, y, allX, _, width) => {
  const h = Math.floor((width * allX.length) / 100)
  return x.map((value, i) => {
    if (value === y[i]) return 1
    const [low, high] = value > y[i] ? [y[i], value] : [value, y[i]]
    const between = allX.filter((one) => one > low && one < high)
    return between.length < h ? 1 : 0
  })
}

const bruteSd: Shares = (x, y, _, allY, width) => {
  const mean = allY.reduce((a, b) => a + b, 0) / allY.length
  const sd = Math.sqrt(allY.reduce((a, b) => a + (b - mean) ** 2, 0) / (allY.length - 1))
  return x.map((value, i) => (Math.abs(value - y[i]) <= (width / 100) * sd ? 1 : 0))
}

const bruteRelative: Shares = (x, y, _, __, width) =>
  x.map((value, i) => (Math.abs(value - y[i]) <= (width / 100) * Math.abs(y[i]) ? 1 : 0))

describe('intervalShares', () => {
  const column = (n: number) => fc.array(fc.integer({ min: -6, max: 6 }), { minLength: n, maxLength: n })
  const files = fc.integer({ min: 2, max: 60 }).chain((n) => fc.tuple(column(n), column(n)))

  it.each([
    ['rank', bruteRank],
    ['rank-original', bruteOriginal],
    ['sd', bruteSd],
    ['relative', bruteRelative],
  ] as const)('%s is what looking at every cell gives, ties and all', (mode, brute) => {
    fc.assert(
      fc.property(files, fc.integer({ min: 1, max: 40 }), ([x, y], width) => {
        const asColumn = (values: number[]): Float64Array => Float64Array.from(values)
        const { inside, perWidth } = intervalShares(asColumn(x), asColumn(y), asColumn(x), asColumn(y), mode, [width])
        const expected = brute(x, y, x, y, width)
        expect([...inside]).toEqual(expected)
        expect(perWidth[0]).toBeCloseTo(
          expected.reduce((a, b) => a + b, 0),
          9,
        )
      }),
    )
  })

  it('never falls if the interval grows', () => {
    const widths = [1, 2, 5, 10, 25, 50, 100]
    fc.assert(
      fc.property(files, fc.constantFrom('rank', 'rank-original', 'sd', 'relative'), ([x, y], mode) => {
        const [a, b] = [Float64Array.from(x), Float64Array.from(y)]
        const { perWidth } = intervalShares(a, b, a, b, mode, widths)
        // Sums of shares of ranks: equal ones may differ by rounding.
        for (let w = 1; w < widths.length; w++) expect(perWidth[w]).toBeGreaterThanOrEqual(perWidth[w - 1] - 1e-9)
      }),
    )
  })
})

describe('risk/interval-disclosure', () => {
  const x = normals(150, 3, 4)
  const modes = ['rank', 'rank-original', 'sd', 'relative']

  it.each(modes)('is 100 for an unmasked file by %s, with or without ties, in any order', async (mode) => {
    const rounded = new Map([...x].map(([name, values]) => [name, values.map(Math.round)]))
    const origin = Int32Array.from({ length: 150 }, (_, i) => (i * 7) % 150)
    for (const file of [x, rounded]) {
      const shuffled = new Map([...file].map(([name, values]) => [name, Float64Array.from(origin, (i) => values[i])]))
      const { value, used } = await run(intervalDisclosureMetric, file, shuffled, { origin, params: { mode } })
      expect(value).toBe(100)
      expect(used).toBe(450)
    }
  })

  it('does not depend on the order of the masked records, although many are tied', async () => {
    const masked = new Map([...normals(150, 3, 5)].map(([name, values]) => [name, values.map(Math.round)]))
    const origin = Int32Array.from({ length: 150 }, (_, i) => (i * 7) % 150)
    const shuffled = new Map([...masked].map(([name, values]) => [name, Float64Array.from(origin, (i) => values[i])]))
    const a = await run(intervalDisclosureMetric, x, masked)
    const b = await run(intervalDisclosureMetric, x, shuffled, { origin })
    // Rounding of sums in another order.
    expect(b.value).toBeCloseTo(a.value ?? Number.NaN, 9)
  })

  it('leaves out missing cells, records without origin and constant columns, and counts them', async () => {
    const original = { a: [1, 2, 3, Number.NaN], c: [5, 5, 5, 5] }
    const masked = { a: [1, 9, 3, 4], c: [5, 6, 7, 8] }
    const measured = await run(intervalDisclosureMetric, original, masked, {
      origin: [0, 1, -1, 3],
      params: { mode: 'sd' },
    })
    expect(measured.used).toBe(2)
    expect(measured.value).toBe(50)
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', 50],
      ['c', null],
    ])
    expect([...(measured.records ?? [])]).toEqual([100, 0, Number.NaN, Number.NaN])
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 1, 1])
  })

  it('is null if no two records can be compared', async () => {
    expect((await run(intervalDisclosureMetric, { a: [1, 2] }, { a: [1, 2] }, { origin: [-1, -1] })).reason).toMatch(
      /link/,
    )
    const bySd = { params: { mode: 'sd' } }
    const { value, reason } = await run(
      intervalDisclosureMetric,
      { a: [1, Number.NaN, 2] },
      { a: [1, 2, Number.NaN] },
      bySd,
    )
    expect(value).toBeNull()
    expect(reason).toMatch(/1 records/)
    expect((await run(intervalDisclosureMetric, { a: [1, 1] }, { a: [1, 2] }, bySd)).value).toBeNull()
  })

  it('is null for fewer than ten records, whose windows of ranks reach no neighbour', async () => {
    const ramp = (n: number): Record<string, number[]> => ({ a: Array.from({ length: n }, (_, i) => i) })
    for (const mode of ['rank', 'rank-original']) {
      expect((await run(intervalDisclosureMetric, ramp(9), ramp(9), { params: { mode } })).reason).toMatch(
        /at least 10 records/,
      )
      expect((await run(intervalDisclosureMetric, ramp(10), ramp(10), { params: { mode } })).value).toBe(100)
    }
    expect((await run(intervalDisclosureMetric, ramp(9), ramp(9), { params: { mode: 'sd' } })).value).toBe(100)
  })

  it('has intervals of 1 to 10 %, by hand', async () => {
    // Around 100 the interval of w % contains the original values up to 100 + w: of these eleven w.
    const original = { a: [...Array.from({ length: 10 }, (_, i) => 100.5 + i), 200] }
    const masked = { a: Array<number>(11).fill(100) }
    const measured = await run(intervalDisclosureMetric, original, masked, { params: { mode: 'relative' } })
    const widths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    expect(tableColumn(measured, 'widths', 'width')).toEqual(widths)
    expect(tableColumn(measured, 'widths', 'percent')).toEqual(widths.map((width) => (100 * width) / 11))
    expect([...(measured.records ?? [])].map(Math.round)).toEqual([100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0])
    expect(measured.value).toBeCloseTo(50, 12)
    expect(measured.columns?.get('a')).toBeCloseTo(50, 12)
  })

  it('has the mean of its cells for each record, and no value for a column without a pair', async () => {
    const none = Number.NaN
    const original = { a: [10, 20, 30], b: [1, 2, none], c: [1, 2, none] }
    const masked = { a: [10, 90, 30], b: [9, 2, 3], c: [none, none, 3] }
    const measured = await run(intervalDisclosureMetric, original, masked, { params: { mode: 'relative' } })
    expect([...(measured.records ?? [])]).toEqual([50, 50, 100])
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', (100 * 2) / 3],
      ['b', 50],
      ['c', null],
    ])
    expect(measured.value).toBeCloseTo((100 * 3) / 5, 12)
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([0, 4, 0])
  })

  it('by standard deviations of the masked values, which may differ from those of the original', async () => {
    // s_Y = 20: a tenth is 2.
    const original = { a: [10, 31.9, 52.1] }
    const measured = await run(intervalDisclosureMetric, original, { a: [10, 30, 50] }, { params: { mode: 'sd' } })
    expect([...(measured.records ?? [])]).toEqual([100, 10, 0])
  })
})
