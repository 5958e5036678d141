import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { publishedPackages } from './scripts/pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly license: string
  readonly keywords: readonly string[]
  readonly homepage: string
  readonly bugs: { readonly url: string }
  readonly repository: { readonly type: string; readonly url: string; readonly directory?: string }
  readonly engines: { readonly node: string }
  readonly publishConfig?: Readonly<Record<string, unknown>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const read = (file: string): Manifest => JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest

/** The repository is declared in package.json of the root; every package must agree with it. */
const { repository, engines } = read('package.json')
const page = repository.url.replace(/^git\+/, '').replace(/\.git$/, '')

const folders = ['packages', 'apps'].flatMap((parent) =>
  readdirSync(join(root, parent))
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json'))),
)

/** The package of an import, at the beginning of a line or dynamic, so that examples in comments are excluded. */
const importPattern =
  /(?:^import |^(?:import|export)\b[^'"\n]* from |\bimport\()['"](?!node:)((?:@[\w-]+[/])?[a-z][\w-]*)[^'"\n]*['"]/gm

describe('every package', () => {
  it.each(folders)('%s declares its origin, subject and licence', (folder) => {
    const manifest = read(`${folder}/package.json`)
    expect(manifest).toMatchObject({
      license: 'Apache-2.0',
      engines,
      repository: { ...repository, directory: folder },
      homepage: `${page}/tree/main/${folder}#readme`,
      bugs: { url: `${page}/issues` },
    })
    expect(manifest.keywords).toContain('statistical-disclosure-control')
    // More than the common keywords: those of its subject.
    expect(new Set(manifest.keywords).size).toBe(manifest.keywords.length)
    expect(manifest.keywords.length).toBeGreaterThan(3)
  })

  it.each(folders.filter((folder) => folder.startsWith('packages/')))(
    '%s is in the table of packages/README.md',
    (folder) => {
      const name = basename(folder)
      expect(readFileSync(join(root, 'packages/README.md'), 'utf8')).toContain(`| [\`@sdc/${name}\`](${name}) |`)
    },
  )

  it('has a public repository', () => {
    expect(page).toMatch(/^https:\/\/github\.com\/[\w-]+\/[\w-]+$/)
  })
})

describe('every package with tests', () => {
  const kindOf = (file: string): string => /\.(\w+)\.test\.ts$/.exec(file)?.[1] ?? 'unit'
  const scripts = { test: ['unit', 'alone', 'cli', 'conformance'], 'test:slow': ['process', 'reference', 'soak'] }

  it.each(folders)('%s runs those of every kind that it has', (folder) => {
    const { scripts: own = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      readonly scripts?: Readonly<Record<string, string>>
    }
    const files = readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    const found = new Set(files.filter((file) => file.endsWith('.test.ts')).map(kindOf))
    for (const [script, kinds] of Object.entries(scripts)) {
      const command = `node ../../tooling/scripts/test-package.mjs ${kinds.join(' ')}`
      expect(own[script]).toBe(kinds.some((kind) => found.has(kind)) ? command : undefined)
    }
  })
})

describe('every published package', () => {
  it.each([...publishedPackages()])(
    '%s has its licence, engines and a README with installation',
    (name, { folder, manifest }) => {
      expect(manifest).toMatchObject({ license: 'Apache-2.0', engines: { node: '>=20.19' }, type: 'module' })
      expect(String(manifest.description)).toMatch(/\w/)
      const readme = join(folder, 'README.md')
      expect(existsSync(readme)).toBe(true)
      expect(readFileSync(readme, 'utf8')).toMatch(new RegExp(`npm install .*${name}`))
    },
  )

  it.each([...publishedPackages()])(
    '%s imports exactly the dependencies of its package.json',
    (_name, { folder, manifest }) => {
      const imports = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
        .filter((file) => /[.](js|d[.]ts)$/.test(file))
        .flatMap((file) => [...readFileSync(join(folder, 'dist', file), 'utf8').matchAll(importPattern)])
        .map(([, name = '']) => name)
      const declared = Object.keys({ ...(manifest.dependencies as object), ...(manifest.peerDependencies as object) })
      // Loaded by `require`, whose error is clearer if it is missing.
      if (declared.includes('@duckdb/node-api')) imports.push('@duckdb/node-api')
      expect([...new Set(imports)].filter((name) => !isBuiltin(name)).sort()).toEqual(declared.sort())
    },
  )

  it.each([...publishedPackages()])('%s is public, with a provenance statement', (_name, { folder }) => {
    const { publishConfig } = read(join(basename(dirname(folder)), basename(folder), 'package.json'))
    expect(publishConfig).toEqual({ access: 'public', provenance: true })
  })
})

describe('every plugin of @sdc/standard', () => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'packages/standard/package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>
  }
  const plugins = Object.keys(dependencies).map((name) => name.replace('@sdc/', 'packages/'))

  it.each(plugins)('%s is checked by the conformance suite', (folder) => {
    expect(readFileSync(join(root, folder, 'src/plugin.conformance.test.ts'), 'utf8')).toContain(
      'describeConformance(plugin',
    )
  })
})
