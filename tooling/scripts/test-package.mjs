// Runs tests of the package or app in the current folder: `node ../../tooling/scripts/test-package.mjs KIND…`, with the
// kinds of vitest.config.ts. In the root, it runs them in every package and in tooling/. Writes the results to .vitest/
// for results.mjs.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './build.mjs'

const kinds = process.argv.slice(2)
const folder = relative(root, process.cwd())
const results = join(process.cwd(), '.vitest', `${kinds[0]}.json`)
const started = performance.now()
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...kinds.flatMap((kind) => ['--project', kind]),
    '--reporter=minimal',
    '--reporter=json',
    `--outputFile.json=${results}`,
    '--passWithNoTests',
    // turbo runs one package per core; a second worker would load the sources again.
    ...(folder === '' ? [] : ['--maxWorkers=1']),
    ...(folder === '' ? [] : [`${folder}/`]),
  ],
  { cwd: root, encoding: 'utf8', maxBuffer: 1e9 },
)
if (status !== 0) console.log(stdout + stderr)
const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(results, 'utf8'))
const seconds = ((performance.now() - started) / 1000).toFixed(0)
console.log(`${folder || kinds.join(', ')}: ${passed} passed, ${failed} failed (${seconds} s)`)
process.exitCode = status ?? 1
