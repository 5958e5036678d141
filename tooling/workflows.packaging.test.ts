import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, '.github/workflows')

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, unknown>>
}
interface Job {
  readonly 'runs-on': string
  readonly 'timeout-minutes': number
  readonly permissions?: Readonly<Record<string, string>>
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } }
  readonly steps: readonly Step[]
}
interface Workflow {
  readonly name: string
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}
interface Manifest {
  readonly engines: { readonly node: string }
  readonly scripts: Readonly<Record<string, string>>
  readonly repository: { readonly url: string }
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
const text = (file: string): string => readFileSync(join(folder, file), 'utf8')
// A repeated key, or any other invalid YAML, is an error.
const workflow = (file: string): Workflow => parse(text(file), { strict: true, uniqueKeys: true }) as Workflow
const files = readdirSync(folder)
const jobsOf = (file: string): readonly Job[] => Object.values(workflow(file).jobs)
const stepsOf = (file: string): readonly Step[] => jobsOf(file).flatMap(({ steps }) => steps)
const commands = (steps: readonly Step[]): readonly string[] => steps.flatMap(({ run }) => run ?? [])

describe('the workflows', () => {
  it('are those of tests and of releases', () => {
    expect([...files].sort()).toEqual(['ci.yml', 'release.yml'])
  })

  it.each(files)('%s has jobs with a time limit, and minimal permissions', (file) => {
    const { name, on, permissions, jobs } = workflow(file)
    expect(name).toMatch(/\w/)
    expect(on).toHaveProperty('push')
    expect(permissions).toEqual({ contents: 'read' })
    expect(Object.keys(jobs).length).toBeGreaterThan(0)
    for (const job of Object.values(jobs)) {
      expect(job['runs-on']).toBe('ubuntu-latest')
      expect(job['timeout-minutes']).toBeGreaterThan(0)
    }
  })

  it.each(files)('%s names every action by its major version', (file) => {
    const actions = stepsOf(file).flatMap(({ uses }) => uses ?? [])
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@v\d+$/)
  })

  it.each(files)('%s installs from the lockfile, and runs existing scripts', (file) => {
    for (const { steps } of jobsOf(file)) {
      const install = steps.findIndex(({ run }) => run === 'pnpm install --frozen-lockfile')
      const first = steps.findIndex(({ run }) => run?.startsWith('pnpm run '))
      expect(install).toBeGreaterThan(-1)
      expect(first).toBeGreaterThan(install)
    }
    const given = stepsOf(file).flatMap((step) => [step.run, step.with?.version, step.with?.publish])
    const scripts = given.flatMap((command) => /^pnpm run ([\w:-]+)/.exec(String(command))?.[1] ?? [])
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([])
  })
})

describe('ci.yml', () => {
  it('tests the lowest Node of engines, and every later one with long-term support', () => {
    const { test } = workflow('ci.yml').jobs
    const versions = test.strategy?.matrix.node ?? []
    // A number would lose the zero of 22.10.
    expect(versions.every((version) => typeof version === 'string')).toBe(true)
    expect(manifest.engines.node).toBe(`>=${versions[0]}`)
    expect(versions).toEqual(['20.19', '22', '24'])
    expect(test.steps.map((step) => step.with?.['node-version'])).toContain('${{ matrix.node }}')
  })

  it('runs every command that .ci/run runs', () => {
    const local = readFileSync(join(root, '.ci/run'), 'utf8')
    const expected = [...local.matchAll(/"\$\{pnpm\[@\]\}" run ([\w:-]+)/g)].map(([, script]) => `pnpm run ${script}`)
    expect(expected).toEqual(['pnpm run test', 'pnpm run ci', 'pnpm run ci:speed'])
    expect(commands(stepsOf('ci.yml'))).toEqual(expect.arrayContaining(expected))
  })
})

describe('release.yml', () => {
  const { release } = workflow('release.yml').jobs

  it('may present its identity to the registry, tag, and open a pull request', () => {
    expect(release.permissions).toEqual({ contents: 'write', 'pull-requests': 'write', 'id-token': 'write' })
  })

  it('publishes with provenance, after tests and checks', () => {
    const at = release.steps.findIndex(({ uses }) => uses?.startsWith('changesets/action@'))
    expect(commands(release.steps.slice(0, at))).toEqual(expect.arrayContaining(['pnpm run test', 'pnpm run check']))
    expect(release.steps[at].env).toMatchObject({ NPM_CONFIG_PROVENANCE: 'true' })
    expect(manifest.scripts.release).toMatch(/build.*changeset publish/)
  })

  it('runs in the repository of the packages, not in a fork', () => {
    const repository = /github\.com\/(.+)\.git$/.exec(manifest.repository.url)?.[1]
    expect(text('release.yml')).toContain(`if: github.repository == '${repository}'`)
  })
})
