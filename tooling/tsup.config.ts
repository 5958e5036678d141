import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsup'
import { pureInitialisers } from './pure-initialisers.js'

/** The one build of every package and app; a package runs it as `tsup --config ../../tooling/tsup.config.ts`. */
export default defineConfig({
  entry: ['index', 'distributions', 'node', 'census', 'eia', 'workers', 'worker', 'tables', 'cli']
    .map((name) => `src/${name}.ts`)
    .filter((file) => existsSync(file)),
  format: ['esm'],
  target: 'es2022',
  dts: !existsSync('src/cli.ts'),
  tsconfig: fileURLToPath(new URL('./tsconfig.build.json', import.meta.url)),
  clean: true,
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
