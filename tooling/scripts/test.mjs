// `pnpm test` runs the unit, command-line and conformance tests of every package, `pnpm test:all` every kind of test. A
// package with unchanged sources and dependencies is not tested again, since turbo keeps its results.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from './build.mjs'
import { results } from './results.mjs'

const all = process.argv.includes('--all')
const tasks = all ? ['test', 'test:slow', 'test:packaging', 'test:browser'] : ['test']
const started = Date.now()
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/turbo/bin/turbo'),
    'run',
    ...tasks,
    `--concurrency=${availableParallelism()}`,
    '--continue',
    '--summarize',
    '--output-logs=new-only',
    '--log-prefix=none',
    '--log-order=grouped',
  ],
  {
    cwd: root,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
    stdio: 'inherit',
  },
)
const { passed, failed, failures } = results(started)
for (const failure of failures) console.log(failure)
console.log(
  `tests of ${all ? 'every kind' : 'units, commands and conformance'}, ${((Date.now() - started) / 1000).toFixed(0)} s`,
)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : (status ?? 1)
