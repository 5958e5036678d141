import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { memoryStore, type Launcher, type Task, type TaskOutcome } from '@sdc/scale'
import { folderStore } from '@sdc/scale/node'
import { bundledProgram } from '../../../tooling/testing/bundled-program.js'
import { hasSlurm, startCluster, type TestCluster } from './slurm-cluster.fixture.js'
import { slurmLauncher, type SlurmLauncherOptions } from './slurm-launcher.js'

let folder = ''
let program = ''
let cluster: TestCluster
const children = new Set<ChildProcess>()

beforeAll(async () => {
  if (!hasSlurm) return
  folder = mkdtempSync(join(tmpdir(), 'sdc-jobs-'))
  cluster = startCluster()
  vi.stubEnv('SLURM_CONF', cluster.env.SLURM_CONF)
  vi.stubEnv('SDC_SECRET', 'secret_in_the_environment')
  program = await bundledProgram('packages/launch-slurm/src/run.fixture.ts', join(folder, 'program.mjs'))
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  cluster?.stop()
  vi.unstubAllEnvs()
  if (folder !== '') rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const said = (command: string, ...args: readonly string[]): string =>
  spawnSync(command, args, { encoding: 'utf8' }).stdout
const inQueue = (name: string): string => said('squeue', '--noheader', `--name=${name}`)

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50))
}

interface Running {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<unknown>
}

