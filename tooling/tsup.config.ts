import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsup'
import { pureInitialisers } from './pure-initialisers.js'

/**
 * The one build of every package and app: it makes what runs. Declarations, which nobody needs who only runs it, are made for all packages at
 * once by `scripts/declarations.mjs`.
 */
export default defineConfig(() => ({
  // `random/words` is no entry for users: it is so kept out of the file that everybody loads, since seedrandom, which it needs, does not say
  // that it may be left out.
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
  // Dependencies of a package are imported. What it needs only to be built is bundled: private packages, and for the command line those that
  // would slow its start.
  external: dependenciesHere().map((name) => new RegExp(`^${name}(/|$)`)),
  format: ['esm'],
  target: 'es2022',
  tsconfig: fileURLToPath(new URL('./tsconfig.build.json', import.meta.url)),
  // The declarations are of the other task.
  clean: ['!**/*.d.ts'],
  sourcemap: false,
  splitting: true,
  treeshake: true,
  // Of the package that is built: esbuild keeps the folder of the first, where one process builds several.
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

/** Names of the packages on which the package in this folder depends. */
function dependenciesHere(): string[] {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Partial<
    Record<'dependencies' | 'peerDependencies', Record<string, string>>
  >
  return Object.keys({ ...dependencies, ...peerDependencies })
}
