import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { seededRng } from '@sdc/core'
import { journalRoot } from '@sdc/engine'
import { openJournal } from '@sdc/io/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram } from '@sdc/testing/bundled-program'
import { killAndResume, runThrough } from './kill-and-resume.fixture.js'

const root = mkdtempSync(join(tmpdir(), 'sdc-resume-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const TASKS = 18
const KILLS = 10
let program = ''
let plugins = ''

beforeAll(async () => {
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  program = await bundledProgram('apps/cli/src/crash/tasks.fixture.ts', join(root, 'tasks.mjs'))
  // Beside the program, where its threads look for what they run.
  await bundledProgram('packages/engine/src/worker.ts', join(root, 'worker.js'))
  plugins = pathToFileURL(
    await bundledProgram('apps/cli/src/crash/tasks-plugins.fixture.ts', join(root, 'plugins.mjs')),
  ).href
})

function folderOf(name: string): string {
  const folder = join(root, name)
  mkdirSync(folder)
  return folder
}
const result = (folder: string): string => readFileSync(join(folder, 'result.json'), 'utf8')
const linesOf = (folder: string): number =>
  readdirSync(folder).includes('tasks') ? readFileSync(join(folder, 'tasks'), 'utf8').split('\n').length - 1 : 0
const ran = (output: string): number => output.split('\n').filter((line) => line === 'ran').length
const argvOf = (folder: string, width: number, key = ''): string[] => [program, folder, String(width), plugins, key]

/** Who goes on takes the random numbers of the first run, also where they were of no seed. */
async function keyOf(folder: string): Promise<string> {
  const journal = await openJournal(join(folder, 'tasks'), { resume: true })
  journal.close()
  const state = journalRoot(journal)
  expect(state?.source).toBe('chacha20')
  return Buffer.from(state?.key ?? []).toString('hex')
}

describe('tasks with a store', () => {
  it('killed at a random moment ten times and gone on with give the bytes of a run to the end, at any width', async () => {
    const rng = seededRng('kills')
    const started = /begins/
    const first = await runThrough({ argv: argvOf(folderOf('first'), 2), started })
    expect([first.status, ran(first.output)], first.output).toEqual([0, TASKS])
    const counts: number[] = []
    // What ends before it was killed ten times says nothing of the other kills: another is begun.
    for (let round = 1; counts.length < KILLS; round++) {
      const folder = folderOf(`killed-${round}`)
      const ended = await killAndResume({
        // Each start goes on with another width than the one before it.
        argv: (start) => argvOf(folder, 1 + ((start + 1) % 3)),
        share: 0.15,
        started,
        takes: first.worked,
        done: () => Math.max(0, linesOf(folder) - 1) / TASKS,
        kills: KILLS - counts.length,
        rng,
        killed: () => counts.push(linesOf(folder)),
      })
      expect(ended.status, ended.output).toBe(0)
      expect(statSync(join(folder, 'tasks')).mode & 0o777).toBe(0o600)
      // The head, and each task once.
      expect(linesOf(folder)).toBe(TASKS + 1)
      const whole = folderOf(`whole-${round}`)
      const through = await runThrough({ argv: argvOf(whole, 2, await keyOf(folder)), started })
      expect([through.status, ran(through.output)], through.output).toEqual([0, TASKS])
      expect(result(folder)).toBe(result(whole))
      // Nothing is left to run, nor beside it.
      const again = await runThrough({ argv: argvOf(folder, 1), started })
      expect([again.status, ran(again.output)]).toEqual([0, 0])
      expect(result(folder)).toBe(result(whole))
      expect(readdirSync(folder).sort()).toEqual(['result.json', 'tasks'])
    }
    expect(result(join(root, 'whole-1'))).not.toBe(result(join(root, 'first')))
    // Not all of them before or after the work.
    expect(counts.filter((count) => count > 1 && count < TASKS + 1).length).toBeGreaterThanOrEqual(3)
  }, 300_000)

  it('that another process is at are refused', async () => {
    const folder = folderOf('busy')
    const journal = await openJournal(join(folder, 'tasks'), { resume: true })
    const refused = await runThrough({ argv: argvOf(folder, 1), started: /begins/ })
    expect(refused.output).toContain(`another run (process ${process.pid}) is about to write ${folder}/tasks`)
    journal.close()
    expect(readdirSync(folder)).toEqual(['tasks'])
  })
})
