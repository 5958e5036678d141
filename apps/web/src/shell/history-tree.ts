import type { Version } from '../worker/protocol/history-types.js'

/** Consecutive versions, each with the lines that branch off after it. */
export type Line = readonly { readonly version: Version; readonly branches: readonly Line[] }[]

/**
 * Returns the versions as a tree that is flat without branches: the first successor of a version continues its line,
 * every later one begins a branch.
 *
 * @param versions - All versions.
 * @returns The main line with its branches.
 */
export function historyTree(versions: readonly Version[]): Line {
  const after = new Map<number | undefined, Version[]>()
  for (const version of versions) after.set(version.parent, [...(after.get(version.parent) ?? []), version])
  return lineFrom(after.get(undefined)?.[0], after)
}

function lineFrom(first: Version | undefined, after: ReadonlyMap<number | undefined, readonly Version[]>): Line {
  const line: { version: Version; branches: Line[] }[] = []
  for (let version = first; version; version = after.get(version.id)?.[0]) {
    const others = after.get(version.id)?.slice(1) ?? []
    line.push({ version, branches: others.map((other) => lineFrom(other, after)) })
  }
  return line
}
