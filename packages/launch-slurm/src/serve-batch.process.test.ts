import { expect, it } from 'vitest'
import { memoryStore, putJson, type Launcher, type Task } from '@sdc/engine/partitions'
import { takeOutcome } from '@sdc/engine/node'
import { batchName, beatName } from './batch.js'
import { serveBatch } from './serve-batch.js'

const stage = 'step-1/mask'
const task = (index: number): Task => ({ stage, index })

it('runs the tasks of its job, writes their outcomes to the work folder, and continues after a lost one', async () => {
  const store = memoryStore()
  await putJson(store, batchName('b-1'), {
    slices: [[0, 1].map(task), [2, 3, 4, 5].map(task)],
  })
  const begun: Task[] = []
  let isClosed = false
  const launcher: Launcher = {
    width: 1,
    async *launch(tasks) {
      for (const one of tasks) {
        begun.push(one)
        if (one.index === 3) yield { task: one, state: 'lost', error: new Error('its process ended with SIGKILL') }
        else if (one.index === 4) yield { task: one, state: 'failed', error: new Error('the file has changed') }
        else yield { task: one, state: 'done' }
      }
    },
    close() {
      isClosed = true
      return Promise.resolve()
    },
  }
  expect(await serveBatch({ store, batch: 'b-1', job: 1, launcher })).toBe(true)
  // Tasks after a failed one are useless: the run ends with it.
  expect(begun).toEqual([task(2), task(3), task(4)])
  expect(isClosed).toBe(true)
  expect(await store.has(beatName('b-1', 1))).toBe(true)
  const lost = { task: task(3), state: 'lost', error: { message: expect.stringContaining('SIGKILL') as string } }
  expect(await takeOutcome(store, task(3))).toMatchObject(lost)
  expect(await takeOutcome(store, task(3))).toBeUndefined()
  expect(await takeOutcome(store, task(4))).toMatchObject({ state: 'failed' })

  expect(await serveBatch({ store, batch: 'b-1', job: 2, launcher })).toBe(false)
  await store.remove('slurm/')
  expect(await serveBatch({ store, batch: 'b-1', job: 1, launcher })).toBe(false)
  expect(await store.list('')).toEqual([])
})
