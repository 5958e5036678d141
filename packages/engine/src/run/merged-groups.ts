import { isMissing, type Column, type Dataset } from '@sdc/core'
import { normalQuantile, rank } from '@sdc/stats'
import type { Group } from '../bind/groups.js'
import type { FileState } from './assemble.js'
import { labelsText } from './group-warnings.js'

/** A group, or several that are masked together, among the others in the order of their values. */
export interface PlacedGroup extends Group {
  /** Mean normal score of the masked columns, by which groups are near each other. */
  readonly place: number
  /** The groups that it is made of: itself where it is one. */
  readonly members: readonly Group[]
}

/** Fewest records of a group that is masked by itself where small groups are pooled: max(30, 3(p + 2)) for p columns. */
export function leastRecords(columns: readonly string[]): number {
  return Math.max(30, 3 * (columns.length + 2))
}

/**
 * Groups in the order of the values that they have in the original.
 *
 * Place of a group: mean over the masked columns of the mean normal score Φ⁻¹(rank/(n + 1)) of its records, ranks being those
 * of the whole original; of a nominal column the share of the most frequent level. Masked values are not looked at, so that
 * steps on the same columns order groups alike. Sums are of sorted values, so that the order of records changes nothing.
 *
 * @param groups - The groups of a file.
 * @param columns - The columns that are masked.
 * @param original - The original.
 * @param file - The file: the original's record of each of its records.
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
    const means = scores.flatMap((of) => {
      const own = Float64Array.from(group.rows, (row) => of[origin[row]] ?? Number.NaN)
        .filter((score) => !Number.isNaN(score))
        .sort()
      return own.length === 0 ? [] : own.reduce((total, score) => total + score, 0) / own.length
    })
    const place = means.reduce((total, score) => total + score, 0) / Math.max(1, means.length)
    return { ...group, place, members: [group] }
  })
  return placed.sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : 1))
}

/** What each record adds to the place of its group; NaN where its value is missing. */
function recordScores(column: Column): Float64Array {
  const codes = column.kind === 'numeric' ? undefined : column.codes
  if (codes && column.kind !== 'numeric' && !column.ordered) {
    const counts = new Float64Array(column.levels.length)
    for (const code of codes) if (code >= 0) counts[code]++
    const modal = counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0))
    return Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : Number(code === modal)))
  }
  const values = column.kind === 'numeric' ? column.values : Float64Array.from(column.codes)
  const known = values.map((value, i) => (isMissing(column, i) ? Number.NaN : value))
  const n = known.reduce((count, value) => count + Number(!Number.isNaN(value)), 0)
  return rank(known, 'average').map((one) => normalQuantile(one / (n + 1)))
}

/**
 * Merges groups that are too small with the nearer of their two neighbours, the smallest first, until none is left or all
 * are one. A merged group is judged again. Cost: O(groups), with rows and labels of what is merged.
 *
 * @param groups - The groups by ascending place.
 * @param isSmall - Tells a group that cannot stay as it is.
 * @returns The groups by ascending place.
 */
export function mergeSmall(groups: readonly PlacedGroup[], isSmall: (group: PlacedGroup) => boolean): PlacedGroup[] {
  const links = groups.map((group): Link => ({ group }))
  links.forEach((link, i) => {
    link.before = links[i - 1]
    link.after = links[i + 1]
  })
  const bySize: Link[][] = []
  const wait = (link: Link): void => void (bySize[link.group.rows.length] ??= []).push(link)
  for (const link of links) if (isSmall(link.group)) wait(link)
  const gone = new Set<Link>()
  let first = links.at(0)
  // A merged group is larger than the one at hand: its turn is later.
  for (let size = 0; size < bySize.length; size++) {
    for (const link of bySize[size] ?? []) {
      const other = gone.has(link) ? undefined : nearer(link)
      if (other === undefined) continue
      const [low, high] = other === link.before ? [other, link] : [link, other]
      const one: Link = { group: merged(low.group, high.group), before: low.before, after: high.after }
      if (one.before) one.before.after = one
      else first = one
      if (one.after) one.after.before = one
      gone.add(low).add(high)
      if (isSmall(one.group)) wait(one)
    }
  }
  const left: PlacedGroup[] = []
  for (let link = first; link !== undefined; link = link.after) left.push(link.group)
  return left
}

/** A group between its neighbours. */
interface Link {
  readonly group: PlacedGroup
  before?: Link | undefined
  after?: Link | undefined
}

/** The neighbour with the nearer place; of equally near ones the smaller, then the one before. */
function nearer({ group, before, after }: Link): Link | undefined {
  if (before === undefined || after === undefined) return before ?? after
  const apart = group.place - before.group.place - (after.group.place - group.place)
  return (apart || before.group.rows.length - after.group.rows.length) <= 0 ? before : after
}

function merged(a: PlacedGroup, b: PlacedGroup): PlacedGroup {
  const members = [...a.members, ...b.members].sort((one, other) => (one.key < other.key ? -1 : 1))
  const sizes = [a.rows.length, b.rows.length]
  const rows = new Int32Array(sizes[0] + sizes[1])
  rows.set(a.rows)
  rows.set(b.rows, sizes[0])
  return {
    label: `pooled: ${labelsText(members.map(({ label }) => label))}`,
    key: `pooled: ${members.map(({ key }) => key).join('; ')}`,
    rows: rows.sort(),
    strata: {
      columns: members[0].strata?.columns ?? [],
      values: members.flatMap(({ strata }) => strata?.values ?? []),
    },
    place: (a.place * sizes[0] + b.place * sizes[1]) / (sizes[0] + sizes[1]),
    members,
  }
}
