import { BLOCK } from '@sdc/core'
import type { Group } from '../../bind/groups.js'
import type { StoredFile } from '../tasks/stage.js'
import { getJson, putJson } from '../tasks/store.js'

/** A file whose partitions store their groups. */
export type GroupedFile = Pick<StoredFile, 'store' | 'parts' | 'partBlocks'>

/** A group in one partition: its key, its label, its number of records there, and the values that define it. */
export type PartGroup = readonly [key: string, label: string, count: number, strata?: Group['strata']]

/** Position of a group's records in one partition, and among those of the group. */
export interface GroupPlace {
  readonly part: number
  /** First record among those of the partition, sorted by group. */
  readonly from: number
  /** First record among those of the group. */
  readonly at: number
  readonly count: number
}

/** A group of the file. */
export interface GroupInParts {
  readonly key: string
  readonly label: string
  readonly strata?: Group['strata']
  readonly count: number
  /** Places in the order of the partitions. */
  readonly places: readonly GroupPlace[]
}

/** Groups of a file, once every partition has stored its own. */
export interface KnownGroups {
  put(around: GroupedFile, part: number, groups: readonly PartGroup[]): Promise<void>
  /**
   * Returns the groups in the order of their keys, by the task that masks them. A task has about as many records as a
   * partition.
   */
  tasks(around: GroupedFile): Promise<readonly (readonly GroupInParts[])[]>
}

/**
 * Stores and reads the groups of a step.
 *
 * @param base - Beginning of the names in the work folder.
 * @returns A writer of the groups of a partition, and a reader of those of the file.
 */
export function knownGroups(base: string): KnownGroups {
  const name = (part: number): string => `${base}/known/${part}`
  let tasks: Promise<readonly (readonly GroupInParts[])[]> | undefined
  return {
    put: (around, part, groups) => putJson(around.store, name(part), groups),
    tasks: (around) => (tasks ??= tasksOf(around, name)),
  }
}

async function tasksOf(
  { store, parts, partBlocks }: GroupedFile,
  name: (part: number) => string,
): Promise<readonly (readonly GroupInParts[])[]> {
  const found = new Map<
    string,
    Pick<GroupInParts, 'label' | 'strata'> & { count: number; readonly places: GroupPlace[] }
  >()
  for (const part of parts.keys()) {
    let from = 0
    const own = (await getJson(store, name(part))) as readonly PartGroup[]
    for (const [key, label, count, strata] of own) {
      const group = found.get(key) ?? { label, strata, count: 0, places: [] }
      found.set(key, group)
      group.places.push({ part, from, at: group.count, count })
      group.count += count
      from += count
    }
  }
  const groups = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  const tasks: GroupInParts[][] = []
  let held = Infinity
  for (const [key, group] of groups) {
    if (held + group.count > partBlocks * BLOCK) {
      tasks.push([])
      held = 0
    }
    tasks[tasks.length - 1].push({ key, ...group })
    held += group.count
  }
  return tasks
}
