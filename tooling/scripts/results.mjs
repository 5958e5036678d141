// Counts the results of turbo's last runs: passed and failed tests, and other steps, each as one. As a program, prints
// them for all runs in .turbo/runs: `N passed, N failed`, with exit status 1 if anything failed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './build.mjs'

const RUNS = join(root, '.turbo/runs')
const LINES = 12
const CHARACTERS = 300
// Escape sequences for colours, which are removed in a file.
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/**
 * Adds up the results since a moment.
 *
 * @param {number} since - Milliseconds since 1970.
 * @returns {{ passed: number, failed: number, failures: string[] }} Counts, and each failure with the first lines of
 *   its message.
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
  // A task that never began failed because of a dependency, which is counted.
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
    // A file that cannot be loaded has no failing test.
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
