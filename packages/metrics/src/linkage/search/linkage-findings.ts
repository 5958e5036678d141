import type { Totals } from '@sdc/core'
import type { NearestLinks } from './link.js'
import type { PossibleDistance } from '@sdc/stats'
import type { DistanceRange } from '@sdc/stats/internal'

/**
 * Candidates of an attacked record within one set of records. `limit` is the smallest of the largest possible
 * distances; `near` has the records whose smallest possible distance does not exceed it. Findings of two sets combine
 * exactly.
 */
export interface Finding {
  /** ∞ without records; 0 if one is at distance exactly 0, and then `near` has only such records. */
  readonly limit: number
  /** Sorted by the least possible distance. */
  readonly near: readonly PossibleDistance[]
}

/** Number of fields of each of `near`. */
const EACH = 3

/** First number of a link; a finding begins with a distance. */
const LINK = -1
/** Number of fields of a link. */
const OF_LINK = 4

/**
 * Writes final links as numbers.
 *
 * @param links - Links of all attacked records, by turn.
 * @returns Numbers that `readLinks` reads, record by record.
 */
export function writtenLinks(links: readonly NearestLinks[]): Totals {
  const numbers = new Float64Array(OF_LINK * links.length * links[0].tied.length)
  for (const [t, { tied, right, first }] of links.entries())
    for (let r = 0, at = OF_LINK * t; r < tied.length; r++, at += OF_LINK * links.length) {
      numbers[at] = LINK
      numbers[at + 1] = tied[r]
      numbers[at + 2] = right[r]
      numbers[at + 3] = first[r]
    }
  return numbers
}

/**
 * Reads links from numbers.
 *
 * @param numbers - Result of `writtenLinks`.
 * @param turns - Number of turns.
 * @returns Links of all records, by turn.
 */
export function readLinks(numbers: Totals, turns: number): readonly NearestLinks[] {
  const n = numbers.length / OF_LINK / turns
  const at = (r: number, t: number, place: number): number => numbers[OF_LINK * (r * turns + t) + place]
  return Array.from({ length: turns }, (_, t) => ({
    tied: new Int32Array(n).map((_one, r) => at(r, t, 1)),
    right: new Int32Array(n).map((_one, r) => at(r, t, 2)),
    first: new Uint8Array(n).map((_one, r) => at(r, t, 3)),
  }))
}

/** Returns true for links, false for findings. */
export function areLinks(numbers: Totals): boolean {
  return numbers[0] === LINK
}

/**
 * Writes findings as numbers: limit, number of near records, and three numbers of each.
 *
 * @param byTurn - Findings of all attacked records, by turn.
 * @returns Numbers that `readFindings` reads, record by record.
 */
export function writtenFindings(byTurn: readonly (readonly Finding[])[]): Totals {
  const findings = byTurn[0].flatMap((_, r) => byTurn.map((all) => all[r]))
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
 * @param a - Findings of all attacked records in one set; nothing if it is empty.
 * @param b - The same in the other.
 * @returns The combined findings, symmetric in both.
 */
export function nearerFindings(a: Totals, b: Totals): Totals {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
  const other = readFindings(b)
  return writtenFindings([readFindings(a).map((one, r) => nearerFinding(one, other[r]))])
}

/** Combines the findings of a record in two sets. */
function nearerFinding(a: Finding, b: Finding): Finding {
  const limit = Math.min(a.limit, b.limit)
  // If one is at distance 0, rounding makes no other one its equal.
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
 * Returns the number of records that may be the nearest, and the lowest of them.
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
 * @param distance - Smallest and largest possible distance, given the rounding of the values.
 * @returns True if it may.
 */
export function isNearest({ limit }: Finding, { low, high }: DistanceRange): boolean {
  return limit === 0 ? high === 0 : low <= limit
}
