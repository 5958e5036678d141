import type { CategoricalColumn } from '@sdc/core'
import { countBelow, countUpTo, sortedValues } from '@sdc/stats'

/** Distance in ranks, as a share of the records, within which a guess of a number is right. */
const RIGHT = 0.05
/**
 * Tolerance for rounding: ranks are multiples of half a record, so a difference of exactly 5 % occurs, and counts as
 * right.
 */
const ROUNDING = 1e-12

/** Guesses of a confidential value from the candidate records of a person. */
export interface Guess {
  /** Returns true if a record of the original has a value to guess. */
  known(target: number): boolean
  /**
   * Returns the probability that the guess is right, from 0 to 1.
   *
   * @param target - Record of the original.
   * @param classes - Released classes of the candidates.
   * @param rows - Masked records of each class.
   * @param left - Masked records to leave out.
   */
  right(target: number, classes: Int32Array, rows: readonly Int32Array[], left: readonly number[]): number
}

/** Caches the result of `make` for each set of classes. */
function onceFor<T>(make: (classes: Int32Array, rows: readonly Int32Array[]) => T): typeof make {
  const held = new Map<string, T>()
  return (classes, rows) => {
    const key = classes.join()
    const made = held.get(key) ?? make(classes, rows)
    held.set(key, made)
    return made
  }
}

/**
 * Returns guesses of a number by the median. With an even number of values, either of the two in the middle is equally
 * probable.
 *
 * @param x - The original values.
 * @param y - The masked values.
 * @returns Guesses that are right within 5 % of the ranks in the original, (below + up to)/2n. Cost: a sort for each
 *   different set of classes.
 */
export function numberGuess(x: Float64Array, y: Float64Array): Guess {
  const sorted = sortedValues(x)
  const place = (value: number): number => (countBelow(sorted, value) + countUpTo(sorted, value)) / (2 * sorted.length)
  const valuesOf = onceFor((classes, rows) => {
    const values = Array.from(classes, (id) => Array.from(rows[id], (row) => y[row])).flat()
    return sortedValues(Float64Array.from(values))
  })
  return {
    known: (target) => !Number.isNaN(x[target]),
    right(target, classes, rows, left) {
      const all = valuesOf(classes, rows)
      const inside = left.filter((row) => classes.some((id) => rows[id].includes(row)))
      const values = inside.reduce((rest, row) => without(rest, y[row]), all)
      if (values.length === 0) return 0
      const own = place(x[target])
      const isRight = (at: number): number => (Math.abs(place(values[at]) - own) <= RIGHT + ROUNDING ? 0.5 : 0)
      return isRight((values.length - 1) >> 1) + isRight(values.length >> 1)
    },
  }
}

/** Removes one of the ascending values; unchanged if it is missing. */
function without(values: Float64Array, value: number): Float64Array {
  if (Number.isNaN(value)) return values
  const at = countBelow(values, value)
  const rest = new Float64Array(values.length - 1)
  rest.set(values.subarray(0, at))
  rest.set(values.subarray(at + 1), at)
  return rest
}

/**
 * Returns guesses of a category by the mode; tied categories are equally probable.
 *
 * @param x - The original column.
 * @param y - The masked column; its levels are compared by their text.
 * @returns Guesses that are right if the category is that of the original. Cost: a count for each different set of
 *   classes.
 */
export function categoryGuess(x: CategoricalColumn, y: CategoricalColumn): Guess {
  const codeIn = new Map(y.levels.map((level, code) => [level, code]))
  const ownCode = x.levels.map((level) => codeIn.get(level) ?? -1)
  const countsOf = onceFor((classes, rows) => {
    const counts = new Int32Array(y.levels.length)
    for (const id of classes) for (const row of rows[id]) if (y.codes[row] >= 0) counts[y.codes[row]]++
    return counts
  })
  return {
    known: (target) => x.codes[target] >= 0,
    right(target, classes, rows, left) {
      const counts = countsOf(classes, rows).slice()
      for (const row of left)
        if (y.codes[row] >= 0 && classes.some((id) => rows[id].includes(row))) counts[y.codes[row]]--
      const most = counts.reduce((a, b) => Math.max(a, b), 0)
      const code = ownCode[x.codes[target]]
      if (most === 0 || code < 0 || counts[code] < most) return 0
      return 1 / counts.reduce((sum, count) => sum + (count === most ? 1 : 0), 0)
    },
  }
}
