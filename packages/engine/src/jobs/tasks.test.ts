import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { numbers, registry } from '../testing/fake-methods.js'
import { candidatesOf } from '../compare/candidates.js'
import { openComparison, type OpenComparison } from '../compare/compare.js'
import { parseComparePlan } from '../plan/plan.js'
import { type Job, type JobOutcome, joinOutcomes, type Task } from './job.js'
import { localExecutor } from './local-executor.js'
import { outcomeJson } from './outcome-json.js'

const names = ['a', 'b', 'c']
const rng = seededRng('file')
const original = numbers(
  Object.fromEntries(names.map((name) => [name, Array.from({ length: 150 }, () => Math.exp(rng.normal()))])),
)
const replicates = 3

const compare = parseComparePlan({
  columns: 'all',
  replicates,
  candidates: [
    { use: 'fake/noise', grid: { share: [0.1, 0.5] } },
    // Draws nothing: it is run in the first replicate only.
    { use: 'fake/groups', grid: { k: [3, 10] } },
    { use: 'fake/swap', grid: { window: [5] } },
    { use: 'fake/draws' },
    // More than the file has: an error.
    { use: 'fake/groups', params: { k: 2000 } },
  ],
  then: [[], ['fake/reverse']],
})
const metrics = ['fake/worse', 'fake/mirrored', 'fake/near'].map((use) => ({ use, params: {} }))
const opened = (): OpenComparison => openComparison({ registry, original, compare, metrics, rng: seededRng('tasks') })
const jobs: readonly Job[] = candidatesOf(registry, compare)
const bytes = (outcomes: readonly JobOutcome[]): string[] => outcomes.map((one) => JSON.stringify(outcomeJson(one)))

async function run(tasks: readonly Task[]): Promise<readonly JobOutcome[]> {
  const open = localExecutor.open(opened().work)
  try {
    return await open.run(tasks, () => {})
  } finally {
    await open.close()
  }
}

describe('a family of candidates and a replicate as a task', () => {
  it('gives the same bytes in any order, and joined those of all replicates at once', async () => {
    const whole = await run(jobs.map((job) => ({ job })))
    expect(whole.flatMap(({ candidates }) => candidates).filter(({ error }) => error)).toHaveLength(2)
    expect(whole[0].candidates[0].metrics.get('fake/worse')?.values).toHaveLength(replicates)
    expect(whole[2].candidates[0]).toMatchObject({ replicates: 1, masked: names })
    const tasks = jobs.flatMap((job, j) => [1, 2, 3].map((replicate) => ({ j, job, replicates: [replicate] })))
    const order = seededRng('order').shuffle(tasks.map((_, t) => t))
    const shuffled = await run(order.map((t) => tasks[t]))
    const outcomes: JobOutcome[] = []
    order.forEach((t, i) => (outcomes[t] = shuffled[i]))
    const joined = jobs.map((_, j) => joinOutcomes(outcomes.filter((_outcome, t) => tasks[t].j === j)))
    expect(bytes(joined)).toEqual(bytes(whole))
    // In two parts as well.
    const first = await run(jobs.map((job) => ({ job, replicates: [1, 2] })))
    const rest = await run(jobs.map((job) => ({ job, replicates: [3] })))
    expect(bytes(jobs.map((_, j) => joinOutcomes([first[j], rest[j]])))).toEqual(bytes(whole))
  })
})
