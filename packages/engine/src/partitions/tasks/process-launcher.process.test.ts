import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TaskOutcome } from './launcher.js'
import { bundledProgram } from '@sdc/testing/bundled-program'
import { processLauncher } from './process-launcher.js'

let folder = ''
let script = ''

/**
 * A worker that answers a task. It fails a task of the stage `failing`, answers `holding` with its memory settings, and
 * dies of `deadly`.
 */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdc-launcher-'))
  script = join(folder, 'worker.mjs')
  writeFileSync(
    script,
    `process.on('message', (task) => {
      if (task.stage === 'deadly') process.kill(process.pid, 'SIGKILL')
      else if (task.stage === 'endless') setInterval(() => undefined, 1000)
      else if (task.stage === 'holding') process.send({ ...task, error: process.env.GLIBC_TUNABLES })
      else process.send(task.stage === 'failing' ? { ...task, error: 'it failed' } : task)
    })`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const launcherOf = (width: number): ReturnType<typeof processLauncher> => processLauncher({ script, args: [], width })
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe('processLauncher', () => {
  it('reports every task, including those that end between two requests', async () => {
    const launcher = launcherOf(3)
    const tasks = [
      ...Array.from({ length: 4 }, (_, index) => ({ stage: 'quick', index })),
      { stage: 'failing', index: 4 },
      { stage: 'quick', index: 5 },
    ]
    const outcomes: TaskOutcome[] = []
    for await (const outcome of launcher.launch(tasks, {})) {
      outcomes.push(outcome)
      await pause(150)
    }
    await launcher.close()
    const states = outcomes.sort((a, b) => a.task.index - b.task.index).map(({ task, state }) => [task.index, state])
    expect(states).toEqual([0, 1, 2, 3, 4, 5].map((index) => [index, index === 4 ? 'failed' : 'done']))
  })

  it('reports a task as lost if its process dies, and continues with another', async () => {
    const launcher = launcherOf(1)
    const states: string[] = []
    const tasks = [
      { stage: 'deadly', index: 0 },
      { stage: 'quick', index: 1 },
    ]
    for await (const { state, error } of launcher.launch(tasks, {})) states.push(`${state} ${error?.message ?? ''}`)
    await launcher.close()
    expect(states).toEqual(['lost its process ended with SIGKILL', 'done '])
  })

  it.each([
    [undefined, 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=8388608:glibc.malloc.trim_threshold=67108864'],
    ['glibc.malloc.hugetlb=0', 'glibc.malloc.hugetlb=0'],
  ])('has its processes use large pages for arrays, unless %s says otherwise', async (own, held) => {
    vi.stubEnv('GLIBC_TUNABLES', own)
    const launcher = launcherOf(1)
    try {
      for await (const { error } of launcher.launch([{ stage: 'holding', index: 0 }], {}))
        expect(error?.message).toBe(held)
    } finally {
      vi.unstubAllEnvs()
      await launcher.close()
    }
    expect.assertions(1)
  })

  it('ends the processes of abandoned tasks', { timeout: 10_000 }, async () => {
    const launcher = launcherOf(2)
    const tasks = [
      { stage: 'endless', index: 0 },
      { stage: 'failing', index: 1 },
    ]
    for await (const { state } of launcher.launch(tasks, {})) {
      expect(state).toBe('failed')
      break
    }
    await launcher.close()
  })
})

describe('serveTasks', () => {
  it(
    'ends in the middle of a task if its parent is gone, whatever waits for the process',
    { timeout: 60_000 },
    async () => {
      const program = await bundledProgram(
        'packages/engine/src/partitions/abandoned.fixture.ts',
        join(folder, 'abandoned.mjs'),
      )
      const child = fork(program)
      const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
      const begun = new Promise((resolve) => child.once('message', resolve))
      child.send({ stage: 'endless', index: 0 })
      expect(await begun).toBe('begun')
      child.disconnect()
      const late = setTimeout(() => child.kill('SIGTERM'), 20_000)
      expect(await ended).toBe('SIGKILL')
      clearTimeout(late)
    },
  )
})
