import { describe, expect, it } from 'vitest'
import { passes } from '../classes/brute-force.fixture.js'
import { randomProblem } from '../classes/random-problem.fixture.js'
import { recodeLocally } from './recode-locally.js'
import { released, cellLoss, type Problem } from './recode-locally.fixture.js'

describe('recodeLocally', () => {
  it('leaves classes that all pass, with the reported sizes and loss, on random small files', () => {
    let kept = 0
    for (let seed = 1; seed <= 300; seed++) {
      const problem = randomProblem(seed)
      const result = recodeLocally(problem)
      const classes = released(problem, result)
      for (const records of classes) expect(passes(problem, records), `seed ${seed}`).toBe(true)
      const sizes = classes.map(({ length }) => length)
      expect(result.classes).toBe(sizes.length)
      expect([result.least, result.greatest]).toEqual(sizes.length ? [Math.min(...sizes), Math.max(...sizes)] : [0, 0])
      expect(Math.abs(result.cellLoss - cellLoss(problem, result))).toBeLessThanOrEqual(1e-12)
      kept += sizes.reduce((a, b) => a + b, 0) / problem.rows
    }
    // Suppressing all records would pass, too.
    expect(kept / 300).toBeGreaterThan(0.6)
  })

  it('treats a label that occurs at two levels as one value', () => {
    // Level 1 puts 1 and 2 into class "a", and 3 has the label "a" itself: in the file all three are "a".
    const levels = [
      { labels: ['1', '2', 'a'], classOf: Int32Array.of(0, 1, 2), sizes: Int32Array.of(1, 1, 1) },
      { labels: ['a', 'b'], classOf: Int32Array.of(0, 0, 1), sizes: Int32Array.of(2, 1) },
    ]
    const problem: Problem = {
      keys: [{ column: 'x', codes: Int32Array.of(0, 1, 2, 2), levels }],
      rows: 4,
      k: 2,
      sensitive: [],
      loss: 'loss',
    }
    const result = recodeLocally(problem)
    expect(released(problem, result).map(({ length }) => length)).toEqual([4])
    expect(result.classes).toBe(1)
    expect([...result.suppressed]).toEqual([0, 0, 0, 0])
  })
})
