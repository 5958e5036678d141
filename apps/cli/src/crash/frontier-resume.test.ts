import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRng } from '@sdc/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram } from '../../../../tooling/testing/bundled-program.js'
import { peopleCsv, sdc } from '../cli.fixture.js'
import { killAndResume, runThrough } from './kill-and-resume.fixture.js'

const root = mkdtempSync(join(tmpdir(), 'sdc-frontier-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const KILLS = 10
/** In turn: what a kill leaves on the disk is of the main process, at any width. */
const WIDTHS = [2, 1, 3, 1]
const written = [
  'frontier.csv',
  'frontier.json',
  'map.svg',
  'map.html',
  'verdict.txt',
  'chosen-plan.yaml',
  'report.INTERNAL.html',
]
const data = join(root, 'people.csv')
let program = ''

beforeAll(async () => {
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(data, peopleCsv())
  program = await bundledProgram('apps/cli/src/cli.ts', join(root, 'sdc.mjs'))
  // Beside the program: what its threads are, and where they look for the plugins.
  await bundledProgram('packages/engine/src/worker.ts', join(root, 'worker.js'))
  const standard = join(root, 'node_modules/@sdc/standard')
  mkdirSync(standard, { recursive: true })
  await bundledProgram('packages/standard/src/index.ts', join(standard, 'index.js'))
  writeFileSync(join(standard, 'package.json'), '{"name":"@sdc/standard","type":"module","main":"index.js"}')
})

/** One column: the search of several is the same whatever the order of its runs, too, which its own tests show. */
function wordsOf(folder: string, workers: number, ...more: readonly string[]): string[] {
  const methods = ['--methods', 'noise/additive', '--generations', '1', '--seed', '3']
  const width = ['--workers', String(workers)]
  return ['frontier', data, '--columns', 'income', ...methods, ...width, '-o', join(root, folder), ...more]
}
const argvOf = (...of: Parameters<typeof wordsOf>): string[] => [program, ...wordsOf(...of)]
const textsIn = (folder: string): string[] => written.map((name) => readFileSync(join(root, folder, name), 'utf8'))
const started = /searching/

describe('a search', () => {
  it('gives the same bytes with one worker as with 1, 2 and 3 in turn, killed at a random moment ten times and gone on with', async () => {
    const first = await runThrough({ argv: argvOf('workers-1', 1), started })
    expect(first.status, first.output).toBe(0)
    const all = sizeOf(join(root, 'workers-1/outcomes.log'))
    const rng = seededRng('kills of a search')
    let kills = 0
    const kept: number[] = []
    // What ends before it was killed ten times says nothing of the other kills: another is begun.
    for (let round = 1; kills < KILLS; round++) {
      const folder = `killed-${round}`
      const ended = await killAndResume({
        // Each start goes on with another width than the one before it.
        argv: (start) => argvOf(folder, WIDTHS[start % WIDTHS.length], '--resume'),
        share: 0.15,
        started,
        takes: first.worked,
        done: () => sizeOf(join(root, folder, 'outcomes.log')) / all,
        kills: KILLS - kills,
        rng,
        killed: () => kept.push(sizeOf(join(root, folder, 'outcomes.log'))),
      })
      kills += ended.kills
      expect(ended.status, ended.output).toBe(0)
      expect(textsIn(folder)).toEqual(textsIn('workers-1'))
      expect(statSync(join(root, folder, 'outcomes.log')).mode & 0o777).toBe(0o600)
    }
    // Not all of them before the first outcome.
    expect(kept.filter((size) => size > 2000).length).toBeGreaterThanOrEqual(3)
  }, 600_000)

  it('makes by its plan the file that it measured, and is not begun twice in a folder', async () => {
    const made = join(root, 'made.csv')
    const run = await sdc('run', join(root, 'workers-1/chosen-plan.yaml'), '-o', made)
    expect(run.status, run.stderr).toBe(0)
    expect(readFileSync(made, 'utf8').split('\n').length).toBe(readFileSync(data, 'utf8').split('\n').length)
    const again = await sdc(...wordsOf('workers-1', 1))
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('has the results of an earlier run')])
    const other = wordsOf('workers-1', 1, '--resume').map((word) => (word === '3' ? '4' : word))
    const refused = await sdc(...other)
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/WRONG_INPUT: .*results of other work: seed: "3" then, "4" now/),
    ])
    const columns = wordsOf('workers-1', 1, '--resume').map((word) => (word === 'income' ? 'tax' : word))
    const elsewhere = await sdc(...columns)
    expect([elsewhere.status, elsewhere.stderr]).toEqual([2, expect.stringMatching(/columns: income then, tax now/)])
  })
})

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
