import { describe, expect, it } from 'vitest'
import { drive, stageFinder, type Driven, type DrivenBy, type PartsProgress } from './drive.js'
import type { Launcher, TaskOutcome } from './launcher.js'
import { resultOf, runTask, type Stage } from './stage.js'
import { memoryStore } from './store.js'
import type { Store } from '@sdc/core'

interface Around {
  readonly store: Store
}

const stage: Stage<Around> = {
  name: 'work',
  tasks: () => Promise.resolve(3),
  run: (_, task) => Promise.resolve(Float64Array.of(task)),
}

function driven(around: Around, groups: readonly (readonly Stage<Around>[])[]): Driven<Around> {
  return {
    around,
    async *stages() {
      yield* groups
    },
  }
}

/** Loses all tasks in the given number of rounds; later ones are done. */
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

async function lostIn(rounds: number): Promise<{ readonly told: readonly TaskOutcome[]; readonly error: unknown }> {
  const around = { store: memoryStore() }
  const told: TaskOutcome[] = []
  const options = { launcher: losing(rounds, around), lost: (outcome: TaskOutcome) => void told.push(outcome) }
  const error = await drive(driven(around, [[stage]]), options).catch((one: unknown) => one)
  return { told, error }
}

describe('drive', () => {
  it('starts lost tasks again, and reports it once per round', async () => {
    const { told, error } = await lostIn(2)
    expect(error).toBeUndefined()
    expect(told.map(({ task, error: why }) => [task.index, why?.message])).toEqual([
      [0, 'it was gone'],
      [0, 'it was gone'],
    ])
  })

  it('gives up a task that was lost three times, and does not report another start then', async () => {
    const { told, error } = await lostIn(3)
    expect(told).toHaveLength(2)
    expect(error).toMatchObject({
      code: 'WORKER_LOST',
      message: 'task 1 of work lost its worker 3 times: it was gone',
    })
  })

  it('runs the tasks of a group at once, and removes the results of its stages when all have ended', async () => {
    const around = { store: memoryStore() }
    const named = (name: string): Stage<Around> => ({ ...stage, name, drops: [`${name}/`] })
    const groups = [[named('a'), named('b')], [], [named('c')]]
    const launches: string[][] = []
    const launcher: Launcher = {
      width: 2,
      async *launch(tasks) {
        launches.push(tasks.map(({ stage: name, index }) => `${name}${index}`))
        for (const task of tasks) {
          await around.store.put(`${task.stage}/${task.index}`, [])
          await runTask(named(task.stage), around, task.index)
          yield { task, state: 'done' }
        }
      },
      close: () => Promise.resolve(),
    }
    const ticks: string[] = []
    const tick = ({ stage: name, number, done, tasks }: PartsProgress): void =>
      void ticks.push(`${name} ${number} ${done}/${tasks}`)
    await drive(driven(around, groups), { launcher, tick })
    expect(launches).toEqual([
      ['a0', 'a1', 'a2', 'b0', 'b1', 'b2'],
      ['c0', 'c1', 'c2'],
    ])
    expect(await around.store.list('')).toEqual(launches.flat().map((task) => `done/${task[0]}/${task[1]}`))
    expect([ticks[0], ticks.at(-1)]).toEqual(['a 1 0/6', 'c 2 3/3'])
  })

  it('lets totals determine the next stages, for the driver and for a worker', async () => {
    const around = { store: memoryStore() }
    const counted = (name: string): Stage<Around> => ({ ...stage, name })
    async function* stages(by: DrivenBy): AsyncGenerator<readonly Stage<Around>[], void> {
      yield [counted('work')]
      if (by === 'driver' && !(await around.store.has('done/work/2'))) throw new Error('the stage has not ended')
      const [total] = await resultOf(around, 'work', 2)
      for (let more = 0; more < total; more++) yield [counted(`more-${more}`)]
    }
    const find = stageFinder({ around, stages })
    // Nothing is done yet: a worker that fails begins again.
    await expect(find('more-1')).rejects.toThrow('has no "done/work/2"')
    await drive({ around, stages })
    expect(await around.store.list('done/more')).toHaveLength(6)
    expect([(await find('more-1')).name, (await find('work')).name]).toEqual(['more-1', 'work'])
    await expect(find('more-2')).rejects.toThrow('the plan has no stage "more-2"')
  })
})
