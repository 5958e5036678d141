import type { History, Settings, Version } from '../worker/protocol/protocol.js'

/** The states that the settings had; what was undone stays as a branch. */
export interface VersionTree extends History {
  /** Of a version that was undone to: where redo goes. */
  readonly next: ReadonlyMap<number, number>
}

/** A tree of one version. */
export function treeOf(settings: Settings, label: string): VersionTree {
  return { versions: [{ id: 0, parent: undefined, label, settings }], at: 0, next: new Map() }
}

/** The version that is worked on. */
export function versionAt({ versions, at }: VersionTree): Version {
  const found = versions.find(({ id }) => id === at)
  if (found === undefined) throw new RangeError(`there is no version ${at}`)
  return found
}

/**
 * The tree with a version more, below the one that is worked on; the same tree where nothing changes.
 *
 * @param tree - The tree.
 * @param change - What is other than now.
 * @param label - What changed, in a few words.
 */
export function changed(tree: VersionTree, change: Partial<Settings>, label: string): VersionTree {
  const { settings } = versionAt(tree)
  const next: Settings = { ...settings, ...change }
  if (JSON.stringify(next) === JSON.stringify(settings)) return tree
  const id = Math.max(...tree.versions.map((one) => one.id)) + 1
  const versions = [...tree.versions, { id, parent: tree.at, label, settings: next }]
  return { versions, at: id, next: new Map([...tree.next, [tree.at, id]]) }
}

/** The tree at the parent of the version that is worked on; the same where it has none. */
export function undone(tree: VersionTree): VersionTree {
  const { parent } = versionAt(tree)
  return parent === undefined ? tree : { ...tree, at: parent, next: new Map([...tree.next, [parent, tree.at]]) }
}

/** The tree at the version that was undone last from here; else at the newest below; the same where there is none. */
export function redone(tree: VersionTree): VersionTree {
  const to = tree.next.get(tree.at) ?? tree.versions.filter(({ parent }) => parent === tree.at).at(-1)?.id
  return to === undefined ? tree : { ...tree, at: to }
}

/** The tree at any of its versions: redo then goes along the way to where it was. */
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
