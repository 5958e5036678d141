import { defineMetric, seededRng, type Measurement, type Metric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { bindLimits, beyondText, isBeyond, limitState } from '../limits/limits.js'
import { errorOf, intervalOf, worseEnd } from './interval.js'
import { limitedError, limitedValue } from '../limits/measure-run.js'

const metric = (given: Partial<Metric>): Metric =>
  defineMetric({
    id: 'risk/links',
    title: 'Links',
    summary: 'Links.',
    formula: 'share',
    source: [{ where: 'a test' }],
    notes: [],
    kind: 'risk',
    better: 'lower',
    unit: '%',
    range: [0, 100],
    recordsOf: 'masked',
    needsOrigin: false,
    atIdentity: null,
    params: z.object({}),
    plan: () => ({ form: 'file', measure: () => ({ value: 0, used: 1 }) }),
    ...given,
  } as Metric)
const ofRecords = metric({ share: 'records' })
const hits = (count: number, of: number): Float64Array =>
  Float64Array.from({ length: of }, (_, i) => (i < count ? 1 : 0))

describe('the interval of a share of records', () => {
  it('is binomial if each record is a hit, a miss, or without a value', () => {
    const expected = { low: 4.9, high: 17.62, by: 'binomial' }
    for (const records of [hits(10, 100), undefined, new Float64Array(100).fill(7)]) {
      const found = intervalOf(ofRecords, { value: 10, used: 100, ...(records && { records }) })
      expect(found?.by).toBe(expected.by)
      expect(found?.low).toBeCloseTo(expected.low, 1)
      expect(found?.high).toBeCloseTo(expected.high, 1)
    }
  })

  it('never has width zero: for no hit among 100 records it reaches 3.6 %', () => {
    expect(intervalOf(ofRecords, { value: 0, used: 100 })?.high).toBeCloseTo(3.62, 2)
    const alike = intervalOf(ofRecords, { value: 25, used: 100, records: new Float64Array(100).fill(0.25) })
    expect(alike?.by).toBe('binomial')
    expect(alike?.high).toBeGreaterThan(34)
  })

  it('is ± t·s/√m if every record has its own share; records without one are left out', () => {
    const records = Float64Array.from([0.2, 0.4, 0.6, Number.NaN])
    const { low, high, by } = intervalOf(ofRecords, { value: 40, used: 3, records }) ?? {
      low: 0,
      high: 0,
      by: '',
    }
    // t of 2 degrees of freedom at .975 is 4.3027; s = .2.
    expect(by).toBe('jackknife')
    expect(high).toBeCloseTo(100 * (0.4 + (4.3027 * 0.2) / Math.sqrt(3)), 2)
    expect(low).toBe(0)
  })

  it('is the metric’s own if it has one, and absent if the value is missing or not a share', () => {
    const own = { low: 1, high: 2, by: 'jackknife' } as const
    expect(intervalOf(ofRecords, { value: 1.5, used: 10, interval: own })).toBe(own)
    expect(intervalOf(metric({}), { value: 1.5, used: 10 })).toBeUndefined()
    expect(intervalOf(metric({ share: 'records', exact: true }), { value: 10, used: 100 })).toBeUndefined()
    expect(intervalOf(metric({ share: 'cells' }), { value: 10, used: 100 })).toBeUndefined()
    expect(intervalOf(ofRecords, { value: null, reason: 'none', used: 0 })).toBeUndefined()
    expect(intervalOf(ofRecords, { value: 1, used: 0 })).toBeUndefined()
  })

  it('covers the share in the population that the records represent', () => {
    const root = seededRng(8)
    const share = 0.08
    let covered = 0
    for (let r = 0; r < 300; r++) {
      const draw = root.child(`${r}`)
      const records = Float64Array.from({ length: 150 }, () => (draw.uniform() < share ? 1 : 0))
      const value = (100 * records.reduce((sum, one) => sum + one, 0)) / 150
      const found = intervalOf(ofRecords, { value, used: 150, records })
      if (found && found.low <= 100 * share && found.high >= 100 * share) covered++
    }
    expect(covered).toBeGreaterThanOrEqual(0.93 * 300)
  })
})

describe('a limit on the worse end of an interval', () => {
  const registry = { get: () => ofRecords } as never
  const [limit] = bindLimits(registry, { 'risk/links:upper': 12 })
  const measurement: Measurement = { value: 10, used: 100, interval: { low: 5, high: 18, by: 'binomial' } }

  it('is broken if the end is beyond it, even if the value is not', () => {
    const [plain] = bindLimits(registry, { 'risk/links': 12 })
    const measured = { metric: ofRecords, params: {}, columns: [], measurement }
    expect([limitedValue(plain, measured), limitedValue(limit, measured)]).toEqual([10, 18])
    expect([isBeyond(plain, 10), isBeyond(limit, 18)]).toEqual([false, true])
    expect(beyondText({ limit, value: 18 })).toBe(
      'the upper end of the interval of risk/links 18 % (limit: at most 12 %)',
    )
  })

  it('applies to the worst end over several files; without a value in a file it is broken', () => {
    const of = (ends: (number | null)[]) =>
      limitedValue(limit, { metric: ofRecords, params: {}, columns: [], measurement, files: [1, 2], ends })
    expect(of([18, 25])).toBe(25)
    expect(of([18, null])).toBeNull()
  })

  it('is refused if the value describes this file and is exact', () => {
    const exact = { get: () => metric({ share: 'records', exact: true }) } as never
    expect(() => bindLimits(exact, { 'risk/links:upper': 12 })).toThrow(
      /exact for this file and has no sampling interval/,
    )
    expect(bindLimits(exact, { 'risk/links': 12 })).toHaveLength(1)
  })

  it.each([{}, { share: 'cells' }] as const)('is refused for a metric without intervals: %o', (given) => {
    const without = { get: () => metric(given) } as never
    expect(() => bindLimits(without, { 'risk/links:upper': 12 })).toThrow(/values of risk\/links have no 95 % interval/)
  })

  it('applies to the lower end if higher is better, and never to the better end', () => {
    const higher = metric({ better: 'higher', share: 'records' })
    const floor = { get: () => higher } as never
    expect(worseEnd(higher, measurement)).toBe(5)
    expect(bindLimits(floor, { 'risk/links:lower': 3 })[0].atEnd).toBe(true)
    expect(() => bindLimits(floor, { 'risk/links:upper': 3 })).toThrow(/is the better end/)
    expect(() => bindLimits(registry, { 'risk/links:lower': 3 })).toThrow(/is the better end/)
  })
})

describe('limitState', () => {
  const registry = { get: () => ofRecords } as never
  const [plain] = bindLimits(registry, { 'risk/links': 12 })
  const [lenient] = bindLimits(registry, { 'risk/links': 12 }, ['risk/links'])

  it('is too close on both sides of the limit, within the error', () => {
    const states = [10, 11.5, 12, 12.5, 14].map((value) => limitState(plain, value, 1))
    expect(states).toEqual(['kept', 'too close', 'too close', 'too close', 'beyond'])
    expect(limitState(plain, 12)).toBe('kept')
    expect(isBeyond(plain, 11.5, 1)).toBe(true)
    expect(beyondText({ limit: plain, value: 11.5, error: 1 })).toBe(
      'risk/links 11.5 %, too close to call: ± 1 % (limit: at most 12 %)',
    )
  })

  it('is kept without a value only if the limit allows it, and existing values must keep the limit', () => {
    for (const nothing of [null, Number.NaN, Infinity, -Infinity]) {
      expect(limitState(plain, nothing)).toBe('without a value')
      expect(isBeyond(plain, nothing)).toBe(true)
      expect(limitState(lenient, nothing)).toBe('kept')
    }
    expect(limitState(lenient, 13)).toBe('beyond')
    const [upper] = bindLimits(registry, { 'risk/links:upper': 12 }, ['risk/links'])
    expect(isBeyond(upper, null)).toBe(false)
  })
})

describe('errorOf', () => {
  const sampled = { value: 10, used: 50, sample: { of: 200, drawn: 50, standardError: 2 } }

  it('is that of the sample, and 0 if all records were used', () => {
    expect(errorOf(ofRecords, sampled)).toBeCloseTo(3.92, 12)
    expect(errorOf(ofRecords, { ...sampled, sample: { of: 50, drawn: 50, standardError: 2 } })).toBe(0)
    expect(errorOf(ofRecords, { value: null, reason: 'none', used: 0 })).toBe(0)
    const interval = { low: 4, high: 17 }
    // Variation over files of other people is not an error of this file.
    expect(errorOf(ofRecords, { value: 10, used: 50, interval: { ...interval, by: 'jackknife' } })).toBe(0)
    expect(errorOf(ofRecords, { value: 10, used: 50, interval: { ...interval, by: 'replicates' } })).toBe(7)
  })

  it('is the largest over several files', () => {
    const one = { metric: ofRecords, params: {}, columns: [], measurement: sampled }
    expect(limitedError(one)).toBeCloseTo(3.92, 12)
    expect(limitedError({ ...one, files: [1, 2], errors: [1, 5] })).toBe(5)
  })
})
