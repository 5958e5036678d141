import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { entropyOf, estimatedPosterior, givenPosterior, type ColumnPairs } from './posterior.js'

const entropy = (p: readonly number[]): number => -p.reduce((sum, one) => sum + (one > 0 ? one * Math.log(one) : 0), 0)

/** Computes the posterior by its definition, category by category. */
function plain({ from, to, same, prior }: ColumnPairs, coverage: boolean): { entropy: number[]; own: number[] } {
  const records = [...from.keys()].filter((r) => from[r] >= 0)
  const n = (i: number | undefined, j: number | undefined): number =>
    records.filter((r) => (i === undefined || from[r] === i) && (j === undefined || to[r] === j)).length
  const posterior = (j: number): number[] => {
    const weights = [...prior].map((t, i) => (n(i, undefined) > 0 ? (t * n(i, j)) / n(i, undefined) : 0))
    const total = weights.reduce((a, b) => a + b, 0)
    // Recoding: a new category that has all records of this one, and records of others.
    const recoded = (i: number): boolean => j >= 0 && same[j] < 0 && n(i, undefined) === 1 && n(undefined, j) > 1
    const singles = [...prior].filter((_, i) => n(i, j) === 1 && !(j >= 0 && same[j] === i) && !recoded(i)).length
    const open = coverage ? singles / n(undefined, j) : 0
    return weights.map((one, i) => ((1 - open) * one) / total + open * prior[i])
  }
  return {
    entropy: [...from.keys()].map((r) => (from[r] < 0 ? Number.NaN : entropy(posterior(to[r])))),
    own: [...from.keys()].map((r) => (from[r] < 0 ? Number.NaN : posterior(to[r])[from[r]])),
  }
}

const close = (found: Float64Array, expected: readonly number[]): void => {
  expect(found).toHaveLength(expected.length)
  expected.forEach((one, r) => (Number.isNaN(one) ? expect(found[r]).toBeNaN() : expect(found[r]).toBeCloseTo(one, 12)))
}

describe('estimatedPosterior', () => {
  it('equals the definition, with missing values, coarser categories and a given prior', () => {
    const rng = seededRng(1)
    for (let s = 0; s < 20; s++) {
      const from = Int32Array.from({ length: 40 }, () => rng.int(7) - 1)
      // 0 to 3 are the same as 0 to 3, 4 is new; −1 is suppressed.
      const to = from.map((i) => (rng.uniform() < 0.5 ? Math.min(i, 4) : rng.int(6) - 1))
      const weights = Float64Array.from({ length: 6 }, () => 0.1 + rng.uniform())
      const total = weights.reduce((a, b) => a + b, 0)
      const pairs = { from, to, same: Int32Array.of(0, 1, 2, 3, -1), prior: weights.map((one) => one / total) }
      for (const coverage of [true, false]) {
        const found = estimatedPosterior(pairs, coverage)
        const expected = plain(pairs, coverage)
        close(found.entropy, expected.entropy)
        close(found.own, expected.own)
      }
    }
  })

  it('with the shares of the records, it is their conditional entropy', () => {
    const from = Int32Array.of(0, 0, 0, 0, 1, 1, 2, 2)
    const to = Int32Array.of(0, 0, 1, 1, 1, 1, 1, 1)
    const prior = Float64Array.of(0.5, 0.25, 0.25)
    const { entropy: found } = estimatedPosterior({ from, to, same: Int32Array.of(0, 1, 2), prior }, true)
    // 0 comes from 0 alone, 1 from each of the three with probability 1/3.
    close(found, [0, 0, ...new Array<number>(6).fill(Math.log(3))])
    expect(entropyOf(prior)).toBeCloseTo(1.5 * Math.log(2), 14)
    expect(entropyOf(Float64Array.of(1, 0))).toBe(-0)
  })

  it('has no values for no records', () => {
    const none = { from: Int32Array.of(-1), to: Int32Array.of(0), same: Int32Array.of(0), prior: Float64Array.of(1) }
    expect([...estimatedPosterior(none, true).entropy]).toEqual([Number.NaN])
  })
})

describe('givenPosterior', () => {
  it('knows only the state of Albany and New York City: −ln p is 5.1817 and .8989', () => {
    // Populations of 1990; the source prints .05 for the first share, which is .0056.
    const people = [101_082, 7_322_564, 17_990_455 - 101_082 - 7_322_564]
    const prior = Float64Array.from(people, (one) => one / 17_990_455)
    const to = Int32Array.of(0, 0)
    const matrix = people.map(() => Float64Array.of(1))
    const { own, entropy: found } = givenPosterior(
      { from: Int32Array.of(0, 1), to, same: Int32Array.of(-1), prior },
      matrix,
    )
    expect(-Math.log(own[0])).toBeCloseTo(5.1817, 4)
    expect(-Math.log(own[1])).toBeCloseTo(0.8989, 4)
    expect(found[0]).toBeCloseTo(entropyOf(prior), 12)
    expect(found[1]).toBe(found[0])
  })

  it('equals Bayes’ rule; a missing value has no information, an impossible one has no posterior', () => {
    const prior = Float64Array.of(0.5, 0.5)
    const matrix = [Float64Array.of(0.9, 0.1, 0), Float64Array.of(0.3, 0.7, 0)]
    const pairs = {
      from: Int32Array.of(0, 1, -1, 1),
      to: Int32Array.of(0, 0, -1, 2),
      same: Int32Array.of(0, 1, -1),
      prior,
    }
    const found = givenPosterior(pairs, matrix)
    close(found.own, [0.75, 0.25, Number.NaN, Number.NaN])
    close(found.entropy, [entropy([0.75, 0.25]), entropy([0.75, 0.25]), Math.log(2), Number.NaN])
  })
})
