import { isSdcError, seededRng } from '@sdc/core'
import { constantOf, countValues, mean, standardDeviation } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { postMask, type PostMaskOptions, type PostMaskResult } from './post-mask.js'

const options = (given: Partial<PostMaskOptions> = {}): PostMaskOptions => ({
  lossShare: 0.5,
  recordShare: 0.5,
  order: 2,
  step: 0.5,
  maxSteps: 40_000,
  il1Scale: 'raw',
  rng: seededRng('post-mask'),
  ...given,
})

/** Returns columns with a common factor, well away from zero, and a noisy copy. */
function files(n: number, d: number, noise = 0.6, seed = 'files'): { x: Float64Array[]; y: Float64Array[] } {
  const rng = seededRng(seed)
  const factor = new Float64Array(n).map(() => rng.normal())
  const x = Array.from({ length: d }, (_, j) => factor.map((f) => 50 * (j + 1) + 10 * (0.8 * f + 0.6 * rng.normal())))
  return { x, y: x.map((column) => column.map((value) => value + 10 * noise * rng.normal())) }
}

interface Naive {
  readonly y: Float64Array[]
  readonly accepted: number
  readonly e: number
  readonly il1: number
}

/** Algorithm 1 literally, with its corrections, computing everything from scratch in every step; E of order 2. */
function naive(x: Float64Array[], start: Float64Array[], given: PostMaskOptions, target: number): Naive {
  const [d, n, rows] = [x.length, start[0].length, x[0].length]
  const [means, sds] = [x.map((column) => mean(column)), x.map((column) => standardDeviation(column))]
  const inUnits = (columns: Float64Array[]): Float64Array[] =>
    columns.map((column, j) => column.map((value) => (value - means[j]) / sds[j]))
  const zx = inUnits(x)
  const product = (z: Float64Array[], j: number, k: number): number =>
    z[j].reduce((sum, value, i) => sum + value * z[k][i], 0) / z[j].length
  const eOf = (y: Float64Array[]): number => {
    const z = inUnits(y)
    let e = 0
    for (let j = 0; j < d; j++) {
      e += (mean(z[j]) - mean(zx[j])) ** 2
      for (let k = j; k < d; k++) e += (product(z, j, k) - product(zx, j, k)) ** 2
    }
    return e
  }
  const contributions = (y: Float64Array[]): number[] => {
    const z = inUnits(y)
    return Array.from({ length: n }, (_, i) => {
      let [best, least] = [0, Infinity]
      for (let r = 0; r < rows; r++) {
        const distance = z.reduce((sum, column, j) => sum + (column[i] - zx[j][r]) ** 2, 0)
        if (distance < least) [best, least] = [r, distance]
      }
      return x.reduce((sum, column, j) => sum + Math.abs(y[j][i] - column[best]) / Math.abs(column[best]), 0)
    })
  }
  const il1Of = (y: Float64Array[]): number => contributions(y).reduce((sum, one) => sum + one, 0) / (n * d)

  const y = start.map((column) => column.slice())
  const first = contributions(y)
  const m = [...first.keys()].sort((a, b) => first[b] - first[a]).slice(0, Math.ceil(given.recordShare * n))
  m.sort((a, b) => a - b)
  let [e, il1, accepted] = [eOf(y), il1Of(y), 0]
  const aim = given.lossShare * il1
  const inBand = (value: number): boolean => value >= 0.99 * aim && value <= 1.01 * aim
  const streams = ['record', 'column', 'noise'].map((name) => given.rng.child(name))
  for (let step = 0; step < given.maxSteps; step++) {
    if (e < target && inBand(il1)) break
    const i = m[Math.floor(streams[0].uniform() * m.length)]
    const j = Math.floor(streams[1].uniform() * d)
    const before = y[j][i]
    y[j][i] = before + given.step * streams[2].normal() * sds[j]
    const [nextE, nextIl1] = [eOf(y), il1Of(y)]
    const outside = !inBand(nextIl1) && Math.abs(nextIl1 - aim) >= Math.abs(il1 - aim)
    // E below its target falls no faster than the distance to the band.
    const hasty = e < target && !inBand(il1) && nextE / e < Math.abs(nextIl1 - aim) / Math.abs(il1 - aim)
    if (nextE >= e || outside || hasty) y[j][i] = before
    else [e, il1, accepted] = [nextE, nextIl1, accepted + 1]
  }
  return { y, accepted, e, il1 }
}

