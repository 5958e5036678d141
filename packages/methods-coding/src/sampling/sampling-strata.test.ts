import {
  categorical,
  dataset,
  maskInput,
  noRoles,
  numeric,
  resolveParams,
  seededRng,
  type Column,
  type Dataset,
  type MaskResult,
} from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stratifiedSample } from './sample-records.js'
import { samplingMethod } from './sampling.js'
import { unitsOf } from '@sdc/toolkit/internal'
import { strataOf, recordUnits } from './units.js'
import { maskByPlan } from '@sdc/toolkit'

const roles = { ...noRoles, household: 'house', weight: 'w' }

async function run(
  columns: Readonly<Record<string, Column>>,
  params: Readonly<Record<string, unknown>>,
  seed: number | string = 1,
): Promise<MaskResult> {
  const data = dataset(Object.entries(columns))
  return maskByPlan(
    samplingMethod,
    maskInput(data, { params: resolveParams(samplingMethod.params, params), roles, rng: seededRng(seed) }),
  )
}

const taken = ({ files }: MaskResult): number[] => [...(files[0].origin ?? expect.fail('no origin'))]

function weights({ files }: MaskResult, name = 'weight'): number[] {
  const column = files[0].columns.get(name)
  return column?.kind === 'numeric' ? [...column.values] : expect.fail('no weights')
}

/** A greater |z| is a false alarm once in 1e7. */
const zBound = 5.33

describe('stratifiedSample', () => {
  it('takes every pair of sets equally often', () => {
    const rng = seededRng('sets')
    const stratum = Int32Array.of(0, 1, 0, 1, 0)
    const found = new Map<string, number>()
    const runs = 18_000
    for (let r = 0; r < runs; r++) {
      const set = stratifiedSample(stratum, Int32Array.of(3, 2), Int32Array.of(2, 1), () => rng.uniform()).join()
      found.set(set, (found.get(set) ?? 0) + 1)
    }
    expect(found.size).toBe(6)
    for (const count of found.values())
      expect(Math.abs(count - runs / 6) / Math.sqrt((runs / 6) * (5 / 6))).toBeLessThan(zBound)
  })

  it('takes the right number of each stratum, for any random numbers', () => {
    const strata = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(
        strata,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
        (list, shares) => {
          const counts = Int32Array.from(shares, (_, h) => list.filter((one) => one === h).length)
          const sizes = counts.map((count, h) => Math.floor(shares[h] * count))
          let i = 0
          const numbers = list.map((_, at) => (at * 0.37) % 1)
          const records = stratifiedSample(Int32Array.from(list), counts, sizes, () => numbers[i++])
          expect(i).toBe(list.length)
          expect([...records]).toEqual([...new Set(records)].sort((a, b) => a - b))
          sizes.forEach((size, h) => expect(records.filter((row) => list[row] === h)).toHaveLength(size))
        },
      ),
    )
  })
})

describe('units', () => {
  const house = numeric([7, Number.NaN, 3, 7, Number.NaN, 3, 3])

  it('are households; each record without one is a unit by itself', () => {
    const { count, ofRecord } = unitsOf(house)
    expect(count).toBe(4)
    expect([...ofRecord]).toEqual([0, 1, 2, 0, 3, 2, 2])
    const labels = categorical(['b', null, 'a', 'b', null, 'a', 'a'])
    expect(unitsOf(labels).ofRecord).toEqual(ofRecord)
  })

  it('have strata; a missing value is a stratum', () => {
    const region = categorical(['n', 's', null, 'n', 's', null, null])
    const sex = numeric([1, 1, 2, 2, 1, 2, 2])
    const data = dataset([
      ['house', house],
      ['region', region],
      ['sex', sex],
    ])
    const one = strataOf(data, ['region'], recordUnits(7), {})
    expect(one).toMatchObject({ labels: ['n', 's', '(missing)'], counts: Int32Array.of(2, 2, 3) })
    const two = strataOf(data, ['region', 'sex'], recordUnits(7), {})
    expect(two.labels).toEqual(['region=n, sex=1', 'region=s, sex=1', 'region=(missing), sex=2', 'region=n, sex=2'])
    const byHouse = strataOf(data, ['region'], unitsOf(data.column('house')), {})
    expect(byHouse).toMatchObject({ counts: Int32Array.of(1, 2, 1), ofUnit: Int32Array.of(0, 1, 2, 1) })
    expect(() => strataOf(data, ['sex'], unitsOf(data.column('house')), { unit: 'household' })).toThrow(
      /records 1 and 4 are of one household but of two strata, by sex/,
    )
  })
})

