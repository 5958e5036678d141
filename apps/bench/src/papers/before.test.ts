import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { beforeOf, withBefore } from './before.js'
import { drawnCheck } from './drawn.js'
import type { PaperTable } from './paper.js'
import { isAsBefore, renewalSeeds, verdictOf, type Check } from './verdict.js'

const tableOf = (check: Check): PaperTable => ({
  id: 'Table 1',
  title: '',
  sentence: '',
  given: ['row'],
  checks: ['value'],
  rows: [{ given: ['a'], checks: [check] }],
})
const name = 'Table 1 · a · value'
const before = (checks: readonly Check[]): ReturnType<typeof beforeOf> => beforeOf(checks.map((one) => [tableOf(one)]))

/** A value drawn in five runs around 10 with standard deviation 1, for each of 20 seeds. */
function drawn(printed: number, extra: Partial<Check> = {}): Check[] {
  const rng = seededRng('before')
  return Array.from({ length: renewalSeeds }, () => ({
    ...drawnCheck(
      Array.from({ length: 5 }, () => 10 + rng.normal()),
      printed,
      { decimals: 3 },
    ),
    ...extra,
  }))
}

describe('beforeOf', () => {
  it('lists a drawn value only if the printed one is outside the range of draws', () => {
    expect(before(drawn(12))).toEqual({})
    const found = before(drawn(14.5))
    expect(Object.keys(found)).toEqual([name])
    expect(found[name]).toMatchObject({ mean: expect.closeTo(10, 0), deviation: expect.closeTo(0.45, 0) })
  })

  it('lists values that the paper is known to have wrong sooner', () => {
    const misprint = { id: 'M1', should: null, why: 'nothing gives it' }
    expect(before(drawn(12.5))).toEqual({})
    expect(Object.keys(before(drawn(12.5, { misprint })))).toEqual([name])
  })

  it('lists a value that is not drawn if it differs, and no other', () => {
    expect(before([{ ours: 39.2, printed: 44.8, decimals: 1 }])).toEqual({ [name]: { mean: 39.2, deviation: 0 } })
    expect(before([{ ours: 44.8, printed: 44.8, decimals: 1 }])).toEqual({})
    expect(before([{ ours: 'b', printed: 'a' }])).toEqual({ [name]: { texts: ['b'] } })
    expect(before([{ ours: 1, printed: 2, notCompared: 'other data' }])).toEqual({})
  })
})

describe('a value that does not reproduce', () => {
  const check = { ours: 39.2, printed: 44.8, decimals: 1 }
  const [table] = withBefore('9', [tableOf(check)], { 9: { [name]: { mean: 39.2, deviation: 0 } } })
  const known = table?.rows[0]?.checks[0]

  it('has a known bias while ours is as before, and differs afterwards', () => {
    expect(known && verdictOf(known)).toBe('known bias')
    expect(verdictOf({ ...check, ...known, ours: 39.3 })).toBe('differs')
    expect(verdictOf({ ...check, ...known, ours: 44.8 })).toBe('exact')
    expect(verdictOf(check)).toBe('differs')
  })

  it('is within the range of earlier draws', () => {
    const drawnBefore = { mean: 10, deviation: 1 }
    for (const ours of [6, 14]) expect(isAsBefore(ours, drawnBefore, 0)).toBe(true)
    for (const ours of [3, 17]) expect(isAsBefore(ours, drawnBefore, 0)).toBe(false)
    // Constant in 20 runs, although it is drawn.
    expect(isAsBefore(1, { mean: 0, deviation: 0 }, 1)).toBe(true)
    expect(isAsBefore('a', { texts: ['a', 'b'] }, 0)).toBe(true)
    expect(isAsBefore('c', { texts: ['a', 'b'] }, 0)).toBe(false)
    expect(isAsBefore('a', drawnBefore, 0)).toBe(false)
  })
})
