import type { Rng } from '@sdc/core'
import type { SumOracle } from './sum-oracle.js'

/** Groups of records whose members enter or leave a set by the rows of a Hadamard matrix. */
export interface Toggles {
  /** Order h of the matrix, a power of two: sets differ from one another and from their base in h/2 records. */
  readonly order: number
  /** Groups of h − 1 records; the last group is filled up with records of others. */
  readonly groups: readonly Int32Array[]
}

/** Entries of the two outermost vectors for a base. */
export interface OuterVectors {
  readonly high: Float64Array
  readonly low: Float64Array
}

/** Limit of the order: two sets may have to differ in half as many records, and beyond it refusals do not end. */
const MOST_ORDER = 1 << 20

/**
 * Finds the minimum difference between sets, with queries that differ from an answered one in 1, 2, 4, … records.
 *
 * @param oracle - The service.
 * @param base - A set that the service answered.
 * @param rng - Random stream that assigns records to groups.
 * @returns The groups; null if there are too few records for answered sets.
 */
export function findToggles(oracle: SumOracle, base: Uint8Array, rng: Rng): Toggles | null {
  for (let order = 2; order <= MOST_ORDER && order - 1 <= oracle.n; order *= 2) {
    const groups = groupsOf(oracle.n, order, rng.child(String(order)))
    if (oracle.ask(toggled(base, groups[0], 1)) !== null) return { order, groups }
  }
  return null
}

function groupsOf(n: number, order: number, rng: Rng): Int32Array[] {
  const records = rng.permutation(n)
  const size = order - 1
  return Array.from({ length: Math.ceil(n / size) }, (_, g) => {
    const own = records.subarray(g * size, (g + 1) * size)
    if (own.length === size) return own
    const others = rng.shuffle(records.slice(0, g * size)).subarray(0, size - own.length)
    return Int32Array.from([...own, ...others])
  })
}

/** Returns 1 if the entry of the Hadamard matrix (Sylvester) is −1: the parity of the common bits. */
function parity(row: number, column: number): number {
  let bits = row & column
  let odd = 0
  for (; bits !== 0; bits &= bits - 1) odd ^= 1
  return odd
}

/** Returns the base with those records of a group changed where the row of the matrix has −1. */
function toggled(base: Uint8Array, group: Int32Array, row: number): Uint8Array {
  const set = base.slice()
  group.forEach((record, m) => {
    if (parity(row, m + 1) === 1) set[record] ^= 1
  })
  return set
}

/**
 * Computes the entries of the vectors with the greatest and the least sum over a base. They are valid while no change
 * of a few records makes another vector outermost.
 *
 * The sum of a set that differs from the base in the records R differs by Σ_(i∈R) s_i·P_i, with s_i = 1 for an added
 * and −1 for a removed record. The h − 1 rows of a group form an invertible matrix (of 0 and 1, an S-matrix) with
 * inverse (2/h)·(2S′ − J), so its h − 1 sums give its h − 1 entries.
 *
 * @param oracle - Service.
 * @param base - Set of about half of the records.
 * @param toggles - Groups.
 * @returns Both vectors, with missing entries where a query was refused; null if the base itself was refused.
 */
export function outerVectors(oracle: SumOracle, base: Uint8Array, { order, groups }: Toggles): OuterVectors | null {
  const at = oracle.ask(base)
  if (at === null) return null
  const [low, high] = [0, 1].map(() => new Float64Array(oracle.n).fill(Number.NaN))
  for (const group of groups) {
    const changes = Array.from({ length: order - 1 }, (_, row) => oracle.ask(toggled(base, group, row + 1)))
    group.forEach((record, m) => {
      const sign = base[record] === 1 ? -1 : 1
      const entry = (end: 0 | 1): number =>
        changes.reduce(
          (sum, change, row) =>
            sum + (change === null ? Number.NaN : (2 * parity(row + 1, m + 1) - 1) * (change[end] - at[end])),
          0,
        )
      low[record] = (sign * 2 * entry(0)) / order
      high[record] = (sign * 2 * entry(1)) / order
    })
  }
  return { low, high }
}
