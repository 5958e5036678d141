import { dataset, numeric, numericValues, seededRng, type Dataset } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import {
  candidatesOf,
  joinOutcomes,
  localExecutor,
  openComparison,
  outcomeJson,
  parseComparePlan,
  type Job,
  type JobOutcome,
  type OpenComparison,
  type Task,
} from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { registry } from './fake-methods.fixture.js'

const names = ['AFNLWGT', 'EMCONTRB', 'FEDTAX', 'INTVAL', 'PTOTVAL']
const original: Dataset = dataset(
  names.map((name) => [name, numeric(numericValues(census(), name).slice(0, 150))] as const),
)
const replicates = 3

const compare = parseComparePlan({
  columns: 'all',
  replicates,
  candidates: [
    { use: 'noise/additive', grid: { relativeVariance: [0.1, 0.5] } },
    // Draws nothing: it is run in the first replicate only.
    { use: 'microaggregation/mdav', grid: { k: [3, 10] } },
    { use: 'swapping/rank-swap', grid: { percent: [5] } },
    { use: 'linear/multiple-imputation', params: { sets: 2 } },
    // More than the file has: an error.
    { use: 'microaggregation/mdav', params: { k: 2000 } },
  ],
  then: [[], ['reverse-map/rank']],
})
const metrics = ['score/sebe', 'risk/max-knowledge', 'risk/dbrl'].map((use) => ({ use, params: {} }))
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
    expect(whole[0].candidates[0].metrics.get('score/sebe')?.values).toHaveLength(replicates)
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
