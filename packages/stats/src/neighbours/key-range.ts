import { log2, powerOfTwo } from '../mathematics/index.js'

/**
 * Exponent to which keys are scaled, at most 2^400: their squares neither vanish nor overflow, even if the other keys
 * are small.
 */
const GREATEST = 400
/** Limit of scaled keys: beyond 2^100 times the greatest key, all differences are equal in every digit. */
const BOUND = 2 ** 500

/**
 * Returns the power of two that scales the greatest of these keys to about 2^400, 1 if all are 0.
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
 * Scales a key, and limits it if it is beyond all others.
 *
 * @param value - Key.
 * @param unit - Result of `rangeUnit`.
 * @returns The scaled key, within ±2^500.
 */
export function inRange(value: number, unit: number): number {
  const scaled = value * unit
  return scaled > BOUND ? BOUND : scaled < -BOUND ? -BOUND : scaled
}
