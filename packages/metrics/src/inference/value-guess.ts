import { countBelow, quantileOfSorted } from '@sdc/stats'
import type { GuessedTarget } from './target-guess.js'

/** Guess from the values of some records. */
export interface ValueGuess {
  /** Number of these values. */
  readonly size: number
  /**
   * Returns the probability that the guess is right, without some of the values; 0 if none are left.
   *
   * @param truth - The true value.
   * @param removed - Values that do not count; each is one of them.
   * @returns The probability.
   */
  chance(truth: number, removed: readonly number[]): number
}

/**
 * Guesses from some values: the most frequent category, a random one of equally frequent ones; the median of numbers.
 *
 * @param target - Rule for right guesses.
 * @param values - m values, ascending, none missing.
 * @returns The guess. Cost: O(m); a probability O(log m), O(m) if more than one value is removed.
 */
export function valueGuess(target: GuessedTarget, values: Float64Array): ValueGuess {
  const guess = target.isCategory ? mostFrequent(values) : middle(target, values)
  return {
    size: values.length,
    chance: (truth, removed) =>
      removed.length < 2
        ? guess(truth, removed[0])
        : valueGuess(target, valuesWithout(values, removed)).chance(truth, []),
  }
}

/** Returns the probability for a true value; one value may be removed. */
type Chance = (truth: number, removed: number | undefined) => number

function middle(target: GuessedTarget, values: Float64Array): Chance {
  const whole = quantileOfSorted(values, 0.5)
  return (truth, removed) => {
    if (removed === undefined) return values.length > 0 && target.isRight(whole, truth) ? 1 : 0
    const left = values.length - 1
    if (left < 1) return 0
    const gone = countBelow(values, removed)
    const at = (place: number): number => values[place < gone ? place : place + 1]
    const [low, high] = [at((left - 1) >> 1), at(left >> 1)]
    return target.isRight(low === high ? low : low + 0.5 * (high - low), truth) ? 1 : 0
  }
}

function mostFrequent(values: Float64Array): Chance {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let most = 0
  for (const count of counts.values()) most = Math.max(most, count)
  const having = (count: number): number => {
    let number = 0
    for (const one of counts.values()) if (one === count) number++
    return number
  }
  const atMost = having(most)
  const oneBelow = most > 1 ? having(most - 1) : 0
  return (truth, removed) => {
    const own = (counts.get(truth) ?? 0) - (truth === removed ? 1 : 0)
    // If the only most frequent value loses one, it is as frequent as those with one less.
    const falls = removed !== undefined && counts.get(removed) === most && atMost === 1
    const reached = falls ? most - 1 : most
    if (own < Math.max(1, reached)) return 0
    if (falls) return 1 / (oneBelow + 1)
    return 1 / (removed !== undefined && counts.get(removed) === most ? atMost - 1 : atMost)
  }
}

/** Returns the ascending values without some of them, each removed once. */
function valuesWithout(values: Float64Array, removed: readonly number[]): Float64Array {
  const left = [...removed].sort((a, b) => a - b)
  let next = 0
  return values.filter((value) => {
    if (next >= left.length || value !== left[next]) return true
    next++
    return false
  })
}
