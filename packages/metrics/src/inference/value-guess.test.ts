import { categorical, dataset, numeric, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { guessedTarget } from './target-guess.js'
import { valueGuess } from './value-guess.js'

const target = (values: readonly number[], withinPercent = 0) => {
  const file = dataset([['t', numeric([...values])]])
  return guessedTarget('t', file, [file], file, withinPercent) ?? expect.fail()
}
const words = dataset([['t', categorical(['a', 'b', 'c', 'd', 'e'])]])
const category = guessedTarget('t', words, [words], words, 0) ?? expect.fail()
const ascending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort()

/** Computes the probability by the definition: all remaining values, counted. */
function chanceByCounting(values: readonly number[], truth: number, removed: readonly number[]): number {
  const left = [...values]
  for (const one of removed) left.splice(left.indexOf(one), 1)
  if (left.length === 0) return 0
  const count = (value: number): number => left.filter((one) => one === value).length
  const most = Math.max(...left.map(count))
  const tied = [...new Set(left)].filter((value) => count(value) === most)
  return tied.includes(truth) ? 1 / tied.length : 0
}

describe('valueGuess', () => {
  it('is one of the most frequent categories, also without some values', () => {
    const rng = seededRng(1)
    for (let round = 0; round < 500; round++) {
      const values = Array.from({ length: 1 + rng.int(9) }, () => rng.int(4))
      const guess = valueGuess(category, ascending(values))
      const truth = rng.int(5)
      const removed = values.slice(0, rng.int(Math.min(4, values.length + 1)))
      expect(guess.chance(truth, removed)).toBeCloseTo(chanceByCounting(values, truth, removed), 12)
    }
  })

  it('is the median of numbers, also without some values', () => {
    const exact = target([1, 2, 3, 4, 100])
    const guess = valueGuess(exact, ascending([1, 2, 4, 100, 3]))
    expect([1, 2, 3, 4].map((truth) => guess.chance(truth, []))).toEqual([0, 0, 1, 0])
    // Without 100 the median is 2.5, without 1 it is 3.5, without 1 and 2 it is 4.
    expect(guess.chance(2.5, [100])).toBe(1)
    expect(guess.chance(3.5, [1])).toBe(1)
    expect(guess.chance(3, [1])).toBe(0)
    expect(guess.chance(4, [1, 2])).toBe(1)
    expect(valueGuess(exact, ascending([5])).chance(5, [5])).toBe(0)
    expect(valueGuess(exact, ascending([])).chance(5, [])).toBe(0)
  })

  it('is right for a number if few values lie between, at any distance', () => {
    const values = Array.from({ length: 100 }, (_, i) => (i === 99 ? 1e12 : i))
    const near = target(values, 3)
    // Both ends included: 50, 51 and 52 are three of a hundred.
    expect(near.isRight(50, 52)).toBe(true)
    expect(near.isRight(52, 50)).toBe(true)
    expect(near.isRight(50, 53)).toBe(false)
    expect(near.isRight(98, 1e12)).toBe(true)
    expect(near.isRight(50.5, 53)).toBe(true)
    // With two values each is far from the other.
    const two = target([...Array<number>(50).fill(0), ...Array<number>(50).fill(1)], 5)
    expect(two.isRight(0, 1)).toBe(false)
    expect(two.isRight(1, 1)).toBe(true)
  })

  it('is missing for numbers in one file and categories in the other', () => {
    const file = dataset([['t', numeric([1])]])
    expect(guessedTarget('t', file, [words], file, 5)).toBeUndefined()
  })
})
