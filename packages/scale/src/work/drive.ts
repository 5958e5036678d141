import { option, SdcError } from '@sdc/core'
import type { Launcher, Task, TaskOutcome } from './launcher.js'
import { runTask, taskIsDone, type HasStore, type Stage } from './stage.js'

export interface PartsProgress {
  readonly stage: string
  /** Which of all stages it is, from 1; those that run at once are one, with the name of the first. */
  readonly number: number
  readonly of: number
  readonly done: number
  readonly tasks: number
}

/** Stages, and what their tasks work with. */
export interface Driven<A extends HasStore> {
  readonly around: A
  readonly stages: readonly Stage<A>[]
}

/** How often a task that was lost is launched before the run ends. */
const ROUNDS = 3

/**
 * Runs the stages one after the other, those that stand beside each other at once; of each the tasks that the store does not have.
 *
 * @param planned - The stages.
 * @param options - Who runs the tasks, and who is told.
 * @param ended - Is called when a stage has ended.
 * @throws what a task throws that says what is wrong with the file; WORKER_LOST for a task that was lost three times.
 */
export async function drive<A extends HasStore>(
  { around, stages }: Driven<A>,
  {
    launcher = inThisProcess(around, stages),
    signal,
    tick,
    lost: tellLost,
  }: {
    readonly launcher?: Launcher | undefined
    readonly signal?: AbortSignal | undefined
    readonly tick?: ((progress: PartsProgress) => void) | undefined
    readonly lost?: ((outcome: TaskOutcome) => void) | undefined
  },
  ended: (stage: number) => Promise<void>,
): Promise<void> {
  const groups = groupsOf(stages)
  let number = 0
  for (const [n, group] of groups.entries()) {
    const counts: number[] = []
    for (const stage of group) counts.push(await stage.tasks(around))
    const tasks = counts.reduce((sum, count) => sum + count, 0)
    const [{ name }] = group
    const say = (done: number): void => tick?.({ stage: name, number: n + 1, of: groups.length, done, tasks })
    let lost: TaskOutcome | undefined
    for (let round = 1; ; round++) {
      const missing: Task[] = []
      for (const [g, stage] of group.entries()) missing.push(...(await missingTasks(around, stage, counts[g])))
      let done = tasks - missing.length
      let isTold = false
      say(done)
      if (missing.length === 0) break
      if (round > ROUNDS) throw lostError(missing[0], lost)
      for await (const outcome of launcher.launch(missing, { signal })) {
        if (outcome.state === 'failed' && outcome.error !== undefined) throw outcome.error
        if (outcome.state !== 'lost') {
          say(++done)
          continue
        }
        lost = outcome
        // A worker may leave many tasks, and another die of the same: once a round says it.
        if (!isTold && round < ROUNDS) tellLost?.(outcome)
        isTold = true
      }
      signal?.throwIfAborted()
    }
    for (const { drops = [] } of group) {
      for (const prefix of drops) await around.store.remove(prefix)
      await ended(number++)
    }
  }
}

/** The stages that run at once. */
function groupsOf<A>(stages: readonly Stage<A>[]): readonly (readonly Stage<A>[])[] {
  const groups: Stage<A>[][] = []
  for (const stage of stages)
    if (stage.beside === true && groups.length > 0) groups[groups.length - 1].push(stage)
    else groups.push([stage])
  return groups
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

/** Runs tasks one after the other, here. */
function inThisProcess<A extends HasStore>(around: A, stages: readonly Stage<A>[]): Launcher {
  return {
    width: 1,
    async *launch(tasks, { signal }) {
      for (const task of tasks) {
        signal?.throwIfAborted()
        await runTask(stageNamed(stages, task.stage), around, task.index)
        yield { task, state: 'done' }
      }
    },
    close: () => Promise.resolve(),
  }
}

/** The stage of that name; throws where there is none: a worker then has another plan. */
export function stageNamed<A>(stages: readonly Stage<A>[], name: string): Stage<A> {
  const stage = stages.find((one) => one.name === name)
  if (stage === undefined) throw new Error(`the plan has no stage "${name}"`)
  return stage
}
