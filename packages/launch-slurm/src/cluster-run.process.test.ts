import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { memoryStore, type Launcher, type Task, type TaskOutcome } from '@sdc/engine/partitions'
import { folderStore } from '@sdc/files/node'
import { bundledProgram } from '@sdc/testing/bundled-program'
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
/** Returns the files of a launcher and its workers in a work folder. */
const tracesIn = (store: string): readonly string[] =>
  readdirSync(store).filter((name) => name === 'slurm' || name === 'failed')
const inQueue = (name: string): string => said('squeue', '--noheader', '--states=PENDING,RUNNING', `--name=${name}`)

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50))
}

interface Running {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<unknown>
}

function start(...args: readonly string[]): Running {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise((resolve) => child.once('close', resolve))
  return { child, output: () => output, ended }
}

const hashesIn = (output: string): string => /hashes .*/.exec(output)?.[0] ?? `no hashes: ${output}`

/** Process of a paused task, its parent process, the Slurm process that started that, and its node. */
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

/** Jobs that occupy a node each. */
const SLEEPING = { command: ['/bin/sh', '-c', 'sleep 1000'], memory: 7e9 }
/** True after the end of the test that needs both nodes. */
let isCancelled = false

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
    say: ({ text }) => sentences.push(text),
    ...asked,
  })
  try {
    await play(launcher, sentences)
  } finally {
    await launcher.close()
  }
  expect(inQueue(`sdc-${plan}`)).toBe('')
  expect(tracesIn(own)).toEqual([])
}

describe.skipIf(!hasSlurm).concurrent('a run by Slurm', { timeout: 120_000 }, () => {
  it('gives the bytes of one process if a job and its driver are killed, and passes no name to Slurm', async () => {
    const store = join(folder, 'store')
    writeFileSync(`${store}-hold-read`, '')
    const first = start('driver', store, '2')
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
    const second = start('driver', store, '1')
    await held(store, 'read')
    expect(existsSync(`/proc/${again.pids[1]}`)).toBe(false)
    rmSync(`${store}-hold-read`)
    await second.ended
    const alone = start('alone', join(folder, 'alone'))
    await alone.ended
    expect(hashesIn(second.output())).toMatch(/secret_income=\w+ secret_tax=\w+/)
    expect(hashesIn(second.output())).toBe(hashesIn(alone.output()))
    expect(inQueue('sdc-abcdef')).toBe('')
    expect(tracesIn(store)).toEqual([])
  })

  it('reports why jobs wait, and cancels them if the run is aborted', () =>
    scene('waiting', { ...SLEEPING, options: ['--partition=short'] }, async (launcher, sentences) => {
      const stop = new AbortController()
      const running = (async () => {
        for await (const { task } of launcher.launch(tasksOf(5), { signal: stop.signal }))
          throw new Error(`task ${task.index} ended`)
      })()
      await until(() => sentences.length > 0)
      stop.abort()
      await running
      expect(sentences).toEqual(['Slurm runs 2 jobs, 3 wait: Resources'])
    }).finally(() => (isCancelled = true)))

  it('reports the reason if Slurm refuses a job', () =>
    scene('refused', { options: ['--partition=nowhere'] }, async (launcher) => {
      await expect(outcomesOf(launcher)).rejects.toMatchObject({
        code: 'BAD_OPTION',
        message: expect.stringContaining('invalid partition specified: nowhere') as string,
      })
    }))

  it('reports a node that cannot read the work folder', () =>
    scene('blind', { folder: join(folder, 'nowhere'), store: memoryStore() }, async (launcher) => {
      const [{ state, error }] = await outcomesOf(launcher)
      expect(state).toBe('failed')
      expect(error?.message).toMatch(/^node n[12] cannot write into the work folder: .*nowhere/)
    }))

  it('reports a worker that does not start on a node, with the output of its job', () =>
    scene('absent', { command: ['/nowhere/node'] }, async (launcher) => {
      const [{ state, error }] = await outcomesOf(launcher)
      expect(state).toBe('failed')
      expect(error?.message).toMatch(/^a worker cannot start on node n[12]: .*\/nowhere\/node: not found/s)
    }))

  it('gives up a job on a dead node within 15 s, and starts its tasks elsewhere', async () => {
    await until(() => isCancelled)
    // Another test uses n2.
    const options = ['--nodelist=n1']
    const store = join(folder, 'dead')
    writeFileSync(`${store}-hold-read`, '')
    await scene(
      'dead',
      { command: [process.execPath, program, 'job', store], options },
      async (launcher, sentences) => {
        const task = { stage: 'read', index: 0 }
        const outcome = async (): Promise<TaskOutcome | undefined> => {
          for await (const one of launcher.launch([task], {})) return one
          return undefined
        }
        const lost = outcome()
        const { pids, node } = await held(store, 'read')
        expect(node).toBe('n1')
        const daemon = Number(readFileSync(join(cluster.folder, 'n1.pid'), 'utf8'))
        for (const pid of [daemon, ...pids]) process.kill(pid, 'SIGKILL')
        const since = Date.now()
        expect(await lost).toMatchObject({ task, state: 'lost', error: { message: 'node n1 did not respond' } })
        expect(Date.now() - since).toBeLessThan(15_000)
        expect(sentences).toEqual([expect.stringMatching(/^job \d+_0 on n1 does not respond/)])
        options.pop()
        const done = outcome()
        expect((await held(store, 'read')).node).toBe('n2')
        rmSync(`${store}-hold-read`)
        expect(await done).toEqual({ task, state: 'done' })
      },
    )
  })
})
