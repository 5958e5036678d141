import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxWinners } from './boxes.js'
import { dominates, kneeOf, paretoFront, type Place } from './front.js'
import { parentsOf } from './parents.js'
import { objective } from './problem.fixture.js'
import { newTrial, type Standing } from './trials.js'

const places = fc.array(fc.record({ risk: fc.integer({ min: 0, max: 20 }), loss: fc.integer({ min: 0, max: 20 }) }))
const standing = (risk: number, loss: number, family = 'a', excess = 0): Standing => ({
  trial: newTrial({ family, variant: 0, values: [risk, loss] }),
  risk,
  loss,
  excess,
})

describe('the front', () => {
  it('is what nothing beats, by brute force, equals included', () => {
    fc.assert(
      fc.property(places, (all) => {
        const front = paretoFront(all)
        const free = all.filter((one) => !all.some((other) => dominates(other, one)))
        expect(front).toHaveLength(free.length)
        expect(new Set(front)).toEqual(new Set(free))
      }),
    )
  })

  it('has its knee furthest from the chord', () => {
    const front: Place[] = [
      { loss: 0, risk: 100 },
      { loss: 1, risk: 40 },
      { loss: 4, risk: 10 },
      { loss: 10, risk: 0 },
    ]
    // 1 − r − l: 0.5 at (1, 40), 0.5 at (4, 10); the first of equals.
    expect(kneeOf(front)).toBe(front[1])
    expect(kneeOf([front[0], { loss: 4, risk: 9 }, front[3]])).toEqual({ loss: 4, risk: 9 })
    // A front that is bent outwards, one of two, one, and none have no knee.
    expect(kneeOf([front[0], { loss: 9, risk: 90 }, front[3]])).toBeUndefined()
    expect(kneeOf([front[0], front[3]])).toBeUndefined()
    expect(kneeOf([front[0]])).toBeUndefined()
    expect(kneeOf([])).toBeUndefined()
  })
})

describe('boxes', () => {
  it('keep one of what is about the same: the least score', () => {
    const crowd = [standing(10.4, 20), standing(10.2, 20.1), standing(9.1, 20.2), standing(30, 5), standing(2, 60)]
    const winners = boxWinners(crowd, objective)
    expect(winners.map(({ risk }) => risk)).toEqual([30, 9.1, 2])
  })

  it('count a loss of 0 or less, too', () => {
    expect(boxWinners([standing(5, 0), standing(1, 3), standing(90, -2)], objective)).toHaveLength(3)
  })
})

describe('parents', () => {
  it('are the front, the best three of all, and the best three of every family', () => {
    const rows = [
      ...[1, 2, 3, 4, 5].map((i) => standing(10 + i, 10 + i, 'a')),
      ...[1, 2, 3, 4, 5].map((i) => standing(50 + i, 50 + i, 'b')),
      standing(0, 90, 'c'),
    ]
    const { leaders, others } = parentsOf(rows, objective)
    expect(leaders.map(({ risk }) => risk)).toEqual([11, 0, 12, 13])
    expect(others.map(({ risk }) => risk)).toEqual([51, 52, 53])
  })

  it('are of what is accepted before what is not', () => {
    const rows = [standing(1, 1, 'a', 0.5), standing(5, 5, 'a'), standing(9, 3, 'b')]
    const { leaders } = parentsOf(rows, objective)
    expect(leaders.slice(0, 2).map(({ risk }) => risk)).toEqual([9, 5])
    expect(leaders).toHaveLength(3)
  })
})
