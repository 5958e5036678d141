import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import own from '../package.json' with { type: 'json' }

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/**
 * The version of the program; under it those packages of the project that have another one.
 *
 * @returns `0.3.0`, and a line such as `@sdc/core 0.4.1` for each that differs.
 */
export function versionText(): string {
  const found = new Map<string, string>()
  collectVersions(own, import.meta.url, found)
  const others = [...found].filter(([, version]) => version !== own.version).sort(([a], [b]) => (a < b ? -1 : 1))
  return [own.version, ...others.map((one) => one.join(' '))].join('\n')
}

/** As they are installed: what a package asks for says a range only. */
function collectVersions({ dependencies, peerDependencies }: Manifest, from: string, found: Map<string, string>): void {
  const require = createRequire(from)
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    if (!name.startsWith('@sdc/') || found.has(name)) continue
    const path = (require.resolve.paths(name) ?? []).map((one) => join(one, name, 'package.json')).find(existsSync)
    if (path === undefined) continue
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    found.set(name, manifest.version)
    collectVersions(manifest, path, found)
  }
}