/** Checks the invariants of every run, for any end. */
function expectInvariants(result: PostMaskResult, x: Float64Array[], y: Float64Array[], given: PostMaskOptions): void {
  const inM = new Set(result.rows)
  expect(result.columns).toHaveLength(y.length)
  result.columns.forEach((column, j) => {
    expect(column).toHaveLength(y[j].length)
    column.forEach((value, i) => {
      if (!inM.has(i) || !result.varying.includes(j)) expect(Object.is(value, y[j][i])).toBe(true)
      if (y[j][i] === y[j][i]) expect(Number.isFinite(value)).toBe(true)
    })
  })
  expect(result.end.e).toBeLessThanOrEqual(result.start.e)
  expect(result.reached).toBe(result.ended === 'reached')
  if (result.reached) {
    expect(result.end.e === 0 || result.end.e < result.target).toBe(true)
    const way = Math.abs(result.end.il1 - given.lossShare * result.start.il1)
    expect(way).toBeLessThanOrEqual(0.01 * given.lossShare * result.start.il1 + 1e-12)
  }
  // The reported values are the start of a second run: E and IL1 of the returned columns.
  const again = postMask(x, result.columns, { ...given, maxSteps: 1, recordShare: 1 })
  expect(again.start.e).toBeCloseTo(result.end.e, 9)
  expect(again.start.il1).toBeCloseTo(result.end.il1, 9)
}

