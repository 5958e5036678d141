import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRng } from '@sdc/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram } from '@sdc/testing/bundled-program'
import { peopleCsv, sdc } from '../cli.fixture.js'
import { killAndResume, runThrough } from './kill-and-resume.fixture.js'

const root = mkdtempSync(join(tmpdir(), 'sdc-frontier-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
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
function asked(folder: string, workers: number, ...more: readonly string[]): string[] {
  const methods = ['--methods', 'noise/additive', '--generations', '0', '--seed', '3']
  const width = ['--workers', String(workers)]
  return ['frontier', data, '--columns', 'income', ...methods, ...width, '-o', join(root, folder), ...more]
}
const textsIn = (folder: string): string[] => written.map((name) => readFileSync(join(root, folder, name), 'utf8'))
/** The outcomes of the tasks, one per line. */
const linesIn = (folder: string): number => readFileSync(join(root, folder, 'outcomes.log'), 'utf8').split('\n').length
const started = /searching/

describe('a search', () => {
  it('gives the same bytes killed and gone on with by more workers and by fewer, and does no task again', async () => {
    const first = await runThrough({ argv: [program, ...asked('whole', 1)], started })
    expect(first.status, first.output).toBe(0)
    const all = sizeOf('whole')
    const rng = seededRng('kills of a search')
    let kills = 0
    // What ends before it was killed says nothing: another is begun.
    for (let round = 1; kills < 2; round++) {
      const folder = `killed-${round}`
      const ended = await killAndResume({
        argv: (start) => [program, ...asked(folder, [2, 3, 1][start], '--resume')],
        share: 0.3,
        started,
        takes: first.worked,
        done: () => sizeOf(folder) / all,
        kills: 2,
        rng,
      })
      kills += ended.kills
      expect(ended.status, ended.output).toBe(0)
      expect(textsIn(folder)).toEqual(textsIn('whole'))
      expect(linesIn(folder)).toBe(linesIn('whole'))
      expect(statSync(join(root, folder, 'outcomes.log')).mode & 0o777).toBe(0o600)
    }
  }, 600_000)

  it('makes by its plan the file that it measured, and is not begun twice in a folder', async () => {
    const made = join(root, 'made.csv')
    const run = await sdc('run', join(root, 'whole/chosen-plan.yaml'), '-o', made)
    expect([run.stderr, run.status]).toEqual([expect.any(String), 0])
    expect(readFileSync(made, 'utf8').split('\n').length).toBe(readFileSync(data, 'utf8').split('\n').length)
    const refused = async (argv: readonly string[], message: RegExp): Promise<void> => {
      const { status, stderr } = await sdc(...argv)
      expect([status, stderr]).toEqual([2, expect.stringMatching(message)])
    }
    await refused(asked('whole', 1), /has the results of an earlier run/)
    const again = asked('whole', 1, '--resume')
    const seed = again.map((arg) => (arg === '3' ? '4' : arg))
    await refused(seed, /WRONG_INPUT: .*results of other work: seed: "3" then, "4" now/)
    const columns = again.map((arg) => (arg === 'income' ? 'tax' : arg))
    await refused(columns, /columns: income then, tax now/)
  })
})

function sizeOf(folder: string): number {
  try {
    return statSync(join(root, folder, 'outcomes.log')).size
  } catch {
    return 0
  }
}
