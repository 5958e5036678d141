import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsup'
import { pureInitialisers } from './pure-initialisers.js'

/**
 * The one build of every package and app. A package runs it twice: `tsup --config ../../tooling/tsup.config.ts` makes what runs, in
 * a second; with `--dts-only` its declarations, which take ten times as long, and which nobody needs who only runs it.
 */
export default defineConfig({
  entry: ['index', 'distributions', 'node', 'census', 'eia', 'workers', 'worker', 'tables', 'cli']
    .map((name) => `src/${name}.ts`)
    .filter((file) => existsSync(file)),
  format: ['esm'],
  target: 'es2022',
  tsconfig: fileURLToPath(new URL('./tsconfig.build.json', import.meta.url)),
  // The declarations are of the other run.
  clean: ['!**/*.d.ts'],
  sourcemap: false,
  splitting: true,
  treeshake: true,
  plugins: [
    {
      name: 'pure-initialisers',
      renderChunk: (code) => ({ code: pureInitialisers(code) }),
    },
  ],
})
