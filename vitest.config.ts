import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { boundImports } from './tooling/testing/bound-imports.js'
import { sources } from './tooling/testing/sources.js'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Tests run on the sources: `@sdc/name` is `packages/name/src/index.ts`. */
const shared = {
  plugins: [boundImports(root)],
  resolve: {
    alias: sources.map(([find, source]) => ({ find, replacement: root + source })),
  },
}
const options = {
  setupFiles: ['tooling/testing/properties.setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 180_000,
}
/** These replace a module for their tests, which others must not see replaced. */
const replacing = ['packages/stats/src/{decimals,distributions,neighbours}/**/*.test.ts']

/** Only tests of packed packages and of the command line use builds. */
export default defineConfig({
  test: {
    // One more than cores, since a fifth of the time the tests of programs wait for processes. Vitest itself leaves one core free.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        ...shared,
        test: {
          ...options,
          name: 'together',
          include: ['{packages,apps}/*/src/**/*.test.ts', 'tooling/**/*.test.ts'],
          exclude: replacing,
          // One process loads the sources once for all files, which takes a third of the time away: modules hold no state.
          isolate: false,
        },
      },
      { ...shared, test: { ...options, name: 'alone', include: replacing } },
    ],
  },
})