function start(role: 'alone' | 'driver', store: string): Running {
  const child = spawn(process.execPath, [program, role, store], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise((resolve) => child.once('close', resolve))
  return { child, output: () => output, ended }
}

const hashesIn = (output: string): string => /hashes .*/.exec(output)?.[0] ?? `no hashes: ${output}`

/** Of a task that is held: its process, the one that started it, the one of Slurm that started that, and its node. */
interface Held {
  readonly pids: readonly number[]
  readonly node: string
}

async function held(store: string, doing: 'read' | 'write'): Promise<Held> {
  const seen = join(`${store}-seen`, doing)
  await until(() => existsSync(seen) && readFileSync(seen, 'utf8') !== '')
  const [task, job] = readFileSync(seen, 'utf8').split(' ').map(Number)
  rmSync(seen)
  const step = Number(/PPid:\s*(\d+)/.exec(readFileSync(`/proc/${job}/status`, 'utf8'))?.[1])
  const node = /SLURMD_NODENAME=(n\d)/.exec(readFileSync(`/proc/${job}/environ`, 'utf8'))?.[1] as string
  return { pids: [step, job, task], node }
}

const tasksOf = (count: number): readonly Task[] =>
  Array.from({ length: count }, (_, index) => ({ stage: 'step-1/mask', index }))

async function outcomesOf(launcher: Launcher, count = 1): Promise<readonly TaskOutcome[]> {
  const outcomes: TaskOutcome[] = []
  for await (const outcome of launcher.launch(tasksOf(count), {})) outcomes.push(outcome)
  return outcomes
}

async function scene(
  plan: string,
  asked: Partial<SlurmLauncherOptions>,
  play: (launcher: Launcher, sentences: readonly string[]) => Promise<void>,
): Promise<void> {
  const own = join(folder, plan)
  mkdirSync(own)
  const sentences: string[] = []
  const launcher = await slurmLauncher({
    folder: own,
    store: folderStore(own),
    plan,
    command: ['/bin/true'],
    width: 5,
    memory: 1e8,
    taskSeconds: 60,
    say: (sentence) => sentences.push(sentence),
    ...asked,
  })
  try {
    await play(launcher, sentences)
  } finally {
    await launcher.close()
  }
  expect(inQueue(`sdc-${plan}`)).toBe('')
  expect(readdirSync(own)).toEqual([])
}

describe.skipIf(!hasSlurm).concurrent('slurmLauncher', { timeout: 30_000 }, () => {
  it('says what jobs wait for, and cancels them where the run is aborted', () =>
    scene('waiting', { command: ['/bin/sh', '-c', 'sleep 1000'], memory: 7e9 }, async (launcher, sentences) => {
      const stop = new AbortController()
      const running = (async () => {
        for await (const { task } of launcher.launch(tasksOf(5), { signal: stop.signal }))
          throw new Error(`task ${task.index} ended`)
      })()
      await until(() => sentences.length > 0)
      stop.abort()
      await running
      expect(sentences).toEqual(['Slurm runs 2 jobs, 3 wait: Resources'])
    }))

  it('hands on why Slurm refuses a job', () =>
    scene('refused', { options: ['--partition=nowhere'] }, async (launcher) => {
      await expect(outcomesOf(launcher)).rejects.toMatchObject({
        code: 'BAD_OPTION',
        message: expect.stringContaining('invalid partition specified: nowhere') as string,
      })
    }))

  it('says that a node does not see the store', () =>
    scene('blind', { folder: join(folder, 'nowhere'), store: memoryStore() }, async (launcher) => {
      const [{ state, error }] = await outcomesOf(launcher)
      expect(state).toBe('failed')
      expect(error?.message).toMatch(/^node n[12] cannot write into the store: it does not see .*nowhere/)
    }))

  it('says that a worker does not start on a node, and what its job printed', () =>
    scene('absent', { command: ['/nowhere/node'] }, async (launcher) => {
      const [{ state, error }] = await outcomesOf(launcher)
      expect(state).toBe('failed')
      expect(error?.message).toMatch(/^a worker does not start on node n[12]: .*\/nowhere\/node: not found/s)
    }))
})

describe.skipIf(!hasSlurm)('a run by Slurm', () => {
  it('gives the bytes of one process where a job, its driver and a node are killed', { timeout: 120_000 }, async () => {
    const alone = start('alone', join(folder, 'alone'))
    const store = join(folder, 'store')
    for (const doing of ['read', 'write']) writeFileSync(`${store}-hold-${doing}`, '')
    const first = start('driver', store)
    const job = await held(store, 'read')

    const [array] = said('squeue', '--noheader', '--name=sdc-abcdef', '--format=%F').trim().split('\n')
    const shown = said('scontrol', '--oneliner', 'show', 'job', array)
    const script = said('scontrol', 'write', 'batch_script', array, '-')
    const environment = readFileSync(`/proc/${job.pids[1]}/environ`, 'utf8')
    expect(shown).toContain('JobName=sdc-abcdef ')
    expect(script).toContain(program)
    expect(environment).toContain('SLURM_ARRAY_TASK_ID=0')
    for (const text of [shown, script, environment]) expect(text).not.toMatch(/secret/)

    process.kill(job.pids[1], 'SIGKILL')
    const since = Date.now()
    const again = await held(store, 'read')
    expect(Date.now() - since).toBeLessThan(15_000)

    first.child.kill('SIGKILL')
    const second = start('driver', store)
    const third = await held(store, 'read')
    expect(third.pids[2]).not.toBe(again.pids[2])
    expect(existsSync(`/proc/${again.pids[1]}`)).toBe(false)
    rmSync(`${store}-hold-read`)

    const { pids, node } = await held(store, 'write')
    const daemon = Number(readFileSync(join(cluster.folder, `${node}.pid`), 'utf8'))
    for (const pid of [daemon, ...pids]) process.kill(pid, 'SIGKILL')
    const killed = Date.now()
    const other = await held(store, 'write')
    expect(Date.now() - killed).toBeLessThan(15_000)
    expect(other.node).not.toBe(node)
    rmSync(`${store}-hold-write`)
    await Promise.all([second.ended, alone.ended])
    expect(second.output()).toMatch(new RegExp(`said: job \\d+_0 on ${node} gives no sign of life`))
    expect(hashesIn(second.output())).toMatch(/secret_income=\w+ secret_tax=\w+/)
    expect(hashesIn(second.output())).toBe(hashesIn(alone.output()))
    expect(readdirSync(store).filter((name) => name === 'slurm' || name === 'failed')).toEqual([])
  })
})
