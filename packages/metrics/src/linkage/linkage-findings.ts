import type { Totals } from '@sdc/core'
import type { PossibleDistance } from '@sdc/stats'
import type { DistanceRange } from '@sdc/stats/internal'

/**
 * What some records of a file have of one that is looked for: the least of the greatest distances that any of them may have,
 * and those whose least is not above it. Of two sets of records the same can be said from what is said of each, exactly.
 */
export interface Finding {
  /** ∞ where there is no record; 0 where one is at no distance at all, and then only such are `near`. */
  readonly limit: number
  /** By the least that their distance may be, ascending. */
  readonly near: readonly PossibleDistance[]
}

/** Numbers of each of `near`. */
const EACH = 3

/**
 * Findings as numbers: limit, how many are near, and three numbers of each.
 *
 * @param findings - One for each record that is looked for.
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
 * The findings that numbers are written from, in their order.
 *
 * @param numbers - What `writtenFindings` made.
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
 * What two sets of records have, together.
 *
 * @param a - What the one has.
 * @param b - What the other has of the same record.
 * @returns What both have; which is which does not matter.
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
 * How many records may be the nearest, and the lowest of them.
 *
 * @param finding - What all records of the file have.
 * @returns Both numbers; 0 and ∞ where there is no record.
 */
export function nearestOf({ near }: Finding): { readonly count: number; readonly lowest: number } {
  return {
    count: near.reduce((sum, { count }) => sum + count, 0),
    lowest: near.reduce((least, { lowest }) => Math.min(least, lowest), Infinity),
  }
}

/**
 * Whether a record at such a distance may be the nearest.
 *
 * @param finding - What all records of the file have.
 * @param distance - The least and the greatest that its distance may be, with the rounding of the values.
 */
export function isNearest({ limit }: Finding, { low, high }: DistanceRange): boolean {
  return limit === 0 ? high === 0 : low <= limit
}
