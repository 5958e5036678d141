import type { Column } from '@sdc/core'
import { countGroups, groupMeans, spreadMeans } from '../shared/group-means.js'
import { recordsByLabel } from './records-by-label.js'

/** Returns the level with the largest count, ties to the lowest code. */
export function plurality(counts: Uint32Array): number {
  let best = 0
  for (let code = 1; code < counts.length; code++) if (counts[code] > counts[best]) best = code
  return best
}

/** Returns the lower median of `total` counted codes: the lowest code that at least half of them do not exceed. */
export function lowerMedian(counts: Uint32Array, total: number): number {
  let upTo = counts[0]
  let code = 0
  while (2 * upTo < total) upTo += counts[++code]
  return code
}

/** Chooses the code that represents a group among several with the same claim, ascending. */
export type ChooseTied = (codes: readonly number[], group: number) => number

/**
 * Replaces every value by the representative of its group: the most frequent level of a nominal column, the median of
 * an ordered one, the mean of a numeric one. Equally frequent levels, and the two middle ones of an even group, have
 * the same claim. No missing values. Cost: O(n), for ordered columns O(n + groups · levels).
 */
export function representatives(column: Column, labels: Uint32Array, chooseTied: ChooseTied): Column {
  if (column.kind === 'numeric') {
    return { kind: 'numeric', values: spreadMeans(groupMeans(column.values, labels), labels) }
  }
  const { records, starts } = recordsByLabel(labels, countGroups(labels))
  const counts = new Uint32Array(column.levels.length)
  const codes = new Int32Array(labels.length)
  for (let group = 0; group + 1 < starts.length; group++) {
    const members = records.subarray(starts[group], starts[group + 1])
    for (const i of members) counts[column.codes[i]]++
    const claims = column.ordered ? medians(counts, members.length) : mostFrequent(counts, column.codes, members)
    const code = claims.length === 1 ? claims[0] : chooseTied(claims, group)
    for (const i of members) {
      codes[i] = code
      counts[column.codes[i]] = 0
    }
  }
  return { ...column, codes }
}

/** Returns the lower and the upper median, once if they are the same. */
function medians(counts: Uint32Array, total: number): number[] {
  const lower = lowerMedian(counts, total)
  let upTo = 0
  let upper = -1
  while (2 * upTo <= total) upTo += counts[++upper]
  return upper > lower ? [lower, upper] : [lower]
}

/** Returns the most frequent codes, ascending. It visits the codes of the members only, for any number of levels. */
function mostFrequent(counts: Uint32Array, codes: Int32Array, members: Uint32Array): number[] {
  let most = 0
  for (const i of members) most = Math.max(most, counts[codes[i]])
  const tied = new Set<number>()
  for (const i of members) if (counts[codes[i]] === most) tied.add(codes[i])
  return [...tied].sort((a, b) => a - b)
}
