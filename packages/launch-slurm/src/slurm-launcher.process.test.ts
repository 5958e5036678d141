import { describe, expect, it } from 'vitest'
import { memoryStore, type Launcher, type TaskOutcome } from '@sdc/engine/partitions'
import { leaveOutcome } from '@sdc/engine/node'
import { batchIn, type Batch } from './batch.js'
import { slurmLauncher } from './slurm-launcher.js'
import type { CommandOutput, Slurm } from './slurm-commands.js'

const store = memoryStore()
const fine: CommandOutput = { status: 0, stdout: '', stderr: '' }

/** A Slurm that answers sbatch by these outputs, then by numbers, and whose jobs do their tasks at once. */
function slurmWith(answers: CommandOutput[], script: string[], args: string[][]): Slurm {
  let arrays = 0
  return async (command, given, input = '') => {
    if (command !== 'sbatch' || given[0] === '--version') return fine
    script.push(input)
    args.push([...given])
    const answer = answers.shift()
    if (answer !== undefined) return answer
    const batch = /'([^']*)'\n$/.exec(input)?.[1] ?? ''
    const { slices } = (await batchIn(store, batch)) as Batch
    for (const task of slices.flat()) {
      if (task.stage === 'bad') await leaveOutcome(store, { task, state: 'failed', error: new Error('it fails') })
      else await store.put(`done/${task.stage}/${task.index}`, [new Uint8Array(0)])
    }
    return { ...fine, stdout: `${++arrays}\n` }
  }
}

async function launcherOf(slurm: Slurm, options: readonly string[] = []): Promise<Launcher> {
  const asked = { width: 2, memory: 2 ** 30, taskSeconds: 20, options, say: () => undefined }
  const command = ['/bin/node', "/home/o'hara/sdc.js", 'worker', '/shared/50%', '--batch']
  return slurmLauncher({ folder: '/shared/50%', store, plan: '0123456789abcdef0123', command, slurm, ...asked })
}

async function launched(launcher: Launcher, stage: string, count: number): Promise<readonly TaskOutcome[]> {
  const outcomes: TaskOutcome[] = []
  const tasks = Array.from({ length: count }, (_, index) => ({ stage, index }))
  for await (const outcome of launcher.launch(tasks, {})) outcomes.push(outcome)
  return outcomes
}

describe('slurmLauncher', () => {
  it('submits an array whose jobs take about a minute: by an estimate, then by measured times', async () => {
    const [script, args]: [string[], string[][]] = [[], []]
    const launcher = await launcherOf(slurmWith([], script, args), ['--partition=short', '--exclude=n7'])
    const outcomes = await launched(launcher, 'step-1/mask', 12)
    expect(outcomes.map(({ task, state }) => `${task.index} ${state}`).sort()).toEqual(
      Array.from({ length: 12 }, (_, index) => `${index} done`).sort(),
    )
    await launched(launcher, 'finish', 12)
    expect(args).toEqual([
      [
        '--parsable',
        '--export=ALL',
        '--job-name=sdc-0123456789abcdef',
        '--array=0-3%2',
        '--nodes=1',
        '--ntasks=1',
        '--requeue',
        '--mem=1024M',
        '--chdir=/',
        '--output=/shared/50%%/slurm/%A_%a.out',
        '--exclude=n7',
        '--partition=short',
      ],
      expect.arrayContaining(['--array=0-1%2']),
    ])
    expect(script[0]).toMatch(
      /\nexec '\/bin\/node' '\/home\/o'\\''hara\/sdc.js' 'worker' '\/shared\/50%' '--batch' '[0-9a-f]{8}-1'\n$/,
    )
    expect(script[0]).toMatch(/^#!\/bin\/sh\n.*'\/shared\/50%\/'slurm\/[0-9a-f]{8}-1\."\$SLURM_ARRAY_TASK_ID"\.start/)
    await launcher.close()
    expect((await store.list('')).filter((name) => !name.startsWith('done/'))).toEqual([])
  })

  it('asks again if the controller is away, and passes on the outcome that a worker left', async () => {
    const away = {
      status: 1,
      stdout: '',
      stderr: 'sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)',
    }
    const args: string[][] = []
    const launcher = await launcherOf(slurmWith([away], [], args))
    const [{ state, error }] = await launched(launcher, 'bad', 1)
    expect([state, error?.message]).toEqual(['failed', expect.stringContaining('it fails')])
    expect(args).toHaveLength(2)
    await launcher.close()
  })

  it("refuses to start without a configuration of Slurm, with Slurm's message", async () => {
    const stderr = 'sbatch: fatal: Could not establish a configuration source\n'
    await expect(launcherOf(() => Promise.resolve({ status: 1, stdout: '', stderr }))).rejects.toMatchObject({
      code: 'BAD_OPTION',
      message: 'Slurm cannot be used here: fatal: Could not establish a configuration source',
    })
  })
})
