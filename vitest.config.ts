import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Tests run on the sources: `@sdc/name` is `packages/name/src/index.ts`. Only tests of packed packages and of the command line use builds. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@sdc\/stats\/distributions$/, replacement: `${root}packages/stats/src/distributions.ts` },
      { find: /^@sdc\/datasets\/(census|eia)$/, replacement: `${root}packages/datasets/src/$1.ts` },
      { find: /^@sdc\/io\/node$/, replacement: `${root}packages/io/src/node.ts` },
      { find: /^@sdc\/engine\/workers$/, replacement: `${root}packages/engine/src/workers.ts` },
      { find: /^@sdc\/([\w-]+)$/, replacement: `${root}packages/$1/src/index.ts` },
    ],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tooling/**/*.test.ts'],
    setupFiles: ['tooling/testing/properties.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
})
