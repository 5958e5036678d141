import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryStore, type TaskOutcome } from '@sdc/engine/partitions'
import { startName } from './batch.js'
import { launchedArray } from './launched-array.js'
import type { CommandOutput, Slurm } from './slurm-commands.js'

const fine: CommandOutput = { status: 0, stdout: '', stderr: '' }
const BEGUN = 1_000_000_000_000

afterEach(() => vi.restoreAllMocks())

/** Returns an array of one job with one task, in a cluster whose queue and clock the test sets. */
function arrayOf({ isPrepared = false, options = [] as readonly string[], silent = [] as readonly string[] } = {}) {
  let now = BEGUN
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  const store = memoryStore()
  const commands: string[] = []
  const sentences: string[] = []
  const one = {
    queue: '',
    shown: '',
    store,
    commands,
    sentences,
    left: new Set(silent),
    seconds: () => (now - BEGUN) / 1000,
  }
  const slurm: Slurm = (command, args) => {
    const isAsking = command === 'squeue' || args.includes('show')
    if (!isAsking) commands.push([command, ...args].join(' '))
    return Promise.resolve({ ...fine, stdout: isAsking ? (command === 'squeue' ? one.queue : one.shown) : '' })
  }
  const array = launchedArray({
    slurm,
    name: 'sdc-plan',
    folder: '/shared/store',
    store,
    array: '7',
    batch: 'b',
    slices: [[{ stage: 'read', index: 0 }]],
    width: 1,
    silent: one.left,
    options,
    isPrepared,
    say: ({ text }) => sentences.push(text),
  })
  /** Checks twice a second until there is an outcome, or a number of seconds has passed. */
  const outcomes = async (
    seconds: number,
    before: () => unknown = () => undefined,
  ): Promise<readonly TaskOutcome[]> => {
    for (const end = now + 1000 * seconds; now < end; now += 500) {
      await before()
      const found = await array.look()
      if (found.length > 0) return found
    }
    return []
  }
  return Object.assign(one, { outcomes, isOpen: array.isOpen })
}

const lost = [{ state: 'lost', error: { message: 'node n1 did not respond' } }]

describe('an array of jobs', () => {
  it('gives up a job that became silent while its worker started, before 15 s', async () => {
    const one = arrayOf()
    one.queue = '7_0|RUNNING|None|n1\n'
    await one.store.put(startName('b', 0), [Buffer.from('1\n')])
    expect(await one.outcomes(15)).toMatchObject(lost)
    expect(one.seconds()).toBeGreaterThan(8)
    expect([...one.left]).toEqual(['n1'])
    expect(one.isOpen()).toBe(false)
  })

  it('waits while there are signs of life', async () => {
    const one = arrayOf()
    one.queue = '7_0|RUNNING|None|n1\n'
    const sign = () => one.store.put(startName('b', 0), [Buffer.from(`${one.seconds()}\n`)])
    expect(await one.outcomes(120, sign)).toEqual([])
    expect(one.isOpen()).toBe(true)
  })

  it('gives up a job whose script never starts before 15 s, or after a minute if nodes are prepared', async () => {
    const one = arrayOf()
    one.queue = '7_0|RUNNING|None|n1\n'
    expect(await one.outcomes(15)).toMatchObject(lost)
    vi.restoreAllMocks()
    const prepared = arrayOf({ isPrepared: true })
    prepared.queue = '7_0|RUNNING|None|n1\n'
    expect(await prepared.outcomes(55)).toEqual([])
    expect(await prepared.outcomes(15)).toMatchObject(lost)
  })

  it('gives up a job that Slurm could not start on its node, and prevents a restart there', async () => {
    const one = arrayOf({ isPrepared: true })
    one.queue = '7_0|RUNNING|None|n1\n'
    const fails = (): void => {
      if (one.seconds() >= 10) one.queue = '7_0|COMPLETING|None|n1\n'
    }
    expect(await one.outcomes(15, fails)).toMatchObject(lost)
    expect(one.commands).toEqual(['scancel --quiet 7_0', 'scontrol update JobId=7 ExcNodeList=n1 ArrayTaskThrottle=1'])
  })

  it('reports why a worker did not start if its node takes long to clean up, and excludes no node', async () => {
    const one = arrayOf()
    one.queue = '7_0|COMPLETING|None|n1\n'
    one.shown = 'JobId=7 JobState=COMPLETING Reason=NonZeroExitCode NodeList=n1 ExitCode=127:0\n'
    await one.store.put('slurm/7_0.out', [Buffer.from('exec: node: not found\n')])
    const error = { message: 'a worker cannot start on node n1: exec: node: not found' }
    expect(await one.outcomes(15)).toMatchObject([{ state: 'failed', error }])
    expect(one.commands).toEqual([])
    expect(one.left.size).toBe(0)
    expect(one.isOpen()).toBe(false)
  })

  it('does not give up jobs that wait or are suspended', async () => {
    const one = arrayOf()
    one.queue = '7_0|PENDING|Priority|\n'
    expect(await one.outcomes(300)).toEqual([])
    one.queue = '7_0|SUSPENDED|None|n1\n'
    expect(await one.outcomes(300)).toEqual([])
    expect(one.sentences).toEqual([expect.stringContaining('Slurm runs 0 jobs, 1 waits: Priority')])
    expect(one.commands).toEqual([])
  })

  it('uses silent nodes again if waiting for others was in vain, but no node that an option excludes', async () => {
    const one = arrayOf({ silent: ['n1', 'n2'], options: ['--exclude=n7'] })
    one.queue = '7_0|PENDING|Resources|\n'
    expect(await one.outcomes(29)).toEqual([])
    expect(one.commands).toEqual([])
    await one.outcomes(3)
    expect(one.commands).toEqual(['scontrol update JobId=7 ExcNodeList=n7'])
    expect([...one.left]).toEqual([])
    expect(one.sentences.at(-1)).toBe('jobs cannot get nodes other than n1, n2: they may run there again')
  })
})
