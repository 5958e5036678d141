import { describe, expect, it } from 'vitest'
import { memoryStore } from '@sdc/engine/partitions'
import { outputName } from './batch.js'
import { outcomesOfEnd } from './job-end.js'
import type { Slurm } from './slurm-commands.js'

const tasks = [7, 8].map((index) => ({ stage: 'finish', index }))

/** Returns the error of two tasks whose job ended in this way. */
async function errorOf(
  facts: string | undefined,
  { printed, lived = true }: { readonly printed?: string; readonly lived?: boolean } = {},
): Promise<readonly string[]> {
  const store = memoryStore()
  if (printed !== undefined) await store.put(outputName('12', 3), [Buffer.from(printed)])
  const slurm: Slurm = (command, args) => {
    expect([command, ...args]).toEqual(['scontrol', '--oneliner', 'show', 'job', '12_3'])
    const stdout = `JobId=15 ArrayJobId=12 ${facts} ReqNodeList=(null) NodeList=n1 BatchHost=n1\n`
    return Promise.resolve({ status: facts === undefined ? 1 : 0, stdout, stderr: '' })
  }
  const outcomes = await outcomesOfEnd(slurm, store, '/shared/work', { array: '12', job: 3, lived, left: tasks })
  expect(outcomes.map(({ task }) => task)).toEqual(outcomes.length === 1 ? [tasks[0]] : tasks)
  return outcomes.map(({ state, error }) => `${state}: ${error?.message}`)
}

describe('tasks that a job left', () => {
  it('are lost with its last printed lines, if it had started', async () => {
    const killed = 'lost: its job 12_3 on n1 ended: FAILED, signal 9'
    expect(await errorOf('JobState=FAILED Reason=JobLaunchFailure ExitCode=0:9')).toEqual([killed, killed])
    const printed = `${Array.from({ length: 9 }, (_, line) => `line ${line}`).join('\n')}\n${'x'.repeat(300)}\n`
    const [first] = await errorOf('JobState=OUT_OF_MEMORY Reason=OutOfMemory ExitCode=1:0', { printed })
    expect(first).toBe(
      `lost: its job 12_3 on n1 ended: OUT_OF_MEMORY (OutOfMemory), status 1; it printed: line 5\nline 6\nline 7\nline 8\n${'x'.repeat(200)}…`,
    )
    expect(await errorOf(undefined)).toEqual(Array(2).fill('lost: its job 12_3 ended'))
  })

  it('fail if it could not start, unless it was killed', async () => {
    const [blind] = await errorOf('JobState=FAILED Reason=JobLaunchFailure ExitCode=0:53', { lived: false })
    expect(blind).toMatch(
      /^failed: node n1 cannot write into the work folder: \/shared\/work does not exist there, or is not writable/,
    )
    const printed = '/var/spool/slurm/job: 2: exec: /opt/node: not found\n'
    const [absent] = await errorOf('JobState=FAILED Reason=NonZeroExitCode ExitCode=127:0', { lived: false, printed })
    expect(absent).toBe(`failed: a worker cannot start on node n1: ${printed.trim()}`)
    const [killed] = await errorOf('JobState=FAILED Reason=JobLaunchFailure ExitCode=0:9', { lived: false })
    expect(killed).toBe('lost: its job 12_3 on n1 ended: FAILED, signal 9')
  })
})
