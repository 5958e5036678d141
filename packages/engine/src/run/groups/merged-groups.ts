import type { Dataset } from '@sdc/core'
import { meanScore, mergedRows, recordScores, type PlacedRows } from '@sdc/toolkit/internal'
import type { Group } from '../../bind/groups.js'
import type { FileState } from '../files/assemble.js'
import { labelsText } from './group-warnings.js'

/** One or several groups that are masked together, at their place in the order of values. */
export interface PlacedGroup extends Group, PlacedRows {
  readonly rows: Int32Array
  /** Groups that it consists of: one or several. */
  readonly members: readonly Group[]
}

/**
 * Sorts groups by their values in the original.
 *
 * Place of a group: mean over the masked columns of the mean normal score Φ⁻¹(rank/(n + 1)) of its records, with the
 * ranks of the whole original. For a nominal column it is the share of the most frequent level. Masked values are not
 * used, so that steps on the same columns give the same order. Sums are over sorted values, so that the order of
 * records does not matter.
 *
 * @param groups - The groups of a file.
 * @param columns - The masked columns.
 * @param original - The original.
 * @param file - The file, with the original record of each of its records.
 * @returns The groups by ascending place.
 */
export function placedGroups(
  groups: readonly Group[],
  columns: readonly string[],
  original: Dataset,
  { origin }: Pick<FileState, 'origin'>,
): PlacedGroup[] {
  const known = columns.filter((name) => original.names.includes(name))
  const scores = known.map((name) => recordScores(original.column(name)))
  const placed = groups.map((group): PlacedGroup => {
    const place = meanScore(scores, gather(origin, group.rows))
    return { ...group, place, members: [group] }
  })
  return placed.sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : 1))
}

/** Merges two groups. */
export function mergedGroups(a: PlacedGroup, b: PlacedGroup): PlacedGroup {
  const members = [...a.members, ...b.members].sort((one, other) => (one.key < other.key ? -1 : 1))
  return {
    ...mergedRows(a, b),
    label: `pooled: ${labelsText(members.map(({ label }) => label))}`,
    key: `pooled: ${members.map(({ key }) => key).join('; ')}`,
    strata: {
      columns: members[0].strata?.columns ?? [],
      values: members.flatMap(({ strata }) => strata?.values ?? []),
    },
    members,
  }
}

const gather = (origin: Int32Array, rows: Int32Array): Int32Array => rows.map((row) => origin[row])
