import { BLOCK } from '@sdc/core'
import type { Group } from '../../bind/groups.js'
import type { StoredFile } from '../tasks/stage.js'
import { getJson, putJson } from '../tasks/store.js'

/** A file whose parts write down their groups. */
export type GroupedFile = Pick<StoredFile, 'store' | 'parts' | 'partBlocks'>

/** A group as one part knows it: its key, its name, how many records of the part it has, and the values that form it. */
export type PartGroup = readonly [key: string, label: string, count: number, strata?: Group['strata']]

/** Where the records of a group are in one part, and which of the group's they are. */
export interface GroupPlace {
  readonly part: number
  /** Among the records of the part, sorted by group. */
  readonly from: number
  /** Among the records of the group. */
  readonly at: number
  readonly count: number
}

/** A group of the file. */
export interface GroupInParts {
  readonly key: string
  readonly label: string
  readonly strata?: Group['strata']
  readonly count: number
  /** In the order of the parts. */
  readonly places: readonly GroupPlace[]
}

/** The groups of a file, once every part has written down its own. */
export interface KnownGroups {
  put(around: GroupedFile, part: number, groups: readonly PartGroup[]): Promise<void>
  /** In the order of their keys, by the task that masks them: about as many records a task as a part has. */
  tasks(around: GroupedFile): Promise<readonly (readonly GroupInParts[])[]>
}

/**
 * The groups of a step.
 *
 * @param base - How the names in the store begin.
 * @returns What writes them down, and what tells them.
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
