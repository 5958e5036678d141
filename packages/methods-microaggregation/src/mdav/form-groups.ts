import type { Remaining } from './remaining.js'

/** Groups that one of MDAV's loops forms, and the number of remaining records. */
export interface FormedGroups {
  /** Labels from 0 in the order in which the groups were formed; the records left at the end have the last label. */
  readonly labels: Uint32Array
  readonly last: number
  /** Number of records left at the end. */
  readonly rest: number
}

/** Way in which MDAV continues and ends; see `mdav`. */
export type Variant = 'generic' | 'printed'

/**
 * Runs MDAV on records of any kind; `left` finds the farthest and nearest ones.
 *
 * @param left - All n records; none is left afterwards.
 * @param k - Minimum size of a group.
 * @param variant - Way in which it continues and ends.
 * @param tick - Called with the share of the records that are in a group.
 * @returns The groups.
 */
export function formGroups(
  left: Remaining,
  k: number,
  variant: Variant,
  tick: (fraction: number) => void = () => {},
): FormedGroups {
  const n = left.size()
  const labels = new Uint32Array(n)
  let group = 0
  const taken = (record: number): void => {
    labels[record] = group
  }
  const formGroup = (record: number): void => {
    left.takeNearest(record, k, taken)
    group++
    tick(1 - left.size() / n)
  }
  if (variant === 'generic') formGenericGroups(left, k, formGroup)
  else formPrintedGroups(left, k, formGroup)
  const rest = left.size()
  left.takeAll(taken)
  return { labels, last: group, rest }
}

function formGenericGroups(left: Remaining, k: number, formGroup: (record: number) => void): void {
  while (left.size() >= 3 * k) {
    formGroup(left.farthestFromCentroid())
    formGroup(left.farthestFromLast())
  }
  if (left.size() >= 2 * k) formGroup(left.farthestFromCentroid())
}

function formPrintedGroups(left: Remaining, k: number, formGroup: (record: number) => void): void {
  while (left.size() > k) {
    formGroup(left.farthestFromCentroid())
    if (left.size() > k) formGroup(left.farthestFromLast())
  }
}
