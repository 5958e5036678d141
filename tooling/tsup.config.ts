import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsup'
import { pureInitialisers } from './pure-initialisers.js'

/**
 * Build of the code of every package and app. Declarations, which running needs not, are made for all packages together
 * by `scripts/declarations.mjs`.
 */
export default defineConfig(() => ({
  // `random/words` is an internal entry, so that the common file excludes it: its dependency seedrandom is not marked
  // as free of side effects.
  entry: [
    'index',
    'internal',
    'distributions',
    'trees',
    'node',
    'xlsx',
    'formats',
    'census',
    'eia',
    'workers',
    'worker',
    'web-workers',
    'partitions',
    'parquet',
    'looks',
    'release',
    'reports',
    'tables',
    'records',
    'tasks',
    'attacks',
    'search',
    'permutations',
    'needed',
    'cli',
    'random/words',
  ]
    .map((name) => `src/${name}.ts`)
    .filter((file) => existsSync(file)),
  // Dependencies of a package are imported. Build-time dependencies are bundled: private packages, and for the command
  // line those that would slow down its start.
  external: dependenciesHere().map((name) => new RegExp(`^${name}(/|$)`)),
  format: ['esm'],
  target: 'es2022',
  tsconfig: fileURLToPath(new URL('./tsconfig.build.json', import.meta.url)),
  // The other task writes the declarations.
  clean: ['!**/*.d.ts'],
  sourcemap: false,
  splitting: true,
  treeshake: true,
  // Folder of the package; esbuild otherwise keeps the first one if one process builds several.
  esbuildOptions: (options) => {
    options.absWorkingDir = process.cwd()
  },
  plugins: [
    {
      name: 'pure-initialisers',
      renderChunk: (code) => ({ code: pureInitialisers(code) }),
    },
  ],
}))

/** Returns the dependencies of the package in the current folder. */
function dependenciesHere(): string[] {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Partial<
    Record<'dependencies' | 'peerDependencies', Record<string, string>>
  >
  return Object.keys({ ...dependencies, ...peerDependencies })
}
