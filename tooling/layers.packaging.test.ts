import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')

/** A file tree that breaks every rule once: the file, its import, and the rule that must report it. */
const forbidden: readonly (readonly [file: string, code: string, rule: string])[] = [
  ['packages/core/src/a.ts', "import '@sdc/stats'", 'layer-core'],
  ['packages/stats/src/a.ts', "import '@sdc/metrics'", 'layer-stats'],
  ['packages/toolkit/src/a.ts', "import '@sdc/metrics'", 'layer-toolkit'],
  ['packages/rules/src/a.ts', "import '@sdc/toolkit'", 'layer-rules'],
  ['packages/methods-noise/src/a.ts', "import '@sdc/methods-swapping'", 'layer-members'],
  ['packages/methods-swapping/src/a.ts', "import '@sdc/engine'", 'layer-members'],
  ['packages/reverse-map/src/a.ts', "import type { x } from '@sdc/metrics'\nexport type y = typeof x", 'layer-members'],
  ['packages/metrics/src/a.ts', "import '@sdc/files'", 'layer-members'],
  ['packages/optimize/src/a.ts', "import '@sdc/metrics'", 'layer-members'],
  ['packages/engine/src/a.ts', "import '@sdc/standard'", 'layer-engine'],
  ['packages/files/src/b.ts', "import '@sdc/toolkit'", 'layer-files'],
  ['packages/test-kit/src/a.ts', "import '@sdc/datasets'", 'layer-test-kit'],
  ['packages/testing/src/a.ts', "import '@sdc/methods-noise'", 'layer-testing'],
  ['packages/inspect/src/a.ts', "import '@sdc/release'", 'layer-inspect'],
  ['packages/tables/src/a.ts', "import '@sdc/release'", 'layer-tables'],
  ['packages/search/src/a.ts', "import '@sdc/release'", 'layer-search'],
  ['packages/release/src/a.ts', "import '@sdc/standard'", 'layer-release'],
  ['packages/workflow/src/a.ts', "import '@sdc/standard'", 'layer-workflow'],
  ['packages/standard/src/a.ts', "import '@sdc/engine'", 'layer-standard'],
  ['apps/cli/src/a.ts', "import '@sdc/methods-noise'", 'layer-apps'],
  ['packages/engine/src/b.ts', "import './partitions.js'", 'partitions-apart'],
  ['apps/web/src/d.ts', "import '@sdc/engine/partitions'", 'partitions-apart'],
  ['packages/launch-bullmq/src/a.ts', "import '@sdc/files'", 'layer-launch'],
  ['apps/web/src/a.ts', "export const x = import('@sdc/files/parquet')", 'optional'],
  ['apps/cli/src/b.ts', "import '@sdc/files/parquet'", 'optional-lazily'],
  ['apps/web/src/b.ts', "export const x = import('@sdc/launch-bullmq')", 'optional'],
  ['apps/cli/src/c.ts', "import '@sdc/launch-bullmq'", 'optional-lazily'],
  ['packages/launch-slurm/src/a.ts', "import '@sdc/files'", 'layer-launch'],
  ['apps/web/src/c.ts', "export const x = import('@sdc/launch-slurm')", 'optional'],
  ['apps/cli/src/d.ts', "import '@sdc/launch-slurm'", 'optional-lazily'],
  ['packages/tabular/src/a.ts', "import '../../../apps/cli/src/index.js'", 'no-apps'],
  ['packages/tabular/src/b.ts', "import '../../stats/src/inner.js'", 'entry-only'],
  [
    'packages/tabular/src/c.ts',
    "import { readFileSync } from 'node:fs'\nexport const x = readFileSync",
    'browser-safe',
  ],
  ['packages/tabular/src/d.ts', "import './e.js'", 'no-circular'],
  ['packages/tabular/src/f.ts', "import './g.test.js'", 'no-tests'],
  ['packages/tabular/src/h.ts', "import './nowhere.js'", 'not-resolved'],
  ['packages/tabular/src/i.ts', "import 'only-dev'", 'no-dev-dependency'],
  ['packages/tabular/src/j.ts', "import 'not-listed'", 'no-dev-dependency'],
  ['packages/files/src/csv/a.ts', "import '../node.js'", 'browser-safe-files'],
]

