import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { boundImports } from './packages/testing/src/bound-imports.js'
import { sources } from './packages/testing/src/sources.js'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * Kinds of tests with their requirements. A file declares its kind by its suffix, `*.process.test.ts`; a file without
 * one is a unit test.
 */
const kinds = [
  // Unit tests that mock a module, isolated from other tests.
  'alone',
  // Commands of the command line, in this process.
  'cli',
  // Every method, metric, attack and table method once, by the conformance suite; and the suite on invalid plugins.
  'conformance',
  // Kills, crashes, workers, launchers: processes, threads, servers.
  'process',
  // Published, installed or generated files: builds, bundles, packed packages, plugins of newcomers.
  'packaging',
  // Papers, files of other programs, bytes on census.csv.
  'reference',
  // Random plans, and statistical distributions over many replicates.
  'soak',
  // The page and the reports in Chromium and Firefox.
  'browser',
] as const

const bound = boundImports(root)

const options = {
  setupFiles: ['packages/testing/src/properties.setup.ts', 'packages/testing/src/keys.setup.ts'],
  // For hanging tests: a busy machine may take ten times as long.
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

/**
 * Compilation is delayed, since most code here runs briefly. Long tests create millions of objects, for which a larger
 * young generation has room.
 */
const execArgvOf = (kind: string): string[] => [
  `--max-semi-space-size=${['process', 'reference', 'soak'].includes(kind) ? 64 : 16}`,
  '--interrupt-budget=200000',
]

const files = (suffix: string): string[] => [`{packages,apps}/*/src/**/*${suffix}`, `tooling/**/*${suffix}`]

const project = (name: string, include: string[], more: object = {}) => ({
  // Tests run on the sources: `@sdc/…` is `packages/…/src/index.ts`.
  plugins: [bound],
  resolve: { alias: sources.map(([find, source]) => ({ find, replacement: root + source })) },
  // One process loads the sources once for all files, since modules have no state.
  test: { ...options, execArgv: execArgvOf(name), name, include, isolate: false, ...more },
})

export default defineConfig({
  test: {
    // Vitest leaves one core free, which would be every second one of two.
    maxWorkers: availableParallelism(),
    experimental: { fsModuleCache: true },
    projects: [
      project('unit', files('.test.ts'), { exclude: kinds.flatMap((kind) => files(`.${kind}.test.ts`)) }),
      ...kinds.map((kind) => project(kind, files(`.${kind}.test.{ts,mjs}`), kind === 'alone' ? { isolate: true } : {})),
    ],
  },
})
