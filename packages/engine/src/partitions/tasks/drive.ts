import { option, SdcError } from '@sdc/core'
import type { Launcher, Task, TaskOutcome } from './launcher.js'
import { runTask, taskIsDone, type HasStore, type Stage } from './stage.js'

export interface PartsProgress {
  /** Name of the stage; for stages that run at once, of the first. */
  readonly stage: string
  /** Number of the stage, from 1; stages that run at once count as one. */
  readonly number: number
  readonly done: number
  readonly tasks: number
}

/** Process that iterates over the stages; only the driver refuses files. */
export type DrivenBy = 'driver' | 'worker'

/** Stages, and the context of their tasks. */
export interface Driven<A extends HasStore> {
  readonly around: A
  /**
   * Yields the stages in their order. Before a group is requested, all tasks of the groups before it have ended, and
   * their totals are stored. Every worker iterates over the groups separately.
   */
  stages(by: DrivenBy): AsyncGenerator<readonly Stage<A>[], void>
}

/** Number of times that a lost task is launched before the run ends. */
const ROUNDS = 3

/**
 * Runs groups of stages one after the other, and in each group only the tasks without a stored result.
 *
 * @param planned - The stages.
 * @param options - Launcher of the tasks, and receiver of their progress.
 * @throws The errors of a task or a group; WORKER_LOST for a task that was lost three times.
 */
export async function drive<A extends HasStore>(
  { around, stages }: Driven<A>,
  {
    launcher,
    signal,
    tick,
    lost: tellLost,
  }: {
    readonly launcher?: Launcher | undefined
    readonly signal?: AbortSignal | undefined
    readonly tick?: ((progress: PartsProgress) => void) | undefined
    readonly lost?: ((outcome: TaskOutcome) => void) | undefined
  } = {},
): Promise<void> {
  let number = 0
  for await (const group of stages('driver')) {
    if (group.length === 0) continue
    const by = launcher ?? inThisProcess(around, group)
    const counts: number[] = []
    for (const stage of group) counts.push(await stage.tasks(around))
    const tasks = counts.reduce((sum, count) => sum + count, 0)
    const [{ name }] = group
    number++
    const say = (done: number): void => tick?.({ stage: name, number, done, tasks })
    let lost: TaskOutcome | undefined
    for (let round = 1; ; round++) {
      const missing: Task[] = []
      for (const [g, stage] of group.entries()) missing.push(...(await missingTasks(around, stage, counts[g])))
      let done = tasks - missing.length
      let isTold = false
      say(done)
      if (missing.length === 0) break
      if (round > ROUNDS) throw lostError(missing[0], lost)
      for await (const outcome of by.launch(missing, { signal })) {
        if (outcome.state === 'failed' && outcome.error !== undefined) throw outcome.error
        if (outcome.state !== 'lost') {
          say(++done)
          continue
        }
        lost = outcome
        // A worker may leave many tasks, and another may die for the same reason: it is reported once per round.
        if (!isTold && round < ROUNDS) tellLost?.(outcome)
        isTold = true
      }
      signal?.throwIfAborted()
    }
    for (const { drops = [] } of group) for (const prefix of drops) await around.store.remove(prefix)
  }
}

async function missingTasks<A extends HasStore>(around: A, { name }: Stage<A>, tasks: number): Promise<Task[]> {
  const missing: Task[] = []
  for (let index = 0; index < tasks; index++) {
    if (!(await taskIsDone(around, name, index))) missing.push({ stage: name, index })
  }
  return missing
}

function lostError({ stage, index }: Task, lost: TaskOutcome | undefined): SdcError {
  const why = lost?.error === undefined ? '' : `: ${lost.error.message}`
  return new SdcError(
    'WORKER_LOST',
    `task ${index + 1} of ${stage} lost its worker ${ROUNDS} times${why}`,
    {},
    `Give each worker more memory (${option('memory')}), or run fewer of them (${option('workers')}). Then continue with ${option('resume')}.`,
  )
}

/** Runs tasks of a group one after the other in this process. */
function inThisProcess<A extends HasStore>(around: A, group: readonly Stage<A>[]): Launcher {
  return {
    width: 1,
    async *launch(tasks, { signal }) {
      for (const task of tasks) {
        signal?.throwIfAborted()
        const stage = group.find(({ name }) => name === task.stage)
        if (stage === undefined) throw noStage(task.stage)
        await runTask(stage, around, task.index)
        yield { task, state: 'done' }
      }
    },
    close: () => Promise.resolve(),
  }
}

/** Error of a worker with another plan. */
const noStage = (name: string): Error => new Error(`the plan has no stage "${name}"`)

/**
 * Finds stages by their names, for a worker: it iterates over the groups until one has the stage.
 *
 * @param planned - The stages.
 * @returns A function of a stage's name; it throws if there is no such stage.
 */
export function stageFinder<A extends HasStore>({ stages }: Driven<A>): (name: string) => Promise<Stage<A>> {
  const seen = new Map<string, Stage<A>>()
  let groups = stages('worker')
  return async (name) => {
    for (;;) {
      const stage = seen.get(name)
      if (stage) return stage
      const { value, done } = await groups.next().catch((error: unknown) => {
        // A generator that has thrown has ended: the next task begins again.
        groups = stages('worker')
        throw error
      })
      if (done === true) throw noStage(name)
      for (const one of value) seen.set(one.name, one)
    }
  }
}
