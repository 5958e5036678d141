import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { sources } from './tooling/testing/sources.js'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Tests run on the sources: `@sdc/name` is `packages/name/src/index.ts`. Only tests of packed packages and of the command line use builds. */
export default defineConfig({
  resolve: {
    alias: sources.map(([find, source]) => ({ find, replacement: root + source })),
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tooling/**/*.test.ts'],
    setupFiles: ['tooling/testing/properties.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
})