/** Allowed imports similar to forbidden ones; none may be reported. */
const allowed: readonly (readonly [file: string, code: string])[] = [
  ['packages/stats/src/ok.ts', "import '@sdc/core'"],
  ['packages/methods-noise/src/ok.ts', "import '@sdc/core'\nimport '@sdc/stats'\nimport './index.js'"],
  [
    'packages/methods-noise/src/ok.test.ts',
    "import '@sdc/test-kit'\nimport '@sdc/standard'\nimport 'node:fs'\nimport '@sdc/testing/data'",
  ],
  ['packages/toolkit/src/ok.ts', "import '@sdc/stats'"],
  ['packages/methods-swapping/src/ok.ts', "import '@sdc/toolkit'"],
  ['packages/test-kit/src/ok.ts', "import '@sdc/engine'"],
  ['packages/workflow/src/ok.ts', "import '@sdc/release'\nimport '@sdc/engine'"],
  ['packages/standard/src/ok.ts', "import '@sdc/methods-noise'\nimport '@sdc/metrics'"],
  ['packages/files/src/node.ts', "import 'node:fs'"],
  ['packages/files/src/parquet/ok.ts', "import 'node:fs'\nimport '@sdc/core'"],
  ['packages/release/src/ok.ts', "import '@sdc/search'\nimport '@sdc/inspect'"],
  ['packages/launch-bullmq/src/ok.ts', "import 'node:fs'\nimport '@sdc/engine/node'"],
  ['packages/launch-slurm/src/ok.ts', "import 'node:fs'\nimport '@sdc/engine/node'"],
  [
    'apps/cli/src/lazy.ts',
    "import type { x } from '@sdc/files/parquet'\nexport const y = (): Promise<x> => import('@sdc/files/parquet')",
  ],
  ['packages/tabular/src/ok.ts', "import 'listed'"],
  ['packages/tabular/src/ok.test.ts', "import 'only-dev'"],
  ['apps/cli/src/ok.ts', "import '@sdc/standard'\nimport '@sdc/files/node'\nimport 'node:fs'"],
  ['apps/cli/src/entry.ts', "import '@sdc/datasets/census'"],
]

const packages = [
  'core',
  'stats',
  'toolkit',
  'rules',
  'methods-noise',
  'methods-swapping',
  'reverse-map',
  'metrics',
  'optimize',
  'engine',
  'test-kit',
  'datasets',
  'standard',
  'tabular',
  'files',
  'inspect',
  'tables',
  'search',
  'release',
  'launch-bullmq',
  'launch-slurm',
  'workflow',
]

interface Violation {
  readonly from: string
  readonly rule: { readonly name: string }
}

describe('the rules of allowed imports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-layers-'))
  let violations: readonly Violation[] = []

  beforeAll(async () => {
    for (const name of packages) put(`packages/${name}/src/index.ts`, 'export const x = 1')
    put('apps/cli/src/index.ts', 'export const x = 1')
    put('packages/datasets/src/census.ts', 'export const x = 1')
    put('packages/files/src/parquet.ts', 'export const x = 1')
    put('packages/engine/src/node.ts', 'export const x = 1')
    put('packages/engine/src/partitions.ts', 'export const x = 1')
    put('packages/stats/src/inner.ts', 'export const x = 1')
    put('packages/tabular/src/g.test.ts', 'export const x = 1')
    put('packages/testing/src/data.ts', 'export const x = 1')
    put('packages/tabular/src/e.ts', "import './d.js'")
    put('package.json', '{}')
    put(
      'packages/tabular/package.json',
      '{ "dependencies": { "listed": "1" }, "devDependencies": { "only-dev": "1" } }',
    )
    for (const name of ['listed', 'only-dev', 'not-listed'])
      put(`packages/tabular/node_modules/${name}/index.js`, 'export const x = 1')
    put('tsconfig.base.json', readFileSync(join(root, 'tsconfig.base.json'), 'utf8'))
    put('tsconfig.json', readFileSync(join(root, 'tsconfig.json'), 'utf8'))
    for (const [file, code] of [...forbidden, ...allowed]) put(file, code)
    violations = await cruise(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function put(file: string, code: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), code)
  }

  it.each(forbidden)('reports %s with %j (%s)', (file, _code, rule) => {
    expect(violations.filter(({ from }) => from === file).map((violation) => violation.rule.name)).toContain(rule)
  })

  it.each(allowed)('allows %s with %j', (file) => {
    expect(violations.filter(({ from }) => from === file)).toEqual([])
  })

  it('reports the layer of each only once', () => {
    const layers = violations
      .filter(({ rule }) => rule.name.startsWith('layer-'))
      .map(({ from, rule }) => `${from} ${rule.name}`)
    expect(layers.sort()).toEqual(
      [
        ...forbidden.filter(([, , rule]) => rule.startsWith('layer-')).map(([file, , rule]) => `${file} ${rule}`),
        'packages/tabular/src/a.ts layer-members',
      ].sort(),
    )
  })

  it('have a proof each, and say where the code belongs', async () => {
    const { default: config } = (await import(join(root, 'tooling/dependency-cruiser.cjs'))) as {
      default: { forbidden: readonly { name: string; comment: string }[] }
    }
    const proved = new Set(forbidden.map(([, , rule]) => rule))
    expect(config.forbidden.map(({ name }) => name).filter((name) => !proved.has(name))).toEqual([])
    for (const { comment } of config.forbidden)
      expect(comment).toMatch(/belongs|never|may import|leads nowhere|imported by its name|imports core|of its own/)
  })
})

function cruise(folder: string): Promise<readonly Violation[]> {
  const args = [
    program,
    '--config',
    join(root, 'tooling/dependency-cruiser.cjs'),
    '--output-type',
    'json',
    'packages',
    'apps',
  ]
  return new Promise((resolve, reject) => {
    // The exit status is the number of violations; output shows that it ran at all.
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      try {
        resolve((JSON.parse(stdout) as { summary: { violations: readonly Violation[] } }).summary.violations)
      } catch {
        reject(error ?? new Error(stderr))
      }
    })
  })
}
