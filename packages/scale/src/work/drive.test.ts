import { describe, expect, it } from 'vitest'
import { drive, type PartsProgress } from './drive.js'
import type { Launcher, TaskOutcome } from './launcher.js'
import { runTask, type Stage } from './stage.js'
import { memoryStore, type Store } from './store.js'

interface Around {
  readonly store: Store
}

const stage: Stage<Around> = {
  name: 'work',
  tasks: () => Promise.resolve(3),
  run: (_, task) => Promise.resolve(Float64Array.of(task)),
}

/** Loses all tasks in the first so many rounds; then each is done. */
function losing(rounds: number, around: Around): Launcher {
  let round = 0
  return {
    width: 1,
    async *launch(tasks) {
      const isLost = ++round <= rounds
      for (const task of tasks) {
        if (!isLost) await runTask(stage, around, task.index)
        yield { task, state: isLost ? 'lost' : 'done', ...(isLost && { error: new Error('it was gone') }) }
      }
    },
    close: () => Promise.resolve(),
  }
}

async function driven(rounds: number): Promise<{ readonly told: readonly TaskOutcome[]; readonly error: unknown }> {
  const around = { store: memoryStore() }
  const told: TaskOutcome[] = []
  const options = { launcher: losing(rounds, around), lost: (outcome: TaskOutcome) => void told.push(outcome) }
  const error = await drive({ around, stages: [stage] }, options, () => Promise.resolve()).catch((one: unknown) => one)
  return { told, error }
}

describe('drive', () => {
  it('starts again what was lost, and tells of it once a round', async () => {
    const { told, error } = await driven(2)
    expect(error).toBeUndefined()
    expect(told.map(({ task, error: why }) => [task.index, why?.message])).toEqual([
      [0, 'it was gone'],
      [0, 'it was gone'],
    ])
  })

  it('gives up a task that was lost three times, and does not say then that it is started again', async () => {
    const { told, error } = await driven(3)
    expect(told).toHaveLength(2)
    expect(error).toMatchObject({
      code: 'WORKER_LOST',
      message: 'task 1 of work lost its worker 3 times: it was gone',
    })
  })

  it('runs the tasks of stages beside each other at once, and drops what they leave when all have ended', async () => {
    const around = { store: memoryStore() }
    const named = (name: string, beside: boolean): Stage<Around> => ({ ...stage, name, beside, drops: [`${name}/`] })
    const stages = [named('a', false), named('b', true), named('c', false)]
    const launches: string[][] = []
    const ended: string[] = []
    const launcher: Launcher = {
      width: 2,
      async *launch(tasks) {
        launches.push(tasks.map(({ stage: name, index }) => `${name}${index}`))
        for (const task of tasks) {
          await around.store.put(`${task.stage}/${task.index}`, [])
          await runTask(stages.find(({ name }) => name === task.stage) as Stage<Around>, around, task.index)
          yield { task, state: 'done' }
        }
      },
      close: () => Promise.resolve(),
    }
    const ticks: string[] = []
    const tick = ({ stage: name, number, of, done, tasks }: PartsProgress): void =>
      void ticks.push(`${name} ${number}/${of} ${done}/${tasks}`)
    await drive({ around, stages }, { launcher, tick }, async (s) => {
      ended.push(stages[s].name, ...(await around.store.list(`${stages[s].name}/`)))
    })
    expect(launches).toEqual([
      ['a0', 'a1', 'a2', 'b0', 'b1', 'b2'],
      ['c0', 'c1', 'c2'],
    ])
    expect(ended).toEqual(['a', 'b', 'c'])
    expect([ticks[0], ticks.at(-1)]).toEqual(['a 1/2 0/6', 'c 2/2 3/3'])
  })
})
