import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import own from '../../../package.json' with { type: 'json' }

/** The fields of a `package.json` with versions. */
export interface VersionedPackage {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/**
 * Returns the version of a program, followed by the packages of the project with a different one.
 *
 * @param program - Its `package.json`.
 * @param from - URL of a module of the program, from which its packages are found.
 * @returns `0.3.0`, and a line such as `@sdc/core 0.4.1` for each package that differs.
 */
export function versionText(program: VersionedPackage = own, from = import.meta.url): string {
  const found = new Map<string, string>()
  collectVersions(program, from, found)
  const others = [...found].filter(([, version]) => version !== program.version).sort(([a], [b]) => (a < b ? -1 : 1))
  return [program.version, ...others.map((one) => one.join(' '))].join('\n')
}

/** Reads the installed versions: a package states only a range of versions for each dependency. */
function collectVersions(
  { dependencies, peerDependencies }: VersionedPackage,
  from: string,
  found: Map<string, string>,
): void {
  const require = createRequire(from)
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    if (!name.startsWith('@sdc/') || found.has(name)) continue
    const path = (require.resolve.paths(name) ?? []).map((one) => join(one, name, 'package.json')).find(existsSync)
    if (path === undefined) continue
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as VersionedPackage
    found.set(name, manifest.version)
    collectVersions(manifest, path, found)
  }
}

/** Returns the version of a program for a plan: of all packages whose code decides the bytes of the output. */
export function planVersion(text = versionText()): string {
  const lines = text.split('\n')
  return lines.filter((line) => !line.startsWith('@sdc/launch-')).join(', ')
}
