import { log2, powerOfTwo } from '../mathematics/index.js'

/** Keys are brought to at most 2^400: their squares neither vanish nor overflow, however small the others are. */
const GREATEST = 400
/** Beyond this, 2^100 times the greatest key, all differences are equal in every digit. */
const BOUND = 2 ** 500

/**
 * The power of two that brings the greatest of these keys near 2^400, 1 where all are 0.
 *
 * If one huge value makes the differences of a key 1e-200, all their squares would otherwise be 0, and all records
 * equally near.
 *
 * @param keys - Columns of one file, without missing values.
 * @returns Factor for the keys of both files.
 */
export function rangeUnit(keys: readonly Float64Array[]): number {
  let most = 0
  for (const key of keys) {
    for (let i = 0; i < key.length; i++) {
      const size = Math.abs(key[i])
      if (size > most && size < Infinity) most = size
    }
  }
  if (most === 0) return 1
  return powerOfTwo(Math.min(1000, GREATEST - Math.floor(log2(most))))
}

/**
 * A key in these units, cut off where it is beyond all others.
 *
 * @param value - a key.
 * @param unit - Result of `rangeUnit`.
 * @returns Within ±2^500.
 */
export function inRange(value: number, unit: number): number {
  const scaled = value * unit
  return scaled > BOUND ? BOUND : scaled < -BOUND ? -BOUND : scaled
}
