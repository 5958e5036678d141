import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
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
  // For what hangs: a machine that does other work may take ten times as long.
  testTimeout: 180_000,
  hookTimeout: 180_000,
}
/** These replace a module for their tests, which others must not see replaced. */
const replacing = ['packages/stats/src/{decimals,distributions,neighbours}/**/*.test.ts']

/** Half a minute and more each: begun last, one would keep a core while the others have nothing left to do. */
const dearest = [
  'packages/standard/src/standard.test.ts',
  'apps/cli/src/crash/frontier-resume.test.ts',
  'packages/workflow/src/frontier/frontier.test.ts',
  'tooling/gen.test.ts',
  'apps/bench/src/main.test.ts',
  'apps/cli/src/bad-inputs/bad-inputs.test.ts',
]

class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isDear = ({ moduleId }: TestSpecification): boolean => dearest.some((file) => moduleId === root + file)
    const sorted = await super.sort(files)
    return [...sorted.filter(isDear), ...sorted.filter((file) => !isDear(file))]
  }
}

/** Only tests of packed packages and of the command line use builds. */
export default defineConfig({
  test: {
    // Vitest leaves one core free, of two every second one.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: DearestFirst },
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
