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
import { intervalDisclosureMetric as metric } from './interval-disclosure.js'

const modes = ['rank', 'rank-original', 'sd', 'relative'] as const

describe('the session of risk/interval-disclosure', () => {
  it.each(modes)('equals a new measurement after exchanges, for any file: %s', (mode) =>
    followsExchanges(metric, { mode }),
  )

  it.each(modes)('equals a new measurement after any changes among exchanges: %s', (mode) =>
    followsChanges(metric, { mode }),
  )

  it('keeps its digits over many exchanges of tied values', () => {
    const tied = (seed: number) => new Map([...normals(90, 2, seed)].map(([name, v]) => [name, v.map(Math.round)]))
    return keepsItsDigits(metric, tied(3), tied(4), 100_000)
  })

  it('declares cheap proposals by identity, but not by the nearest record, where the file is measured again', async () => {
    const x = file(normals(40, 8, 5))
    const { data, columns } = changeable(normals(40, 8, 6))
    expect(sessionOf(metric, x, data).stepwise).toBe(true)
    const nearest = { params: { truth: 'nearest' } }
    const session = sessionOf(metric, x, data, nearest)
    expect(session.stepwise).toBeUndefined()
    expectSame(session.value, await measured(metric, x, data, nearest))
    const values = columns.get('v3') ?? expect.fail()
    const before = session.value
    const swapped = Float64Array.of(values[31], values[2])
    const proposed = session.propose('v3', Int32Array.of(2, 31), swapped) as number
    expect(session.value).toBe(before)
    values[2] = swapped[0]
    values[31] = swapped[1]
    expectSame(proposed, await measured(metric, x, data, nearest))
    session.accept()
    expect(session.value).toBe(proposed)
    expect(() => session.propose('none', Int32Array.of(0, 1), swapped)).toThrow(/no column "none"/)
  })

  it('has no value if a measurement has none: below ten records by rank, without known origins', () => {
    const ramp = file({ a: [1, 2, 3, 4, 5, 6, 7, 8, 9] })
    const swapped = Float64Array.of(2, 1)
    const session = sessionOf(metric, ramp, ramp)
    expect([session.value, session.propose('a', Int32Array.of(0, 1), swapped)]).toEqual([Number.NaN, Number.NaN])
    const bySd = { params: { mode: 'sd' } }
    expect(sessionOf(metric, ramp, ramp, bySd).value).toBe(100)
    expect(sessionOf(metric, ramp, ramp, { ...bySd, origin: new Int32Array(9).fill(-1) }).value).toBeNaN()
    expect(() => session.propose('b', Int32Array.of(0, 1), swapped)).toThrow(/no column "b"/)
  })

  it('changes nothing until a proposal is accepted, and never twice', () => {
    const values = normals(30, 1, 7)
    const session = sessionOf(metric, file(values), file(values))
    const [v] = values.values()
    const proposed = session.propose('v1', Int32Array.of(0, 9), Float64Array.of(v[9], v[0])) as number
    expect(proposed).toBeLessThan(100)
    expect(session.value).toBe(100)
    session.accept()
    session.accept()
    expect(session.value).toBe(proposed)
  })
})
