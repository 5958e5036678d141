import type { MissingKeys } from '@sdc/toolkit'

/** Condition: every record must match k records in some of the keys. */
export interface Condition {
  /** Places of the keys, ascending. */
  readonly keys: readonly number[]
  /** The keys as bits: bit j for key j. */
  readonly bits: number
  readonly k: number
}

/** Problem that local suppression solves. */
export interface SuppressionProblem {
  /** q keys of n codes, −1 if missing. */
  readonly codes: readonly Int32Array[]
  /** Cost of suppressing a value of each quasi-identifier, one positive number each. */
  readonly weights: Float64Array
  readonly conditions: readonly Condition[]
  readonly rule: MissingKeys
}

/** Cells that are made missing. */
export interface Suppression {
  /** Suppressed keys of each record, as bits. */
  readonly masks: Int32Array
  /** Lower bound of the cost of suppressions of this kind. */
  readonly lowerBound: number
  /** True if it is proved that no suppression costs less. */
  readonly proved: boolean
}

/**
 * Returns the condition on some keys.
 *
 * @param keys - Their places, each once.
 * @param k - Number of records that every record must match.
 * @returns The condition, its keys ascending.
 */
export function conditionOn(keys: readonly number[], k: number): Condition {
  const ascending = [...keys].sort((a, b) => a - b)
  return { keys: ascending, bits: ascending.reduce((bits, j) => bits | (1 << j), 0), k }
}

/**
 * Returns the conditions that do not follow from others: a record that matches k records in some keys matches them in
 * fewer.
 *
 * @param conditions - Any.
 * @returns The conditions that no other one with at least its keys and its k implies, each once.
 */
export function strictest(conditions: readonly Condition[]): Condition[] {
  return conditions.filter(
    (one, i) =>
      !conditions.some(
        (other, j) =>
          i !== j &&
          (one.bits & ~other.bits) === 0 &&
          one.k <= other.k &&
          (one.bits !== other.bits || one.k !== other.k || j < i),
      ),
  )
}

/**
 * Returns the keys with some of their cells made missing.
 *
 * @param codes - q keys of n codes.
 * @param masks - Suppressed keys of each record, as bits.
 * @returns q new keys of n codes.
 */
export function suppressed(codes: readonly Int32Array[], masks: Int32Array): Int32Array[] {
  return codes.map((of, j) => of.map((code, i) => ((masks[i] >> j) & 1 ? -1 : code)))
}

/**
 * Returns the cost of a suppression: the sum of the weights of the keys of all newly missing cells.
 *
 * @param problem - The problem.
 * @param masks - Suppressed keys of each record, as bits.
 * @returns The sum.
 */
export function costOf({ codes, weights }: SuppressionProblem, masks: Int32Array): number {
  const cells = new Float64Array(weights.length)
  codes.forEach((of, j) => {
    for (let i = 0; i < of.length; i++) if ((masks[i] >> j) & 1 && of[i] >= 0) cells[j]++
  })
  return weights.reduce((sum, weight, j) => sum + weight * cells[j], 0)
}
