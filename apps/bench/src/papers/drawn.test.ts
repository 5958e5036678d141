import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { chanceOfOutside, drawnCheck, drawnTolerance } from './drawn.js'
import { summarise } from './summary.js'
import { verdictOf, type Check } from './verdict.js'

describe('drawnCheck', () => {
  // Mean 5, standard deviation 1; t with two degrees of freedom is 4.3027 at 97.5 %: 4.3027·√(4/3) + ½.
  const values = [4, 5, 6]

  it('holds a printed value against the mean of ours and their spread', () => {
    const check = drawnCheck(values, 7, { shown: 1 })
    expect(check).toMatchObject({ ours: 5, printed: 7, shown: 1 })
    expect(check.tolerance?.by).toBeCloseTo(5.4683, 4)
    for (const printed of [0, 5, 10]) expect(verdictOf(drawnCheck(values, printed))).toBe('in range')
    for (const printed of [-1, 11]) expect(verdictOf(drawnCheck(values, printed))).toBe('outlying')
    expect(verdictOf(drawnCheck(values, 1000))).toBe('differs')
  })

  it('asks for the printed decimals where ours do not vary', () => {
    expect(verdictOf(drawnCheck([1, 1, 1], 1, { decimals: 3 }))).toBe('in range')
    expect(verdictOf(drawnCheck([1, 1, 1], 0.999, { decimals: 3 }))).toBe('differs')
  })

  it('leaves one in twenty outside', () => {
    const rng = seededRng('drawn')
    let outside = 0
    const trials = 4000
    for (let trial = 0; trial < trials; trial++) {
      const runs = Array.from({ length: 10 }, () => rng.normal())
      if (verdictOf(drawnCheck(runs, rng.normal(), { decimals: 9 })) === 'outlying') outside++
    }
    // 200 expected; four standard deviations are 55.
    expect(Math.abs(outside - 0.05 * trials)).toBeLessThan(55)
  })
})

const draws = (count: number): number[] => Array.from({ length: count }, () => 0.05)

describe('chanceOfOutside', () => {
  it('is the upper tail of the binomial distribution', () => {
    expect(chanceOfOutside(0, draws(50))).toBe(1)
    expect(chanceOfOutside(1, draws(1))).toBeCloseTo(0.05, 14)
    expect(chanceOfOutside(1, draws(20))).toBeCloseTo(1 - 0.95 ** 20, 13)
    // R: pbinom(4, 30, .05, lower.tail = FALSE)
    expect(chanceOfOutside(5, draws(30))).toBeCloseTo(0.01564, 4)
    expect(chanceOfOutside(3, draws(3))).toBeCloseTo(0.05 ** 3, 13)
  })
})

describe('a paper of drawn values', () => {
  const paper = (outside: number): Check[] =>
    Array.from({ length: 40 }, (_, i) => ({
      ours: i < outside ? 2.5 : 1,
      printed: 0,
      tolerance: drawnTolerance(1, 'a draw'),
    }))
  const summary = (checks: readonly Check[]): ReturnType<typeof summarise> =>
    summarise([
      {
        id: 'T',
        title: '',
        sentence: '',
        given: [],
        checks: ['c'],
        rows: checks.map((one) => ({ given: [], checks: [one] })),
      },
    ])

  it('is reproduced while no more of them are outlying than chance makes', () => {
    // 2 of 40 are expected; P(≥ 7) = .0034, P(≥ 8) = .0007.
    expect(summary(paper(7))).toMatchObject({ passed: true, counts: { outlying: 7, differs: 0 } })
    expect(summary(paper(8))).toMatchObject({ passed: false, counts: { outlying: 8, differs: 0 } })
    expect(summary(paper(7)).sentence).toContain(
      '40 printed values were drawn once: 7 lie outside the range of 95 % of our draws, 2.0 are expected.',
    )
  })

  it('counts outlying values of the same runs once', () => {
    const rows = (outlying: (row: number, at: number) => boolean): ReturnType<typeof summarise> => {
      const [inside, outside] = paper(1).toReversed().slice(-2)
      const four = (row: number): Check[] => [0, 1, 2, 3].map((at) => (outlying(row, at) ? outside : inside))
      const table = {
        id: 'T',
        title: '',
        sentence: '',
        given: [],
        checks: ['a', 'b', 'c', 'd'],
        isDependent: true as const,
      }
      return summarise([{ ...table, rows: Array.from({ length: 10 }, (_, i) => ({ given: [], checks: four(i) })) }])
    }
    expect(rows((row) => row < 2)).toMatchObject({ passed: true, counts: { outlying: 8, differs: 0 } })
    // Ten rows with a chance of .2 each: P(≥ 6) = .0064, P(≥ 7) = .00086.
    expect(rows((row, at) => row < 6 && at === 0).passed).toBe(true)
    expect(rows((row, at) => row < 7 && at === 0).passed).toBe(false)
  })

  it('does not count values that are known not to reproduce, nor a value twice', () => {
    const known = paper(20).map((one) => ({ ...one, before: { mean: 2.5, deviation: 0.5 } }))
    const again = paper(20).map((one) => ({ ...one, again: true as const }))
    expect(summary([...paper(2), ...known, ...again])).toMatchObject({
      passed: true,
      outcome: 'PARTLY REPRODUCED',
      compared: 80,
      counts: { outlying: 2, 'known bias': 40 },
    })
  })
})