describe('coding/sampling by strata', () => {
  const rows = 100
  const region = categorical(Array.from({ length: rows }, (_, i) => (i < 60 ? 'n' : i < 90 ? 's' : 'w')))
  const w = numeric(Float64Array.from({ length: rows }, (_, i) => (i === 5 ? Number.NaN : 1 + (i % 3))))
  const stratified = { design: 'stratified', strata: ['region'] }
  const ofRegions = (result: MaskResult): number[] =>
    [...'nsw'].map((one) => taken(result).filter((i) => region.levels[region.codes[i]] === one).length)

  it('has N_h/n_h as weights, times those of the file', async () => {
    const result = await run({ region }, { ...stratified, percent: 20 })
    expect(ofRegions(result)).toEqual([12, 6, 2])
    expect(weights(result)).toEqual(Array(20).fill(5))
    const equal = await run({ region, w }, { ...stratified, records: 12, allocation: 'equal' })
    expect(ofRegions(equal)).toEqual([4, 4, 4])
    const expected = taken(equal).map((i) => (i < 60 ? 15 : i < 90 ? 7.5 : 2.5) * w.values[i])
    expect(weights(equal, 'w')).toEqual(expected)
    const strataRecords = { n: 3, s: 30, w: 1 }
    const given = await run({ region }, { ...stratified, allocation: 'given', strataRecords })
    expect(ofRegions(given)).toEqual([3, 30, 1])
    expect(given.warnings).toContain(
      'one stratum is taken as a whole, the first is "s": everybody known to belong to it is known to be in the sample',
    )
    const table = given.report?.get('strata') as Dataset
    expect(table.names).toEqual(['stratum', 'records', 'taken', 'weight'])
    expect(table.column('weight')).toEqual(numeric([20, 1, 10]))
  })

  it('the weights add up to the strata of the file', async () => {
    for (const params of [{ percent: 33 }, { records: 7 }, { records: 50, allocation: 'equal' }]) {
      const result = await run({ region }, { ...stratified, ...params })
      const rowsTaken = taken(result)
      const sums = [60, 90, 100].map((end, h) =>
        weights(result).reduce((sum, one, at) => {
          const i = rowsTaken[at]
          return sum + (i < end && i >= [0, 60, 90][h] ? one : 0)
        }, 0),
      )
      ;[60, 30, 10].forEach((count, h) => expect(sums[h]).toBeCloseTo(count, 9))
    }
  })

  it('takes a stratum of one, and reports or refuses it', async () => {
    const lone = categorical(['a', 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'b'])
    const params = { design: 'stratified', strata: ['lone'], percent: 30 }
    for (const seed of [1, 2, 3]) {
      const result = await run({ lone }, params, seed)
      expect(taken(result)).toHaveLength(3)
      expect(taken(result)[0]).toBe(0)
      expect(weights(result)[0]).toBe(1)
      expect(result.warnings).toEqual([
        'one stratum is taken as a whole, the first is "a" (1 of one record): everybody known to belong to it is known to be in the sample',
      ])
    }
    await expect(run({ lone }, { ...params, fewRecords: 'error' })).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
      message: 'a stratum has only one record, the first is "a": it would be in every sample',
    })
  })

  it.each<readonly [Readonly<Record<string, unknown>>, string, RegExp]>([
    [{ design: 'stratified' }, 'BAD_PARAMETER', /needs strata/],
    [{ ...stratified, strata: ['land'] }, 'UNKNOWN_COLUMN', /no column "land"/],
    [{ strata: ['region'] }, 'BAD_PARAMETER', /strata is for a stratified sample, but the design is simple/],
    [{ ...stratified, records: 2 }, 'TOO_FEW_RECORDS', /2 records are fewer than the 3 strata/],
    [{ ...stratified, records: 101 }, 'BAD_PARAMETER', /would take 101 records of 100/],
    [{ ...stratified, percent: 0.1 }, 'TOO_FEW_RECORDS', /0.1 % of 100 records is less than one/],
    [{ ...stratified, strataRecords: { n: 1 } }, 'BAD_PARAMETER', /strataRecords is only for the allocation given/],
    [
      { ...stratified, allocation: 'given', strataRecords: { n: 1, s: 1 } },
      'BAD_PARAMETER',
      /no number for the stratum "w"/,
    ],
    [
      { ...stratified, allocation: 'given', strataRecords: { n: 1, s: 31, w: 1 } },
      'BAD_PARAMETER',
      /takes 31 of the stratum "s", which has 30/,
    ],
    [
      { ...stratified, allocation: 'given', strataRecords: { n: 1, e: 1 } },
      'BAD_PARAMETER',
      /names "e", which is not a stratum/,
    ],
    [{ ...stratified, allocation: 'given', strataRecords: { n: 0 } }, 'BAD_PARAMETER', /strataRecords must be/],
    [
      { ...stratified, allocation: 'given', strataRecords: { n: 1, s: 1, w: 1 }, records: 3 },
      'BAD_PARAMETER',
      /records is given together with strataRecords/,
    ],
    [{ unit: 'household' }, 'BAD_PARAMETER', /no column has the role household/],
  ])('refuses %j', async (params, code, message) => {
    await expect(run({ region, w }, params)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })
})