describe('postMask', () => {
  it.each([
    [40, 1, 0.5],
    [30, 2, 1],
    [40, 4, 0.3],
  ])('equals algorithm 1 with everything computed from scratch: %d × %d, q = %d', (n, d, recordShare) => {
    const { x, y } = files(n, d)
    const given = options({ recordShare, maxSteps: 1500 })
    const result = postMask(x, y, given)
    const slow = naive(x, y, given, result.target)
    expect(result.accepted).toBe(slow.accepted)
    expect(result.accepted).toBeGreaterThan(20)
    // Both sum standard deviations in different orders: some last digits.
    result.columns.forEach((column, j) => column.forEach((value, i) => expect(value).toBeCloseTo(slow.y[j][i], 9)))
    expect(result.end.e).toBeCloseTo(slow.e, 12)
    expect(result.end.il1).toBeCloseTo(slow.il1, 12)
  })

  it('lowers E at every accepted step', () => {
    const { x, y } = files(60, 3)
    const runs = Array.from({ length: 60 }, (_, k) => postMask(x, y, options({ maxSteps: 1 + 10 * k })))
    for (let k = 1; k < runs.length; k++) {
      const [before, after] = [runs[k - 1], runs[k]]
      if (after.accepted > before.accepted) expect(after.end.e).toBeLessThan(before.end.e)
      else expect(after.end.e).toBe(before.end.e)
    }
    expect(runs[59].accepted).toBeGreaterThan(50)
  })

  it.each([1, 2, 5])('reaches its target and its band with %d columns', (d) => {
    const { x, y } = files(400, d, 0.5)
    const given = options({ lossShare: 0.7, maxSteps: 400_000 })
    const result = postMask(x, y, given)
    expect(result.ended).toBe('reached')
    expect(result.target).toBeCloseTo(result.start.e / 10, 12)
    expect(result.rows).toHaveLength(200)
    expectInvariants(result, x, y, given)
  })

  it.each([
    ['more records', 150],
    ['fewer records', 30],
    ['one record', 1],
  ])('accepts a masked file of %s', (_, count) => {
    const { x } = files(80, 3)
    const y = files(count, 3, 0.5, 'others').y
    const given = options({ maxSteps: 5000 })
    expectInvariants(postMask(x, y, given), x, y, given)
  })

  it('keeps E exact to 1e-9 over 30,000 steps, of order 3', () => {
    const { x, y } = files(50, 2)
    const given = options({ order: 3, recordShare: 1, maxSteps: 30_000 })
    const result = postMask(x, y, given)
    expect(result.moments).toBe(9)
    expect(result.end.e).toBeLessThan(result.start.e / 2)
    expectInvariants(result, x, y, given)
  })

  it('takes the same steps if E and IL1 are computed again at every accepted step', () => {
    const { x, y } = files(150, 3)
    const [often, never] = [1, Infinity].map((afresh) => postMask(x, y, options({ afresh, maxSteps: 5000 })))
    expect(often.columns).toEqual(never.columns)
    expect(often.accepted).toBeGreaterThan(100)
    expect(often.end.e).toBeCloseTo(never.end.e, 12)
  })

  it('skips zeros of the original, nine in ten of them', () => {
    const rng = seededRng('zeros')
    const { x, y } = files(100, 2)
    x.push(x[0].map((value) => (rng.uniform() < 0.9 ? 0 : value)))
    y.push(x[2].map((value) => (value === 0 ? 0 : value + rng.normal())))
    const given = options()
    const result = postMask(x, y, given)
    expectInvariants(result, x, y, given)
    expect(result.accepted).toBeGreaterThan(0)
  })

  it('changes nothing if both aims are met at the start', () => {
    const { x, y } = files(50, 2)
    const result = postMask(x, y, options({ lossShare: 1, target: 1000 }))
    expect([result.ended, result.steps, result.accepted]).toEqual(['reached', 0, 0])
    expect(result.columns).toEqual(y)
  })

  it('ends if E is 0 and IL1 is not at its target, and if there is no target', () => {
    const x = [Float64Array.of(1, 2, 4, 5), Float64Array.of(1, 4, 2, 3)]
    // The same moments by other records: E is 0, but IL1 is not.
    const shifted = [Float64Array.of(2, 1, 5, 4), Float64Array.of(3, 2, 4, 1)]
    const mirrored = postMask(x, shifted, options({ order: 1 }))
    expect([mirrored.start.e, mirrored.ended]).toEqual([0, 'nothing-lower'])
    expect(mirrored.start.il1).toBeGreaterThan(0)
    expect(postMask(x, x, options()).ended).toBe('reached')
  })

  it('stagnates if the target is out of reach, and returns the present file', () => {
    const { x, y } = files(60, 3)
    const given = options({ target: 1e-300, maxSteps: 1_000_000, recordShare: 0.1 })
    const result = postMask(x, y, given)
    expect([result.ended, result.reached]).toEqual(['stalled', false])
    expect(result.steps).toBeLessThan(1_000_000)
    expect(result.accepted).toBeGreaterThan(0)
    expectInvariants(result, x, y, given)
  })

  it('has at least one record in M, and as many as q requires', () => {
    const { x, y } = files(1080, 2)
    const sizes = [1e-9, 0.001, 0.1, 0.3, 1].map(
      (q) => postMask(x, y, options({ recordShare: q, maxSteps: 1 })).rows.length,
    )
    expect(sizes).toEqual([1, 2, 108, 324, 1080])
  })

  it('moves the records with the largest contribution to IL1', () => {
    const { x } = files(50, 2)
    const y = x.map((column) => column.map((value, i) => value + (i % 10 === 3 ? 40 : 0)))
    expect([...postMask(x, y, options({ recordShare: 0.1, maxSteps: 1 })).rows]).toEqual([3, 13, 23, 33, 43])
  })

  it('leaves constant columns and records with missing values unchanged', () => {
    const { x, y } = files(60, 3)
    x.splice(1, 0, new Float64Array(60).fill(7))
    y.splice(
      1,
      0,
      Float64Array.from({ length: 60 }, (_, i) => i),
    )
    for (let i = 0; i < 30; i++) y[0][2 * i] = Number.NaN
    x[2][5] = Number.NaN
    const given = options({ recordShare: 1, maxSteps: 3000 })
    const result = postMask(x, y, given)
    expect([result.varying, result.complete]).toEqual([[0, 2, 3], { original: 59, masked: 30 }])
    expect(result.rows.every((row) => row % 2 === 1)).toBe(true)
    expect(constantOf(result.columns[0].filter((_, i) => i % 2 === 0))).toBe(undefined)
    expect(countValues(result.columns[0])).toBe(30)
    expectInvariants(result, x, y, given)
  })

  it('accepts columns that determine each other', () => {
    const { x, y } = files(80, 1)
    const collinear = (columns: Float64Array[]): Float64Array[] => [
      columns[0],
      columns[0].map((value) => 3 * value - 5),
    ]
    const given = options({ maxSteps: 5000 })
    expectInvariants(postMask(collinear(x), collinear(y), given), collinear(x), collinear(y), given)
  })

  it('gives values on the steps of a column', () => {
    const { x, y } = files(60, 2)
    const whole = y.map((column) => column.map(Math.round))
    const result = postMask(x, whole, options({ steps: [{ whole: 1, scale: 1 }, null], maxSteps: 5000 }))
    expect(result.columns[0].every(Number.isInteger)).toBe(true)
    expect(result.columns[1].every(Number.isInteger)).toBe(false)
    expect([...result.columns[0]].some((value, i) => value !== whole[0][i])).toBe(true)
  })

  it('is repeatable, and differs with another source', () => {
    const { x, y } = files(50, 2)
    const run = (seed: string): readonly Float64Array[] =>
      postMask(x, y, options({ maxSteps: 3000, rng: seededRng(seed) })).columns
    expect(run('a')).toEqual(run('a'))
    expect(run('a')).not.toEqual(run('b'))
  })

  it('uses the given scale', () => {
    const { x, y } = files(50, 2)
    const [raw, std] = (['raw', 'std'] as const).map((il1Scale) => postMask(x, y, options({ il1Scale, maxSteps: 1 })))
    expect(std.start.e).toBe(raw.start.e)
    // Standardised values are close to zero, so relative differences are larger.
    expect(std.start.il1).toBeGreaterThan(2 * raw.start.il1)
  })

  it.each<[string, Float64Array[], Float64Array[], Partial<PostMaskOptions>, string]>([
    ['one original record', [Float64Array.of(1)], [Float64Array.of(1)], {}, 'TOO_FEW_RECORDS'],
    ['no varying column', [Float64Array.of(1, 1)], [Float64Array.of(1, 2)], {}, 'CONSTANT_COLUMN'],
    ['no complete masked record', [Float64Array.of(1, 2)], [Float64Array.of(Number.NaN)], {}, 'TOO_FEW_RECORDS'],
    ['a value beyond all', [Float64Array.of(1, 2)], [Float64Array.of(1e300)], {}, 'NOT_NUMERIC'],
    ['too many moments', [Float64Array.of(1, 2)], [Float64Array.of(1)], { order: 20_000 }, 'BAD_PARAMETER'],
  ])('refuses %s', (_, x, y, given, code) => {
    try {
      postMask(x, y, options(given))
      expect.unreachable()
    } catch (error) {
      expect(isSdcError(error) && error.code).toBe(code)
    }
  })
})
