import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { boundImports } from './packages/testing/src/bound-imports.js'
import { sources } from './packages/testing/src/sources.js'

const root = fileURLToPath(new URL('.', import.meta.url))

/** What each kind of test needs; a file says its kind by its suffix, `*.process.test.ts`. A file without one is a unit test. */
const kinds = [
  // Unit tests that replace a module, which no other test may see replaced.
  'alone',
  // Commands of the command line, in this process.
  'cli',
  // Every method, metric, attack and table method once, by the conformance suite; and the suite on plugins at fault.
  'conformance',
  // Kills, crashes, workers, launchers: processes, threads, servers.
  'process',
  // What is published, installed or generated: builds, bundles, packed packages, plugins of newcomers.
  'packaging',
  // Papers, other programs' files, bytes on census.csv.
  'reference',
  // Random plans and statistical laws over many replicates.
  'soak',
  // The page and the reports in Chromium and Firefox.
  'browser',
] as const

const bound = boundImports(root)

const options = {
  setupFiles: ['packages/testing/src/properties.setup.ts', 'packages/testing/src/keys.setup.ts'],
  // For tests that hang: a machine that does other work may take ten times as long.
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

/** Later compilation: most of what runs here runs for a moment. Long tests make objects by the million, which a larger young space holds. */
const execArgvOf = (kind: string): string[] => [
  `--max-semi-space-size=${['process', 'reference', 'soak'].includes(kind) ? 64 : 16}`,
  '--interrupt-budget=200000',
]

const files = (suffix: string): string[] => [`{packages,apps}/*/src/**/*${suffix}`, `tooling/**/*${suffix}`]

const project = (name: string, include: string[], more: object = {}) => ({
  // Tests run on the sources: `@sdc/…` is `packages/…/src/index.ts`.
  plugins: [bound],
  resolve: { alias: sources.map(([find, source]) => ({ find, replacement: root + source })) },
  // One process loads the sources once for all files: modules hold no state.
  test: { ...options, execArgv: execArgvOf(name), name, include, isolate: false, ...more },
})

export default defineConfig({
  test: {
    // Vitest leaves one core free, of two every second one.
    maxWorkers: availableParallelism(),
    experimental: { fsModuleCache: true },
    projects: [
      project('unit', files('.test.ts'), { exclude: kinds.flatMap((kind) => files(`.${kind}.test.ts`)) }),
      ...kinds.map((kind) => project(kind, files(`.${kind}.test.{ts,mjs}`), kind === 'alone' ? { isolate: true } : {})),
    ],
  },
})
