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
  setupFiles: ['tooling/testing/properties.setup.ts', 'tooling/testing/keys.setup.ts'],
  // For what hangs: a machine that does other work may take ten times as long.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Young objects that tests make by the million are collected less often: a sixth of the CPU time of the metrics' tests. And what runs
  // for a moment is not compiled for ever: a function is looked at after three times as much work, which saves a twelfth.
  execArgv: ['--max-semi-space-size=64', '--interrupt-budget=200000'],
}
/** These replace a module for their tests, which others must not see replaced. */
const replacing = ['packages/stats/src/{decimals,distributions,neighbours}/**/*.test.ts']

/** Ten seconds and more each, the dearest first: begun last, one would keep a core while the others have nothing left to do. */
const dearest = [
  'packages/standard/src/standard.test.ts',
  'apps/cli/src/crash/frontier-resume.test.ts',
  'packages/workflow/src/frontier/frontier.test.ts',
  'apps/cli/src/bad-inputs/bad-inputs.test.ts',
  'tooling/gen.test.ts',
  'packages/scale/src/same-bytes.test.ts',
  'tooling/newcomers.test.ts',
  'tooling/example-plugin.test.ts',
  'packages/launch-slurm/src/cluster-run.test.ts',
  'apps/cli/src/parts/workers.test.ts',
  'apps/bench/src/main.test.ts',
  'packages/standard/src/engine/workers.test.ts',
  'apps/cli/src/crash/kills.test.ts',
  'apps/cli/src/crash/resume.test.ts',
  'packages/standard/src/shared-streams.test.ts',
  'apps/cli/src/commands/census.test.ts',
  'packages/scale/src/killed.test.ts',
  'packages/standard/src/census-bytes.test.ts',
  'packages/launch-bullmq/src/queued-run.test.ts',
  'packages/test-kit/src/method/check-method.test.ts',
  'tooling/readme.test.ts',
  'tooling/consumer.test.ts',
  'apps/cli/src/crash/processes.test.ts',
  'apps/bench/src/papers/paper-001/paper-001.test.ts',
  'packages/services/src/camouflage.test.ts',
  // Where the files are that no clone has.
  'packages/methods-coding/src/k-anonymous/lattice-reference.test.ts',
  'apps/cli/src/commands/anonymize.test.ts',
  'apps/cli/src/commands/inspect.test.ts',
  'packages/standard/src/local-suppression-reference.test.ts',
]

class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = dearest.findIndex((file) => moduleId === root + file)
      return at < 0 ? dearest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
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
