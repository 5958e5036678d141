import { describe, expect, it } from 'vitest'
import { disScores, fileDis, setScores } from './suda-scores.js'

describe('setScores', () => {
  it('counts the ways to add keys up to M, or up to all', () => {
    expect([...setScores(4, 4, 'paths')]).toEqual([0, 6, 2, 1, 1])
    expect([...setScores(4, 4, 'factorial')]).toEqual([0, 6, 2, 1, 1])
    expect([...setScores(7, 3, 'paths')]).toEqual([0, 6 * 5 * 4, 5 * 4, 4])
    expect([...setScores(7, 3, 'factorial')]).toEqual([0, 720, 120, 24])
    expect([...setScores(1, 3, 'paths')]).toEqual([0, 1])
  })
})

describe('DIS', () => {
  it('is the share of right matches of the file', () => {
    expect(fileDis({ uniques: 10, paired: 20, fraction: 0.1 })).toBeCloseTo(1 / 19, 14)
    expect(fileDis({ uniques: 10, paired: 0, fraction: 0.1 })).toBe(1)
    expect(fileDis({ uniques: 10, paired: 20, fraction: 1 })).toBe(1)
    expect(fileDis({ uniques: 0, paired: 20, fraction: 0.1 })).toBeNaN()
  })

  it('is distributed so that (1 − dis)/dis has the mean (1 − D)/D, and increases with the score', () => {
    const scores = Float64Array.of(0, 1, 2, 6, 24, 2, 0)
    const input = { paired: 8, fraction: 0.2, keys: 5 }
    const dis = disScores(scores, input)
    const D = fileDis({ ...input, uniques: 5 })
    const own = dis.filter((one) => one > 0)
    expect(own.reduce((sum, one) => sum + (1 - one) / one, 0) / 5).toBeCloseTo((1 - D) / D, 12)
    expect([dis[0], dis[6]]).toEqual([0, 0])
    expect([dis[1] < dis[2], dis[2] < dis[3], dis[3] < dis[4], dis[2] === dis[5]]).toEqual([true, true, true, true])
    expect([...disScores(scores, { ...input, paired: 0 })]).toEqual([0, 1, 1, 1, 1, 1, 0])
  })
})
