// Results of turbo's last runs: tests that passed and failed, and steps other than tests, each counted as one. As a program, prints them for
// all runs that .turbo/runs has: `N passed, N failed`, and exit status 1 where anything failed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './build.mjs'

const RUNS = join(root, '.turbo/runs')
const LINES = 12
const CHARACTERS = 300
// Colours mean nothing in a file.
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/**
 * Adds up what ran since a moment.
 *
 * @param {number} since milliseconds since 1970
 * @returns {{ passed: number, failed: number, failures: string[] }} counts, and each failure with the first lines of its message
 */
export function results(since = 0) {
  const runs = existsSync(RUNS) ? readdirSync(RUNS).map((file) => read(join(RUNS, file))) : []
  const tasks = runs
    .filter(({ execution }) => execution.startTime >= since)
    .flatMap((run) => run.tasks)
    .filter(({ command }) => command !== '<NONEXISTENT>')
  const all = tasks.map(resultOf)
  const sum = (key) => all.reduce((total, one) => total + one[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), failures: all.flatMap((one) => one.failures) }
}

function resultOf({ taskId, directory, outputs, execution }) {
  // A task that never began failed with what it needs, which is counted.
  const ended = execution?.exitCode
  if (ended === undefined) return { passed: 0, failed: 0, failures: [] }
  const file = outputs?.find((output) => output.startsWith('.vitest/'))
  const tests = file && existsSync(join(root, directory, file)) ? testsOf(read(join(root, directory, file))) : undefined
  const isUnsaid = ended !== 0 && !(tests?.failed > 0)
  return {
    passed: tests?.passed ?? (ended === 0 ? 1 : 0),
    failed: (tests?.failed ?? 0) + (isUnsaid ? 1 : 0),
    failures: [
      ...(tests?.failures ?? []),
      ...(isUnsaid ? [`${taskId} ended with exit status ${ended}; its output says why`] : []),
    ],
  }
}

function testsOf(summary) {
  const failures = summary.testResults.flatMap((file) => {
    const tests = file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file.name}\n  ${test.fullName}\n${shortened(test.failureMessages.join('\n'))}`)
    // A file that cannot be loaded has no test that fails.
    return tests.length === 0 && file.status === 'failed' ? [`${file.name}\n${shortened(file.message ?? '')}`] : tests
  })
  return { passed: summary.numPassedTests, failed: failures.length, failures }
}

function shortened(text) {
  const lines = text.replace(COLOURS, '').split('\n').slice(0, LINES)
  return lines.map((line) => `    ${line.slice(0, CHARACTERS)}`).join('\n')
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed, failures } = results()
  for (const failure of failures) console.log(failure)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}
