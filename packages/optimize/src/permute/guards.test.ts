import { seededRng, type MetricSession } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { guardsOf, relativeChangeOf, type Guards } from './guards.js'
import { loss, permuteState, valuesOf, type PermuteState } from './permute-state.js'
import { permutedColumns } from './permute.fixture.js'
import { walk } from './walk.js'

const columns = permutedColumns(80, 3).map((column) => ({ ...column, back: (): never => expect.fail('not asked') }))

function walkWith(state: PermuteState, guards: Guards, ceiling?: number): number {
  const draws = new Float64Array(40_000)
  seededRng('guards').fillUniform(draws)
  return walk(state, { draws, loss: loss(state), permission: guards, ceiling }).accepted
}

function changeNow(state: PermuteState): number {
  const { total, cells } = relativeChangeOf(columns.map(({ x }, j) => ({ x, z: valuesOf(state.moving[j], 80) })))
  return total / cells
}

/**
 * Returns a session for the share of records with their own value, updated at every exchange; it refuses columns with
 * other names.
 */
function ownValues(state: PermuteState, names: readonly string[]): MetricSession & { asked: number } {
  const now = new Map(columns.map(({ name }, j) => [name, valuesOf(state.moving[j], 80)]))
  const own = (name: string, i: number, value: number): number => {
    const column = columns.find((one) => one.name === name) ?? expect.fail()
    return Number(Math.abs(value - column.x[i]) < 0.3)
  }
  let value = [...now].reduce((sum, [name, values]) => sum + values.reduce((s, v, i) => s + own(name, i, v), 0), 0)
  let next = value
  let pending: [string, number[], number[]] = ['', [], []]
  return {
    stepwise: true,
    asked: 0,
    get value() {
      return value
    },
    propose(name, records, values) {
      if (!names.includes(name))
        throw Object.assign(new Error('no column'), { name: 'SdcError', code: 'UNKNOWN_COLUMN' })
      this.asked++
      const column = now.get(name) ?? expect.fail()
      next = value
      records.forEach((i, r) => (next += own(name, i, values[r]) - own(name, i, column[i])))
      pending = [name, [...records], [...values]]
      return next
    },
    accept() {
      const [name, records, values] = pending
      records.forEach((i, r) => ((now.get(name) ?? expect.fail())[i] = values[r]))
      value = next
    },
  }
}

describe('guards', () => {
  it('keep the mean relative change at its start, by its own formula', () => {
    const state = permuteState(columns, [], 80)
    const start = changeNow(state)
    const guards = guardsOf({ columns, moving: state.moving, records: 80, sessions: [], change: start })
    expect(walkWith(state, guards)).toBeGreaterThan(10)
    expect(changeNow(state)).toBeLessThanOrEqual(start + 1e-9)
    const free = permuteState(columns, [], 80)
    const none = guardsOf({ columns, moving: free.moving, records: 80, sessions: [], change: undefined })
    walkWith(free, none)
    expect(changeNow(free)).not.toBe(changeNow(state))
  })

  it('keep a session at its limit, and lower it if it begins above', () => {
    const state = permuteState(columns, [], 80)
    const session = ownValues(state, ['v0', 'v1', 'v2'])
    const at = session.value - 20
    const guards = guardsOf({
      columns,
      moving: state.moving,
      records: 80,
      sessions: [{ at, session }],
      change: undefined,
    })
    guards.mode = 'away'
    expect(walkWith(state, guards, 1e9)).toBeGreaterThan(10)
    expect(session.value).toBeLessThanOrEqual(at)
    guards.mode = 'down'
    walkWith(state, guards)
    expect(session.value).toBeLessThanOrEqual(at + 1e-9)
    // The session has the same value as the file.
    expect(session.value).toBe(ownValues(state, ['v0', 'v1', 'v2']).value)
  })

  it('lift the limit on the relative change on request', () => {
    const state = permuteState(columns, [], 80)
    const guards = guardsOf({ columns, moving: state.moving, records: 80, sessions: [], change: changeNow(state) })
    const before = changeNow(state)
    guards.mode = 'away'
    guards.letGo()
    walkWith(state, guards, 1e9)
    expect(changeNow(state)).toBeGreaterThan(before)
  })

  it('use a session only for the columns that it measures', () => {
    const state = permuteState(columns, [], 80)
    const session = ownValues(state, ['v0'])
    const guards = guardsOf({
      columns,
      moving: state.moving,
      records: 80,
      sessions: [{ at: 0, session }],
      change: undefined,
    })
    expect(walkWith(state, guards)).toBeGreaterThan(10)
    expect(session.asked).toBeGreaterThan(3)
  })

  it('leave out zeros of the original', () => {
    const one = { x: Float64Array.of(0, 2, -4, Number.NaN), z: Float64Array.of(5, 3, -2, 1) }
    expect(relativeChangeOf([one])).toEqual({ total: 1, cells: 2 })
  })
})