describe('coding/sampling by households', () => {
  const house = numeric(Float64Array.from({ length: 300 }, (_, i) => (i % 50 === 7 ? Number.NaN : Math.floor(i / 3))))
  const members = (i: number): number[] =>
    Number.isNaN(house.values[i]) ? [i] : [...house.values.keys()].filter((j) => house.values[j] === house.values[i])

  it('takes them whole, with the number of households over those taken as the weight', async () => {
    const units = unitsOf(house).count
    for (const design of ['simple', 'bernoulli']) {
      const result = await run({ house }, { unit: 'household', percent: 30, design })
      const records = new Set(taken(result))
      expect(records.size).toBeGreaterThan(50)
      for (const i of records) for (const j of members(i)) expect(records.has(j)).toBe(true)
      const drawn = result.report?.get('households taken')
      const factor = design === 'simple' ? units / Number(drawn) : 1 / 0.3
      for (const one of weights(result)) expect(one).toBeCloseTo(factor, 9)
      expect(result.report?.get('records taken')).toBe(records.size)
    }
    const simple = await run({ house }, { unit: 'household', records: 11 })
    expect(new Set(taken(simple).map((i) => members(i)[0])).size).toBe(11)
  })

  it('takes each household equally often', async () => {
    const small = { house: numeric([1, 1, 2, Number.NaN, 2, 2]) }
    const runs = 3000
    const counts = new Map<string, number>()
    for (let seed = 0; seed < runs; seed++) {
      const key = taken(await run(small, { unit: 'household', records: 1 }, `house ${seed}`)).join()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual(['0,1', '2,4,5', '3'])
    for (const count of counts.values())
      expect(Math.abs(count - runs / 3) / Math.sqrt((runs / 3) * (2 / 3))).toBeLessThan(zBound)
  })

  it('takes strata of households', async () => {
    const region = categorical(Array.from({ length: 300 }, (_, i) => (Math.floor(i / 3) % 4 === 0 ? 'n' : 's')))
    const whole = numeric(Float64Array.from({ length: 300 }, (_, i) => Math.floor(i / 3)))
    const params = { unit: 'household', design: 'stratified', strata: ['region'], records: 20 }
    const result = await run({ house: whole, region }, params)
    expect(taken(result)).toHaveLength(60)
    expect(taken(result).filter((i) => region.levels[region.codes[i]] === 'n')).toHaveLength(15)
    expect(new Set(weights(result))).toEqual(new Set([5]))
    await expect(run({ house: whole, region }, { ...params, records: 101 })).rejects.toMatchObject({
      message: 'coding/sampling would take 101 households of 100',
      fix: 'Take fewer households, or a percent of them.',
    })
  })
})
