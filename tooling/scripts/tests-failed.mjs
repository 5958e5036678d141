// node tests-failed.mjs SUMMARY OUT: from the JSON that vitest writes of a run, prints `PASSED FAILED`, and writes to OUT the
// name of each test that failed, or file that could not be loaded, with the first lines of why.
import { readFileSync, writeFileSync } from 'node:fs'

const [summaryPath, outPath] = process.argv.slice(2)
const summary = JSON.parse(readFileSync(summaryPath, 'utf8'))

const LINES = 12
const CHARACTERS = 300
// Colours mean nothing in a file.
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const shortened = (text) =>
  text
    .replace(COLOURS, '')
    .split('\n')
    .slice(0, LINES)
    .map((line) => `    ${line.slice(0, CHARACTERS)}`)
    .join('\n')

const failures = summary.testResults.flatMap((file) => {
  const tests = file.assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${file.name}\n  ${test.fullName}\n${shortened(test.failureMessages.join('\n'))}`)
  return tests.length === 0 && file.status === 'failed' ? [`${file.name}\n${shortened(file.message ?? '')}`] : tests
})
writeFileSync(outPath, failures.map((failure) => `${failure}\n`).join(''))
console.log(summary.numPassedTests, summary.numFailedTests)
