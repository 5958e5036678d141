import type { RecordGroups } from '@sdc/stats'
import { oneGroup, refineGroups } from '@sdc/stats/internal'
import { groupTree, type GroupTree } from './link.js'

/** Records of a file, prepared for linkage by some columns. */
export interface LinkTarget {
  readonly group: RecordGroups
  readonly tree: GroupTree
  /** True if it is cached for the next file; otherwise its user may free it. */
  readonly kept: boolean
}

/** Target for the first 1, 2, … columns. */
export type LinkTargets = (keys: number) => LinkTarget

/** Trees of larger files are not kept: those of seven keys and a million records take some 300 MB. */
const MOST_KEPT = 200_000

/**
 * Groups and search trees for growing sets of columns, each built on first use, and cached for the next file that is
 * linked to the same one: they are a seventh of the time of a linkage.
 *
 * @param to - The standardised columns, one array of n values each.
 * Cost: O(n log n) for each number of columns, once up to 200,000 records, else on every request.
 */
export function linkTargets(to: readonly Float64Array[]): LinkTargets {
  const kept: LinkTarget[] = []
  const keep = to.length > 0 && to[0].length <= MOST_KEPT
  let last = { keys: 0, group: oneGroup(to[0]?.length ?? 0) }
  return (keys) => {
    if (kept[keys - 1]) return kept[keys - 1]
    if (last.keys >= keys) last = { keys: 0, group: oneGroup(to[0].length) }
    const group = to.slice(last.keys, keys).reduce(refineGroups, last.group)
    last = { keys, group }
    const target = { group, tree: groupTree(to.slice(0, keys), group), kept: keep }
    if (keep) kept[keys - 1] = target
    return target
  }
}
