import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runFile } from './scripts/pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** The manifests of all packages and apps in a copy of the repository, by name. */
function manifests(folder: string): Map<string, Manifest> {
  const all = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(folder, parent))
      .map((name) => join(folder, parent, name, 'package.json'))
      .filter((file) => existsSync(file))
      .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Manifest),
  )
  return new Map(all.map((manifest) => [manifest.name, manifest]))
}

const parts = (version: string): readonly number[] => version.split('.').map(Number)

/** What became of a version: the first part that changed. */
function bump(before: string, after: string): 'major' | 'minor' | 'patch' | 'none' {
  const [from, to] = [parts(before), parts(after)]
  return (['major', 'minor', 'patch'] as const).find((_, i) => from[i] !== to[i]) ?? 'none'
}

/**
 * `changeset version` in copies of the repository that hold what it reads: manifests and changesets. First of what is
 * pending; then, from there, of one more minor change of one package.
 */
describe('a release', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'sdc-release-'))
  const released = join(scratch, 'released')
  const now = manifests(root)
  const published = [...now.values()].filter((manifest) => !manifest.private).map(({ name }) => name)

  const version = (folder: string): Promise<string> =>
    runFile(process.execPath, [join(root, 'node_modules/@changesets/cli/bin.js'), 'version'], { cwd: folder })

  /** The bumps of all published packages after a minor change of one, the unchanged ones left out. */
  async function minorOf(name: string): Promise<Readonly<Record<string, string>>> {
    const folder = join(scratch, name.replace('/', '-'))
    cpSync(released, folder, { recursive: true })
    const before = manifests(folder)
    writeFileSync(join(folder, '.changeset/one-more.md'), `---\n'${name}': minor\n---\n\nOne more.\n`)
    await version(folder)
    const bumps = [...manifests(folder).values()].map(
      (after) => [after.name, bump(before.get(after.name)?.version ?? '', after.version)] as const,
    )
    return Object.fromEntries(bumps.filter(([, how]) => how !== 'none'))
  }

  beforeAll(async () => {
    for (const file of ['.changeset', 'package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml'])
      cpSync(join(root, file), join(released, file), { recursive: true })
    for (const parent of ['packages', 'apps'])
      for (const name of readdirSync(join(root, parent))) {
        const file = join(parent, name, 'package.json')
        if (!existsSync(join(root, file))) continue
        mkdirSync(join(released, parent, name), { recursive: true })
        cpSync(join(root, file), join(released, file))
      }
    await version(released)
  })
  afterAll(() => rmSync(scratch, { recursive: true, force: true }))

  it('of what is pending gives every package a version below 1, none of them 0.0', () => {
    const after = manifests(released)
    expect(published.length).toBeGreaterThan(10)
    for (const name of published) {
      const [major, minor] = parts(after.get(name)?.version ?? '')
      expect([name, major]).toEqual([name, 0])
      expect([name, minor]).toEqual([name, expect.toSatisfy((value: number) => value >= 1)])
    }
    expect(readdirSync(join(released, '.changeset'))).toEqual(['config.json'])
  })

  it('of a minor change of core is a minor one of core, and never a major one of its peers', async () => {
    const bumps = await minorOf('@sdc/core')
    expect(bumps['@sdc/core']).toBe('minor')
    // Those that install core themselves, and need to name its new version; plugins go with both.
    const { '@sdc/core': _own, ...others } = bumps
    const installs = published.filter((name) => now.get(name)?.dependencies?.['@sdc/core'] !== undefined)
    expect(others).toEqual(Object.fromEntries(installs.map((name) => [name, 'patch'])))
  })

  it('of a minor change of stats is a patch of those that depend on it, so that they take the new one', async () => {
    const bumps = await minorOf('@sdc/stats')
    const { '@sdc/stats': own, ...others } = bumps
    expect(own).toBe('minor')
    const dependents = published.filter((name) => now.get(name)?.dependencies?.['@sdc/stats'] !== undefined)
    expect(dependents).toContain('@sdc/metrics')
    expect(others).toEqual(Object.fromEntries(dependents.map((name) => [name, 'patch'])))
  })

  it('of a minor change of a family of methods leaves the other families as they are', async () => {
    expect(await minorOf('@sdc/methods-noise')).toEqual({ '@sdc/methods-noise': 'minor', '@sdc/standard': 'patch' })
  })

  it('has one copy of core: each package that is not run by itself takes any core below 1', () => {
    const ranges = published.flatMap((name) => now.get(name)?.peerDependencies?.['@sdc/core'] ?? [])
    expect(ranges.length).toBeGreaterThan(10)
    expect([...new Set(ranges)]).toEqual(['workspace:0.x'])
  })
})
