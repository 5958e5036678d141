import { numericValues, SdcError } from '@sdc/core'
import { paper003Linkage, paper003RankSwapping } from '@sdc/datasets'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainRankSwaps } from '../../testing/rank-swap.fixture.js'
import { normals, run, tableColumn } from '../../testing/run.fixture.js'
import { rsRlMetric } from './rs-rl.js'

const oneCandidate = 'percent with one candidate'
const ofTheseRight = 'correct, percent'
const among = 'percent with the right one among the candidates'

describe('risk/rs-rl on the example of the slides', () => {
  const names = ['a1', 'a2', 'a3', 'a4']
  const columns = (prefix: string): Map<string, Float64Array> =>
    new Map(names.map((name) => [name, numericValues(paper003RankSwapping, `${prefix}${name}`)]))
  const x = columns('')
  const y = columns('masked ')

  it('links 0, 2, 7 and 7 of ten: the printed 8, and the printed mean of 42.5, are misprints', async () => {
    const measured = await run(rsRlMetric, x, y, { params: { positions: paper003Linkage.window } })
    const percents = tableColumn(measured, 'keys', 'percent')
    expect(percents.slice(0, 3)).toEqual(paper003Linkage.candidatesLinked.slice(0, 3).map((count) => 10 * count))
    expect(percents[3]).toBe(70)
    expect(measured.value).toBe(40)
    expect(tableColumn(measured, 'keys', oneCandidate)).toEqual([0, 10, 50, 70])
    expect(tableColumn(measured, 'keys', ofTheseRight)).toEqual([Number.NaN, 100, 100, 100])
    expect(tableColumn(measured, 'keys', among)).toEqual([100, 100, 100, 100])
    // Record 2 is linked by the last two of the four sets of columns.
    expect(measured.records?.[1]).toBe(0.5)
  })

  it('uses the smallest window that contains all values if none is given: here that of the swapping', async () => {
    const measured = await run(rsRlMetric, x, y)
    expect(measured.value).toBe(40)
    expect(tableColumn(measured, 'keys', 'window in positions')).toEqual([2, 2, 2, 2])
  })

  it('rounds percent of the records down to positions, and prefers positions', async () => {
    const windows = async (params: object): Promise<number[]> =>
      tableColumn(await run(rsRlMetric, x, y, { params: { ...params } }), 'keys', 'window in positions')
    expect(await windows({ percent: 29 })).toEqual([2, 2, 2, 2])
    expect(await windows({ percent: 29, positions: 5 })).toEqual([5, 5, 5, 5])
    const { value, reason } = await run(rsRlMetric, x, y, { params: { percent: 9 } })
    expect(value).toBeNull()
    expect(reason).toMatch(/9 % of the 10 values of column "a1" is less than one position.*percent of 10 or more/)
  })

  it('counts records without a candidate, or without the right one, if the window is too small', async () => {
    const measured = await run(rsRlMetric, x, y, { params: { positions: 1 } })
    // By hand: of a1 only 6 → 5 and 5 → 6 moved by one position, of a2 nothing did.
    expect(tableColumn(measured, 'keys', among)).toEqual([20, 0, 0, 0])
    expect(tableColumn(measured, 'keys', 'without a candidate')).toEqual([0, 4, 8, 9])
    expect(measured.value).toBe(0)
  })
})

