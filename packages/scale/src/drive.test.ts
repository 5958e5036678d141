import { describe, expect, it } from 'vitest'
import { drive, type Launcher, type TaskOutcome } from './drive.js'
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
      message: 'task 1 of work was lost by its worker 3 times: it was gone',
    })
  })
})
