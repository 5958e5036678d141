import type { MissingKeys } from '@sdc/toolkit'

/** Some of the keys, in which every record is to match k records. */
export interface Condition {
  /** Which keys, by their place, ascending. */
  readonly keys: readonly number[]
  /** The same as bits: bit j for key j. */
  readonly bits: number
  readonly k: number
}

/** Problem that local suppression solves. */
export interface SuppressionProblem {
  /** q keys of n codes, −1 where one is missing. */
  readonly codes: readonly Int32Array[]
  /** Cost of suppressing a value of each quasi-identifier, one positive number each. */
  readonly weights: Float64Array
  readonly conditions: readonly Condition[]
  readonly rule: MissingKeys
}

/** Which cells are made missing. */
export interface Suppression {
  /** By record the keys that are made missing, as bits. */
  readonly masks: Int32Array
  /** No way of the kind that is sought costs less. */
  readonly lowerBound: number
  /** True if it is proved that no suppression costs less. */
  readonly proved: boolean
}

/**
 * The condition on some keys.
 *
 * @param keys - Their places, each once.
 * @param k - How many records every record is to match.
 * @returns The condition, its keys ascending.
 */
export function conditionOn(keys: readonly number[], k: number): Condition {
  const ascending = [...keys].sort((a, b) => a - b)
  return { keys: ascending, bits: ascending.reduce((bits, j) => bits | (1 << j), 0), k }
}

/**
 * The conditions that do not follow from others: who matches k records in some keys matches them in fewer.
 *
 * @param conditions - Any.
 * @returns Those of them that no other with at least its keys and its k implies, each once.
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
 * The keys with some of their cells made missing.
 *
 * @param codes - q keys of n codes.
 * @param masks - By record the keys that are made missing, as bits.
 * @returns q new keys of n codes.
 */
export function suppressed(codes: readonly Int32Array[], masks: Int32Array): Int32Array[] {
  return codes.map((of, j) => of.map((code, i) => ((masks[i] >> j) & 1 ? -1 : code)))
}

/**
 * What a suppression costs: Σ over the cells that become missing and were not, of the weights of their keys.
 *
 * @param problem - The problem.
 * @param masks - By record the keys that are made missing, as bits.
 * @returns The sum.
 */
export function costOf({ codes, weights }: SuppressionProblem, masks: Int32Array): number {
  const cells = new Float64Array(weights.length)
  codes.forEach((of, j) => {
    for (let i = 0; i < of.length; i++) if ((masks[i] >> j) & 1 && of[i] >= 0) cells[j]++
  })
  return weights.reduce((sum, weight, j) => sum + weight * cells[j], 0)
}
