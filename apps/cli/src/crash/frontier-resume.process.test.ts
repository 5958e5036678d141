import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRng } from '@sdc/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram } from '@sdc/testing/bundled-program'
import { peopleCsv } from '../cli.fixture.js'
import { killAndResume, runThrough } from './kill-and-resume.fixture.js'

const root = mkdtempSync(join(tmpdir(), 'sdc-frontier-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const KILLS = 10
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
function argvOf(folder: string, workers: number, ...more: readonly string[]): string[] {
  const methods = ['--methods', 'noise/additive', '--generations', '1', '--seed', '3']
  const width = ['--workers', String(workers)]
  return [program, 'frontier', data, '--columns', 'income', ...methods, ...width, '-o', join(root, folder), ...more]
}
const textsIn = (folder: string): string[] => written.map((name) => readFileSync(join(root, folder, name), 'utf8'))
const started = /searching/

describe('a search', () => {
  it('gives the same bytes with 1, 2 and 3 workers, and killed at a random moment ten times and gone on with', async () => {
    const first = await runThrough({ argv: argvOf('workers-1', 1), started })
    expect(first.status, first.output).toBe(0)
    const all = sizeOf(join(root, 'workers-1/outcomes.log'))
    const rng = seededRng('kills of a search')
    let kills = 0
    const kept: number[] = []
    // What ends before it was killed ten times says nothing of the other kills: another is begun, with another width.
    for (let round = 1; kills < KILLS || round <= 2; round++) {
      const folder = `killed-${round}`
      const ended = await killAndResume({
        argv: argvOf(folder, 1 + (round % 3), '--resume'),
        share: 0.3,
        started,
        takes: first.worked,
        done: () => sizeOf(join(root, folder, 'outcomes.log')) / all,
        // Some are left for the second width.
        kills: round === 1 ? KILLS - 3 : KILLS - kills,
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
    const run = await runThrough({
      argv: [program, 'run', join(root, 'workers-1/chosen-plan.yaml'), '-o', made],
      started,
    })
    expect(run.status, run.output).toBe(0)
    expect(readFileSync(made, 'utf8').split('\n').length).toBe(readFileSync(data, 'utf8').split('\n').length)
    const again = await runThrough({ argv: argvOf('workers-1', 1), started })
    expect([again.status, again.output]).toEqual([2, expect.stringContaining('has the results of an earlier run')])
    const other = argvOf('workers-1', 1, '--resume').map((arg) => (arg === '3' ? '4' : arg))
    const refused = await runThrough({ argv: other, started })
    expect([refused.status, refused.output]).toEqual([
      2,
      expect.stringMatching(/WRONG_INPUT: .*results of other work: seed: "3" then, "4" now/),
    ])
    const columns = argvOf('workers-1', 1, '--resume').map((arg) => (arg === 'income' ? 'tax' : arg))
    const elsewhere = await runThrough({ argv: columns, started })
    expect([elsewhere.status, elsewhere.output]).toEqual([2, expect.stringMatching(/columns: income then, tax now/)])
  })
})

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
