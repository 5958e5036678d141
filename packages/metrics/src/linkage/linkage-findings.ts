import type { Totals } from '@sdc/core'
import type { PossibleDistance } from '@sdc/stats'
import type { DistanceRange } from '@sdc/stats/internal'

/**
 * Candidates of an attacked record within one set of records: the least of the greatest distances that any of them may
 * have, and those with a least distance not above it. Findings of two sets combine exactly.
 */
export interface Finding {
  /** ∞ without records; 0 if one is at distance exactly 0, and then `near` has only such. */
  readonly limit: number
  /** Sorted by the least possible distance. */
  readonly near: readonly PossibleDistance[]
}

/** Numbers of each of `near`. */
const EACH = 3

/**
 * Writes findings as numbers: limit, number of near records, and three numbers of each.
 *
 * @param findings - One for each attacked record.
 * @returns Numbers that `readFindings` reads.
 */
export function writtenFindings(findings: readonly Finding[]): Totals {
  const numbers = new Float64Array(findings.reduce((length, { near }) => length + 2 + EACH * near.length, 0))
  let at = 0
  for (const { limit, near } of findings) {
    numbers[at++] = limit
    numbers[at++] = near.length
    for (const { low, count, lowest } of near) {
      numbers[at++] = low
      numbers[at++] = count
      numbers[at++] = lowest
    }
  }
  return numbers
}

/**
 * Reads findings from numbers, in their order.
 *
 * @param numbers - Result of `writtenFindings`.
 */
export function readFindings(numbers: Totals): readonly Finding[] {
  const findings: Finding[] = []
  for (let at = 0; at < numbers.length;) {
    const limit = numbers[at++]
    const length = numbers[at++]
    const near: PossibleDistance[] = []
    for (const end = at + EACH * length; at < end; at += EACH)
      near.push({ low: numbers[at], count: numbers[at + 1], lowest: numbers[at + 2] })
    findings.push({ limit, near })
  }
  return findings
}

/**
 * Combines the findings of two sets of records.
 *
 * @param a - Finding in one set.
 * @param b - Finding of the same record in the other.
 * @returns The combined finding, symmetric in both.
 */
export function nearerFinding(a: Finding, b: Finding): Finding {
  const limit = Math.min(a.limit, b.limit)
  // Where one is at no distance at all, no rounding makes another its equal.
  const left = [a, b].flatMap((one) => (limit === 0 && one.limit > 0 ? [] : one.near.filter(({ low }) => low <= limit)))
  const near: PossibleDistance[] = []
  for (const one of left.sort((x, y) => x.low - y.low)) {
    const before = near.at(-1)
    if (before?.low !== one.low) near.push(one)
    else {
      const lowest = Math.min(before.lowest, one.lowest)
      near[near.length - 1] = { low: one.low, count: before.count + one.count, lowest }
    }
  }
  return { limit, near }
}

/**
 * Number of records that may be the nearest, and the lowest of them.
 *
 * @param finding - Finding in the whole file.
 * @returns Both numbers; 0 and ∞ without records.
 */
export function nearestOf({ near }: Finding): { readonly count: number; readonly lowest: number } {
  return {
    count: near.reduce((sum, { count }) => sum + count, 0),
    lowest: near.reduce((least, { lowest }) => Math.min(least, lowest), Infinity),
  }
}

/**
 * Returns true if a record at such a distance may be the nearest.
 *
 * @param finding - Finding in the whole file.
 * @param distance - Least and greatest possible distance, given the rounding of the values.
 */
export function isNearest({ limit }: Finding, { low, high }: DistanceRange): boolean {
  return limit === 0 ? high === 0 : low <= limit
}