describe('risk/rs-rl', () => {
  const x = normals(200, 9, 1)

  it('is 100 for an unmasked file of distinct records, in any order of its records, for any window', async () => {
    const origin = Int32Array.from({ length: 200 }, (_, i) => (i * 7) % 200)
    const shuffled = new Map([...x].map(([name, values]) => [name, Float64Array.from(origin, (i) => values[i])]))
    for (const params of [{}, { percent: 5 }, { positions: 1 }, { positions: 500 }]) {
      expect((await run(rsRlMetric, x, shuffled, { origin, params })).value).toBe(100)
    }
  })

  it('never omits the right record of a rank-swapped file, with or without ties', async () => {
    const files = fc.record({
      window: fc.integer({ min: 1, max: 15 }),
      seed: fc.nat(),
      columns: fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 }), {
        minLength: 1,
        maxLength: 9,
      }),
    })
    await fc.assert(
      fc.asyncProperty(files, async ({ window, seed, columns }) => {
        const original = new Map(columns.map((values, j) => [`v${j}`, Float64Array.from([0, 10, ...values])]))
        const masked = plainRankSwaps(original, window, seed)
        const measured = await run(rsRlMetric, original, masked, { params: { positions: window } })
        expect(tableColumn(measured, 'keys', among).every((percent) => percent === 100)).toBe(true)
        expect(tableColumn(measured, 'keys', 'without a candidate').every((count) => count === 0)).toBe(true)
      }),
    )
  })

  it('leaves out originals without a masked record and records with a missing key, and counts them', async () => {
    const original = { c: [7, 7, 7, 7, 7, 7], a: [1, 2, 3, 4, Number.NaN, 6], b: [5, 3, 8, 1, 2, 9] }
    // In another order, without the last: records 4, 3, 2, 1 and 0; record 3 has lost its value, 1 its origin.
    const masked = { c: [7, 7, 7, 7, 7], a: [5, Number.NaN, 3, 2, 1], b: [2, 1, 8, 3, 5] }
    const measured = await run(rsRlMetric, original, masked, { origin: [4, 3, 2, -1, 0] })
    expect(measured.used).toBe(2)
    expect(measured.value).toBe(100)
    const none = Number.NaN
    expect([...(measured.records ?? [])]).toEqual([1, none, 1, none, none, none])
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([4, 1, 1])
  })

  it('links an original record to either of the two masked ones that come from it', async () => {
    const masked = { a: [1, 1, 5, 9] }
    const params = { ties: 'fractional' }
    expect((await run(rsRlMetric, { a: [1, 5, 9] }, masked, { origin: [0, 0, 1, 2], params })).value).toBe(100)
    const { records } = await run(rsRlMetric, { a: [1, 5, 9] }, masked, { origin: [0, -1, 1, 2], params })
    expect([...(records ?? [])]).toEqual([0.5, 1, 1])
  })

  it('is null, with a remedy, if nothing links the files, or nothing varies', async () => {
    const unknown = await run(rsRlMetric, x, x, { origin: new Int32Array(200).fill(-1) })
    expect(unknown).toMatchObject({ value: null, used: 0 })
    expect(unknown.reason).toMatch(/link.*origin/)
    expect((await run(rsRlMetric, { a: [1, 1, 1] }, { a: [1, 2, 3] })).reason).toMatch(
      /no column has two different values/,
    )
    const few = await run(rsRlMetric, { a: [1, Number.NaN, 3] }, { a: [1, 2, Number.NaN] })
    expect(few.reason).toMatch(/1 original records have all columns/)
  })

  it('refuses truth: nearest for 7 columns or fewer, as risk/dld does', async () => {
    const few = new Map([...x].slice(0, 7))
    await expect(run(rsRlMetric, few, few, { params: { truth: 'nearest' } })).rejects.toBeInstanceOf(SdcError)
    expect((await run(rsRlMetric, x, x, { params: { truth: 'nearest' } })).value).toBe(100)
  })

  it('masked-to-original: the two files are exchanged', async () => {
    const swapped = plainRankSwaps(x, 20, 3)
    for (const params of [{}, { positions: 20 }, { percent: 5, ties: 'inclusive' }, { positions: 12 }]) {
      // Swapping keeps the standard deviations, which are those of the original in either direction.
      const back = await run(rsRlMetric, x, swapped, { params: { ...params, direction: 'masked-to-original' } })
      const forth = await run(rsRlMetric, swapped, x, { params })
      for (const column of ['percent', oneCandidate, among, 'without a candidate']) {
        const values = tableColumn(forth, 'keys', column)
        tableColumn(back, 'keys', column).forEach((value, t) => expect(value).toBeCloseTo(values[t], 10))
      }
      expect(back.value).toBeCloseTo(forth.value ?? Number.NaN, 10)
      expect(back.value).toBeGreaterThan(0)
      expect(back.value).toBeLessThan(100)
      expect(back.used).toBe(200)
    }
  })

  it('masked-to-original, truth nearest: equals comparing every original record with every masked one', async () => {
    const window = 25
    const swapped = plainRankSwaps(x, window, 4)
    const [from, to] = [[...swapped.values()], [...x.values()]]
    const sds = to.map((v) => {
      const m = v.reduce((a, b) => a + b, 0) / 200
      return Math.sqrt(v.reduce((a, b) => a + (b - m) * (b - m), 0) / 199)
    })
    const distance = (r: number, i: number, t: number): number =>
      to.slice(0, t).reduce((sum, v, j) => sum + ((from[j][r] - v[i]) / sds[j]) * ((from[j][r] - v[i]) / sds[j]), 0)
    const ranks = to.map((v) => v.map((one) => v.filter((other) => other < one).length))
    const everyone = Array.from({ length: 200 }, (_, i) => i)
    const least = (rows: readonly number[], of: (i: number) => number): number =>
      rows.reduce((best, i) => (best < 0 || of(i) < of(best) ? i : best), -1)
    const truth = everyone.map((r) => least(everyone, (i) => distance(r, i, 9)))
    const percents = [1, 2, 3, 4, 5, 6, 7].map((t) => {
      const linked = everyone.filter((r) => {
        const candidates = everyone.filter((i) =>
          to.slice(0, t).every((v, j) => {
            const place = ranks[j][v.indexOf(from[j][r])]
            return Math.abs(ranks[j][i] - place) <= window
          }),
        )
        return least(candidates, (i) => distance(r, i, t)) === truth[r]
      })
      return linked.length / 2
    })
    const params = { truth: 'nearest', direction: 'masked-to-original', positions: window }
    const measured = await run(rsRlMetric, x, swapped, { params })
    tableColumn(measured, 'keys', 'percent').forEach((percent, t) => expect(percent).toBeCloseTo(percents[t], 10))
    expect(measured.used).toBe(200)
    expect(measured.warnings).toBeUndefined()
    // Every original record has the mean of the masked ones that are linked to it, or none.
    expect(measured.records?.filter((share) => share === share)).toHaveLength(new Set(truth).size)
  })

  it('names the convention of truth: nearest from original to masked records', async () => {
    const swapped = plainRankSwaps(x, 40, 5)
    const third = await run(rsRlMetric, x, swapped, { params: { truth: 'nearest' } })
    expect(third.warnings?.[0]).toMatch(/attacks the (\d+) of 200 original records.*direction: masked-to-original/)
    expect(third.used).toBeLessThan(200)
    expect(tableColumn(third, 'convention', 'records attacked')).toEqual([third.used])
    expect((await run(rsRlMetric, x, swapped)).warnings).toBeUndefined()
  })

  it('masked-to-original: several masked records of one original are attacked one by one', async () => {
    const masked = { a: [1, 1, 5, 9] }
    const back = { direction: 'masked-to-original' }
    const measured = await run(rsRlMetric, { a: [1, 5, 9] }, masked, { origin: [0, 0, 1, 2], params: back })
    expect(measured).toMatchObject({ value: 100, used: 4 })
    const some = await run(rsRlMetric, { a: [1, 5, Number.NaN] }, masked, { origin: [0, -1, 1, 2], params: back })
    expect(some.used).toBe(2)
    expect(tableColumn(some, 'left-out', 'count')).toEqual([2, 1, 0])
    expect([...(some.records ?? [])]).toEqual([1, 1, Number.NaN])
  })
})
