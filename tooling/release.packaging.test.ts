import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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

/** Folders of all packages and apps. */
const folders = ['packages', 'apps'].flatMap((parent) =>
  readdirSync(join(root, parent))
    .map((name) => join(parent, name))
    .filter((folder) => existsSync(join(root, folder, 'package.json'))),
)

/** Returns the manifests of all packages and apps in a copy of the repository, by name. */
function manifests(copy: string): Map<string, Manifest> {
  const all = folders.map((folder) => JSON.parse(readFileSync(join(copy, folder, 'package.json'), 'utf8')) as Manifest)
  return new Map(all.map((manifest) => [manifest.name, manifest]))
}

/** The bump of each package with a new version in a release. */
type Bumps = Readonly<Record<string, 'major' | 'minor' | 'patch'>>

/** `@changesets/get-release-plan`, which `changeset version` uses. */
const { default: releasePlan } = createRequire(createRequire(import.meta.url).resolve('@changesets/cli/package.json'))(
  '@changesets/get-release-plan',
) as {
  default: (folder: string) => Promise<{ releases: { name: string; type: Bumps[string] | 'none' }[] }>
}

/** Returns the lines of text of a changeset, without its front matter. */
const linesOf = (changeset: string): string[] =>
  changeset
    .replace(/^---\n[^]*?\n---\n/, '')
    .split('\n')
    .filter((line) => line.trim() !== '')

describe('every changeset', () => {
  const files = readdirSync(join(root, '.changeset')).filter((file) => file.endsWith('.md'))

  it('has one to three lines of text, each at most 140 characters long', () => {
    const wrong = files.filter((file) => {
      const lines = linesOf(readFileSync(join(root, '.changeset', file), 'utf8'))
      return lines.length < 1 || lines.length > 3 || lines.some((line) => line.length > 140)
    })
    expect(wrong).toEqual([])
  })
})

/**
 * Runs `changeset version` in a copy of its inputs: manifests and changesets. Then plans a release with one minor
 * change of one package.
 */
describe('a release', () => {
  const released = mkdtempSync(join(tmpdir(), 'sdc-release-'))
  const now = manifests(root)
  const published = [...now.values()].filter((manifest) => !manifest.private).map(({ name }) => name)
  const dependents = (name: string): string[] =>
    published.filter((other) => now.get(other)?.dependencies?.[name] !== undefined)

  async function minorOf(name: string): Promise<Bumps> {
    const file = join(released, '.changeset/one-more.md')
    writeFileSync(file, `---\n'${name}': minor\n---\n\nOne more.\n`)
    const { releases } = await releasePlan(released)
    rmSync(file)
    return Object.fromEntries(releases.flatMap((one) => (one.type === 'none' ? [] : [[one.name, one.type]])))
  }

  beforeAll(async () => {
    for (const file of [
      '.changeset',
      'tooling/changelog.cjs',
      'package.json',
      'pnpm-workspace.yaml',
      'pnpm-lock.yaml',
      ...folders.map((folder) => join(folder, 'package.json')),
    ])
      cpSync(join(root, file), join(released, file), { recursive: true })
    const changeset = join(root, 'node_modules/@changesets/cli/bin.js')
    await runFile(process.execPath, [changeset, 'version'], { cwd: released })
  })
  afterAll(() => rmSync(released, { recursive: true, force: true }))

  it('gives every package with pending changes a version below 1, none of them 0.0', () => {
    const after = manifests(released)
    expect(published.length).toBeGreaterThan(10)
    for (const name of published)
      expect([name, after.get(name)?.version]).toEqual([name, expect.stringMatching(/^0\.[1-9]/)])
    expect(readdirSync(join(released, '.changeset'))).toEqual(['config.json'])
  })

  it('has one line of the changelog for all new dependencies, with their versions', () => {
    const lines = readFileSync(join(released, 'packages/standard/CHANGELOG.md'), 'utf8').split('\n')
    const updates = lines.filter((line) => line.startsWith('- Updated dependencies'))
    expect(updates).toEqual([expect.stringMatching(/^- Updated dependencies: .*@sdc\/metrics 0\.[1-9]/)])
  })

  it('with a minor change of core is minor for core, and never major for its peers', async () => {
    // Packages that install core themselves need its new version; plugins are bumped with both.
    const installs = dependents('@sdc/core').map((name) => [name, 'patch'])
    expect(await minorOf('@sdc/core')).toEqual({ '@sdc/core': 'minor', ...Object.fromEntries(installs) })
  })

  it('with a minor change of stats is a patch of its dependents, so that they use the new version', async () => {
    const takers = dependents('@sdc/stats').map((name) => [name, 'patch'])
    expect(takers).toContainEqual(['@sdc/metrics', 'patch'])
    expect(await minorOf('@sdc/stats')).toEqual({ '@sdc/stats': 'minor', ...Object.fromEntries(takers) })
  })

  it('with a minor change of a family of methods leaves the other families unchanged', async () => {
    expect(await minorOf('@sdc/methods-noise')).toEqual({ '@sdc/methods-noise': 'minor', '@sdc/standard': 'patch' })
  })

  it('allows one copy of core: each package other than the programs accepts any core below 1', () => {
    const ranges = published.flatMap((name) => now.get(name)?.peerDependencies?.['@sdc/core'] ?? [])
    expect(ranges.length).toBeGreaterThan(10)
    expect([...new Set(ranges)]).toEqual(['workspace:0.x'])
  })
})
