import { numericValues } from '@sdc/core'
import { mean, pearson } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { file, normals } from '../testing/run.fixture.js'
import {
  changeable,
  expectSame,
  followsChanges,
  followsExchanges,
  keepsItsDigits,
  measured,
  sessionOf,
} from '../testing/session.fixture.js'
import { ilScoreMetric as metric } from './il-score.js'

/** Returns true if no divisor is a mean or correlation that is 0 except for rounding, which would decide the value. */
function notRounding(original: readonly number[][]): boolean {
  const [a, b] = original.map((values) => Float64Array.from(values))
  const clear = (value: number): boolean => value === 0 || !(Math.abs(value) < 1e-6)
  return clear(pearson(a, b)) && clear(mean(a)) && clear(mean(b))
}

describe('session of loss/il-score', () => {
  it('equals a new measurement for dates, for any zero point', async () => {
    const x = { day: [0, 10, 25, 40, Number.NaN, 3], cost: [5, 1, 9, 4, 6, 2] }
    const y = { day: [4, 9, 20, 47, 12, 3], cost: [5, 2, 9, 3, 6, 2] }
    const dates = ['day']
    const values = [0, -20, 19_000].map(async (days) => {
      const later = ({ day, cost }: typeof x) => file({ day: day.map((one) => one + days), cost })
      const value = await measured(metric, later(x), later(y), { dates })
      expectSame(sessionOf(metric, later(x), later(y), { dates }).value, value)
      const [changed, session] = [later(y), sessionOf(metric, later(x), later(y), { dates })]
      const column = numericValues(changed, 'day')
      const next = Float64Array.of(column[1], column[0])
      const proposed = await session.propose('day', Int32Array.of(0, 1), next)
      const swapped = file({ day: [...next, ...column.subarray(2)], cost: y.cost })
      expectSame(proposed, await measured(metric, later(x), swapped, { dates }))
      return value
    })
    const [first, ...others] = await Promise.all(values)
    expect(first).toBeGreaterThan(0)
    for (const other of others) expect(other).toBeCloseTo(first, 9)
  })

  it('equals a new measurement after exchanges, for any file', () => followsExchanges(metric, {}, notRounding))

  it('equals a new measurement after any changes among exchanges', () => followsChanges(metric, {}))

  it('keeps its digits over many exchanges, if a few values outweigh all others', () => {
    const heavy = (seed: number) =>
      new Map([...normals(90, 4, seed)].map(([name, v]) => [name, v.map((value) => value * value * value * 1e4 + 7)]))
    return keepsItsDigits(metric, heavy(3), heavy(4), 20_000)
  })

  it('is the mean of four components for one column, and the same in extreme units', async () => {
    const [a, b] = [normals(30, 1, 5), normals(30, 1, 6)]
    expectSame(sessionOf(metric, file(a), file(b)).value, await measured(metric, file(a), file(b)))
    const large = (columns: typeof a) =>
      new Map([...columns].map(([name, v]) => [name, v.map((one) => one * 2 ** 700)]))
    const [plain, scaled] = [sessionOf(metric, file(a), file(b)), sessionOf(metric, file(large(a)), file(large(b)))]
    const [v] = b.values()
    const swapped = Float64Array.of(v[20], v[3])
    const records = Int32Array.of(3, 20)
    expectSame(
      scaled.propose(
        'v1',
        records,
        swapped.map((one) => one * 2 ** 700),
      ) as number,
      plain.propose('v1', records, swapped) as number,
    )
    scaled.accept()
    plain.accept()
    expectSame(scaled.value, plain.value)
    expect(plain.value).not.toBe(sessionOf(metric, file(a), file(b)).value)
  })

  it('is cheap by identity only, and has no value if a measurement has none', async () => {
    const [x, y] = [file(normals(40, 8, 5)), changeable(normals(40, 8, 6)).data]
    expect(sessionOf(metric, x, y).stepwise).toBe(true)
    const nearest = { params: { truth: 'nearest' } }
    const session = sessionOf(metric, x, y, nearest)
    expect(session.stepwise).toBeUndefined()
    expectSame(session.value, await measured(metric, x, y, nearest))
    expect(sessionOf(metric, x, y, { origin: new Int32Array(40).fill(-1) }).value).toBeNaN()
    const zeros = file({ a: [0, 0, 0], b: [1, 2, 4] })
    expect(sessionOf(metric, file({ a: [0, 0, 0] }), file({ a: [1, 2, 3] })).value).toBeNaN()
    expectSame(sessionOf(metric, zeros, zeros).value, await measured(metric, zeros, zeros))
    expect(() => sessionOf(metric, x, y).propose('none', Int32Array.of(0), Float64Array.of(1))).toThrow(
      /no column "none"/,
    )
  })
})
