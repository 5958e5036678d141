import type { Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { written } from '../linked/written.fixture.js'
import { dominance, found, pPercent } from './attackers.fixture.js'
import { attackModel, ownOf, type AttackOptions } from './attack-model.js'

const options: AttackOptions = { zeros: 'published', singletons: 'auto', own: 'protect' }

describe('levels', () => {
  it('end at public knowledge: a count of 1 among published zeros, a total of two ones', () => {
    const table = written(
      ['x', 'y'],
      ['Total Total 9', 'Total u 7', 'Total v 2', 'a u 6', 'b u 1', 'a v 1', 'b v 1', 'a Total 7', 'b Total 2'],
    )
    const sensitive = found(table, { 2: 2, 4: 1, 8: 1 })
    const { levels, whole, singletons } = attackModel(table, sensitive, options)
    expect([whole, singletons]).toEqual([true, false])
    expect([2, 4, 8].map((c) => [levels.lower[c], levels.upper[c]])).toEqual([
      [0, 2],
      [0, 1],
      [0, 1],
    ])
    const loose = attackModel(table, sensitive, { ...options, zeros: 'suppressible' })
    expect([2, 4, 8].map((c) => loose.levels.lower[c])).toEqual([2, 1, 1])
  })

  it('are those of (1,40) and one firm of 90: 135 above, 90 below', () => {
    const table = written(['x'], ['Total 500 9', 'a 90 1', 'b 410 8'])
    const level = dominance(1, 40)({ total: 90, count: 1, largest: [90] }, 'union')
    expect(level).toBe(135)
    const { levels } = attackModel(table, found(table, { 1: level }), options)
    expect([levels.lower[1], levels.upper[1]]).toEqual([90, 135])
  })

  it('are whole for counts, and a sensitive cell without a level is not computed exactly', () => {
    const counts = written(['x'], ['Total 30', 'a 5', 'b 25'])
    expect(attackModel(counts, found(counts, { 1: 0.2 }), options).levels.upper[1]).toBe(1)
    expect(attackModel(counts, found(counts, { 1: 0 }), options).spans).toEqual([{ cell: 1, width: 1 }])
    const sums = written(['x'], ['Total 30 9', 'a 5 2', 'b 25 7'])
    const [span] = attackModel(sums, found(sums, { 1: 0 }), options).spans
    expect(span.width).toBeGreaterThan(0)
    // A value that was public before the release cannot be protected.
    const exact = Float64Array.of(Number.NaN, 5, Number.NaN)
    const known = { low: exact, high: exact }
    const { spans, demands } = attackModel({ ...sums, known }, found(sums, { 1: 3 }), options)
    expect([spans, demands]).toEqual([[], []])
  })
})

describe('a level against a respondent', () => {
  /** A branch of two firms, 58 and 6, each alone in one of two towns. */
  const branch: Table = {
    ...written(
      ['town', 'branch'],
      [
        'Total A 64 2',
        't A 58 1',
        'u A 6 1',
        'Total B 90 9',
        't B 40 4',
        'u B 50 5',
        'Total Total 154 11',
        't Total 98 5',
        'u Total 56 6',
      ],
    ),
    largest: Float64Array.of(58, 6, 58, 0, 6, 0, 20, 20, 15, 10, 20, 10, 58, 20, 58, 15, 20, 10),
  }
  const rule = pPercent(20)
  const level = rule({ total: 64, count: 2, largest: [58, 6] }, 'union')
  const model = attackModel(branch, found(branch, { 0: level, 1: 11.6, 2: 1.2 }, rule), options)
  const [above, below] = ([1, -1] as const).map((direction) => ({ cells: Int32Array.of(0), direction, level }))
  const [large, small] = [1, 2].map((c) => model.respondents.owner[c])

  it('is that of the remainder: 11.6 against everybody, 1.2 against the firm with 58', () => {
    expect(model.singletons).toBe(true)
    expect(model.levels.upper[0]).toBeCloseTo(11.6, 9)
    expect(model.levelFrom(large, above)).toBeCloseTo(1.2, 9)
    expect(model.levelFrom(large, below)).toBeCloseTo(1.2, 9)
    expect(model.levelFrom(small, above)).toBeCloseTo(11.6, 9)
  })

  it('is the whole level for a cell without a contribution of theirs, and 0 for their own cell', () => {
    const own = { cells: Int32Array.of(1), direction: 1 as const, level: 11.6 }
    expect([model.levelFrom(large, own), model.levelFrom(small, own)]).toEqual([0, 11.6])
  })

  it('is their share of the remainder if no rule defines it, above and below', () => {
    const asked = { ...found(branch, { 0: 16 }), lower: Float64Array.from(branch.values, (_, c) => (c === 0 ? 8 : 0)) }
    const { levelFrom } = attackModel(branch, asked, options)
    expect(levelFrom(large, { ...above, level: 16 })).toBeCloseTo((16 * 6) / 64, 9)
    expect(levelFrom(large, { ...below, level: 8 })).toBeCloseTo((8 * 6) / 64, 9)
    expect(levelFrom(small, { ...below, level: 8 })).toBeCloseTo((8 * 58) / 64, 9)
  })

  it('uses all contributions of a respondent of several cells, and is not demanded without contributions', () => {
    const contributions = {
      starts: Int32Array.of(0, 0, 0, 0, 0, 1, 2, 2, 2, 2),
      respondents: Int32Array.of(7, 7),
      values: Float64Array.of(15, 20),
    }
    const known = attackModel({ ...branch, contributions }, found(branch, { 4: 3 }, pPercent(50)), options)
    expect(known.own).toBe(true)
    const demand = { cells: Int32Array.of(4), direction: 1 as const, level: 3 }
    // 25 remain of 40, the largest of them is 10: 5 − 15 is not positive, so there is no level.
    expect(known.levelFrom(ownOf(7), demand)).toBe(0)
    expect(model.own).toBe(false)
  })

  it('is demanded of sums that the rule finds sensitive, if contributions are known', () => {
    const hidden = Uint8Array.of(0, 1, 1, 0, 0, 0, 0, 0, 0)
    const contributions = {
      starts: Int32Array.of(0, 0, 1, 2, 2, 2, 2, 2, 2, 2),
      respondents: Int32Array.of(3, 3),
      values: Float64Array.of(58, 6),
    }
    const one = { ...branch, alone: Int32Array.of(3, 3, 3, -1, -1, -1, -1, -1, -1), contributions }
    const unions = attackModel(one, found(one, { 1: 11.6, 2: 1.2 }, rule), options).unionsIn(hidden)
    expect(unions).toEqual([{ cells: Int32Array.of(1, 2), upper: 12.8, lower: 12.8 }])
    expect(model.unionsIn(hidden)).toEqual([])
  })
})
