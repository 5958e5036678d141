import type { Column } from '@sdc/core'
import { countBelow, quantileOfSorted, sortedValues } from '@sdc/stats'

/** A class of numbers is to have this many records or more, so that shares are not made of chance alone. */
const LEAST_IN_CLASS = 5

/** What share of each file is in each class, over the classes that either file has. */
export interface ClassShares {
  readonly original: Float64Array
  readonly masked: Float64Array
}

/**
 * The distribution of a column of both files, as shares of the same classes.
 *
 * Categories are their own classes, by name. Numbers are classed by quantiles of the original: [least, Q_1], (Q_1, Q_2], …,
 * (Q_(K−1), greatest], of as many records where values are not tied, and the values below the least and above the greatest
 * original are a class each; a value on which two quantiles or more fall is a class of its own. Missing is a class.
 *
 * @param x - The original column.
 * @param y - The masked one, of the same kind.
 * @param most - The greatest K; there are no more than a fifth of the records.
 * @returns Shares that add up to 1 for each file; undefined where a file has no record, the original no value, or the kinds
 * differ.
 *
 * Cost: O(n log n) for numbers, O(n) for categories.
 */
export function classShares(x: Column, y: Column, most: number): ClassShares | undefined {
  if (x.kind === 'categorical' && y.kind === 'categorical') {
    if (!x.codes.some((code) => code >= 0)) return undefined
    const names = new Map(x.levels.map((level, code) => [level, code]))
    const masked = y.levels.map((level) => names.get(level) ?? names.set(level, names.size).size - 1)
    const codes = y.codes.map((code) => (code < 0 ? -1 : masked[code]))
    return sharesOf(x.codes, codes, names.size)
  }
  if (x.kind !== 'numeric' || y.kind !== 'numeric') return undefined
  const sorted = sortedValues(x.values)
  if (sorted.length === 0) return undefined
  const count = Math.max(1, Math.min(most, Math.floor(sorted.length / LEAST_IN_CLASS)))
  const cuts = Array.from({ length: count + 1 }, (_, k) => quantileOfSorted(sorted, k / count))
  const bounds = Float64Array.from(new Set(cuts))
  const alone = bounds.map((bound) => (cuts.filter((cut) => cut === bound).length > 1 ? 1 : 0))
  const classOf = (value: number): number => {
    if (value !== value) return -1
    const k = countBelow(bounds, value)
    if (value !== bounds[k]) return 2 * k
    return alone[k] ? 2 * k + 1 : 2 * Math.max(1, k)
  }
  const codesOf = (values: Float64Array): Int32Array => {
    const codes = new Int32Array(values.length)
    for (let i = 0; i < values.length; i++) codes[i] = classOf(values[i])
    return codes
  }
  return sharesOf(codesOf(x.values), codesOf(y.values), 2 * bounds.length + 1)
}

/** Codes from −1 to count − 1, as shares of count + 1 classes. */
function sharesOf(x: Int32Array, y: Int32Array, count: number): ClassShares | undefined {
  if (x.length === 0 || y.length === 0) return undefined
  const shares = (codes: Int32Array): Float64Array => {
    const counts = new Float64Array(count + 1)
    for (let i = 0; i < codes.length; i++) counts[codes[i] + 1]++
    return counts.map((one) => one / codes.length)
  }
  return { original: shares(x), masked: shares(y) }
}
