import type { Table, Witness } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { attackModel, ownOf } from '../attackers/attack-model.js'
import { found } from '../attackers/attackers.fixture.js'
import { written } from '../linked/written.fixture.js'
import { meet, scaledTo } from './meet.js'
import { servingOf } from './serving.js'

/** Six parts: firms are alone in c to f; a movement of a must be compensated by one of them, or by b. */
const table: Table = written(['x'], ['Total 200 14', 'a 50 5', 'b 50 5', 'c 25 1', 'd 25 1', 'e 25 1', 'f 25 1'])
const model = attackModel(table, found(table, { 1: 5 }), { zeros: 'published', singletons: 'protect', own: 'protect' })
const serving = servingOf(model)
const [demand] = model.demands
const witness = (...moves: readonly (readonly [number, number])[]): Witness => ({
  cells: Int32Array.from(moves, ([cell]) => cell),
  differences: Float64Array.from(moves, ([, d]) => d),
})
const owner = (cell: number): number => model.respondents.owner[cell]

describe('attackers that witnesses serve', () => {
  it('include everybody if it reaches the level, and each respondent whose cells it does not move', () => {
    expect(serving.open(demand, [witness([1, 4], [2, -4])])).toBeUndefined()
    expect(serving.open(demand, [witness([1, 5], [2, -5])])).toEqual([])
    expect(serving.open(demand, [witness([1, 5], [3, -5])])).toEqual([owner(3)])
    expect([...serving.touched(witness([1, 5], [3, -3], [4, -2]))]).toEqual([owner(3), owner(4)])
  })

  it('include everybody for two witnesses that share no respondent', () => {
    const [one, other] = [witness([1, 5], [3, -5]), witness([1, 5], [4, -5])]
    expect(serving.open(demand, [one, other])).toEqual([])
    expect(serving.open(demand, [one, witness([1, 5], [3, -2], [4, -3])])).toEqual([owner(3)])
  })

  it('exclude a respondent of several cells whose own contribution would be too large', () => {
    const contributions = {
      starts: Int32Array.of(0, 0, 1, 2, 2, 2, 2, 2),
      respondents: Int32Array.of(1, 1),
      values: Float64Array.of(30, 47),
    }
    const several = attackModel({ ...table, contributions }, found(table, { 3: 5 }), {
      zeros: 'published',
      singletons: 'ignore',
      own: 'protect',
    })
    const own = servingOf(several)
    expect([...own.touched(witness([3, 5], [2, -5]))]).toEqual([ownOf(1)])
    expect([...own.touched(witness([3, 5], [1, -5]))]).toEqual([])
    expect(own.knowledge([ownOf(1)]).below).toEqual(
      new Map([
        [1, 20],
        [2, 3],
        [0, 123],
      ]),
    )
  })
})

describe('meeting a demand', () => {
  it('takes one witness, else a second that moves no cell known to those whom the first does not serve', () => {
    const asked: (readonly number[])[] = []
    const met = meet(model, serving, demand, (_, __, knowledge) => {
      asked.push([...(knowledge?.blocked ?? [])])
      return knowledge ? witness([1, 5], [5, -5]) : witness([1, 5], [3, -3], [4, -2])
    })
    expect(asked).toEqual([[], [3, 4]])
    expect(met?.missed).toEqual([])
    expect(met?.witnesses).toHaveLength(2)
  })

  it('searches for each respondent separately if one witness cannot serve all, and lists those missed', () => {
    const met = meet(model, serving, demand, (_, __, knowledge) => {
      if (!knowledge) return witness([1, 5], [3, -3], [4, -2])
      if (knowledge.blocked.size > 1 || knowledge.blocked.has(4)) return undefined
      return witness([1, 5], [4, -5])
    })
    expect(met?.missed).toEqual([owner(4)])
    expect(met?.witnesses).toHaveLength(2)
    expect(meet(model, serving, demand, () => undefined)).toBeUndefined()
  })

  it('scales a witness of another demand, within the bounds and in whole numbers', () => {
    const [below, above] = [table.values, table.values.map(() => Infinity)]
    const two = witness([1, 2], [2, -2])
    expect(scaledTo(two, demand, below, above, false)).toEqual(witness([1, 5], [2, -5]))
    expect(scaledTo(two, demand, below, above, true)).toEqual(witness([1, 5], [2, -5]))
    expect(scaledTo(witness([1, 3], [2, -3], [3, 1], [4, -1]), demand, below, above, true)).toBeUndefined()
    expect(scaledTo(two, { ...demand, level: 60 }, below, above, false)).toBeUndefined()
    expect(scaledTo(witness([2, 2], [3, -2]), demand, below, above, false)).toBeUndefined()
  })
})
