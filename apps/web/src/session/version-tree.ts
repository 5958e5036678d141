import type { History, Version } from '../worker/protocol/history-types.js'
import type { Settings } from '../worker/protocol/settings-types.js'

/** All states of the settings; undone ones stay as a branch. */
export interface VersionTree extends History {
  /** Version to which redo returns, by version. */
  readonly next: ReadonlyMap<number, number>
}

/** Returns a tree of one version. */
export function treeOf(settings: Settings, label: string): VersionTree {
  return { versions: [{ id: 0, parent: undefined, label, settings }], at: 0, next: new Map() }
}

/** Returns the current version. */
export function versionAt({ versions, at }: VersionTree): Version {
  const found = versions.find(({ id }) => id === at)
  if (found === undefined) throw new RangeError(`there is no version ${at}`)
  return found
}

/**
 * Returns the tree with a further version below the current one; the same tree if nothing changes.
 *
 * @param tree - The tree.
 * @param change - The changed settings.
 * @param label - The change in a few words.
 * @returns The tree.
 */
export function changed(tree: VersionTree, change: Partial<Settings>, label: string): VersionTree {
  const { settings } = versionAt(tree)
  const next: Settings = { ...settings, ...change }
  if (JSON.stringify(next) === JSON.stringify(settings)) return tree
  const id = Math.max(...tree.versions.map((one) => one.id)) + 1
  const versions = [...tree.versions, { id, parent: tree.at, label, settings: next }]
  return { versions, at: id, next: new Map([...tree.next, [tree.at, id]]) }
}

/** Returns the tree at the parent of the current version; the same if it has none. */
export function undone(tree: VersionTree): VersionTree {
  const { parent } = versionAt(tree)
  return parent === undefined ? tree : { ...tree, at: parent, next: new Map([...tree.next, [parent, tree.at]]) }
}

/** Returns the tree at the version last undone from here, else at the newest one below; the same if there is none. */
export function redone(tree: VersionTree): VersionTree {
  const to = tree.next.get(tree.at) ?? tree.versions.filter(({ parent }) => parent === tree.at).at(-1)?.id
  return to === undefined ? tree : { ...tree, at: to }
}

/** Returns the tree at any of its versions; redo then follows the path to the previous one. */
export function goneTo(tree: VersionTree, version: number): VersionTree {
  const to = tree.versions.find(({ id }) => id === version)
  if (to === undefined) return tree
  const next = new Map(tree.next)
  for (let one = to; one.parent !== undefined;) {
    next.set(one.parent, one.id)
    const above = tree.versions.find(({ id }) => id === one.parent)
    if (above === undefined) break
    one = above
  }
  return { ...tree, at: version, next }
}
