import { fork, type ChildProcess } from 'node:child_process'
import { stageFinder, type Driven } from './drive.js'
import type { Launcher, Task, TaskOutcome } from './launcher.js'
import { receivedError, sentError, type SentError } from './sent-error.js'
import { runTask, type HasStore, type Stage } from './stage.js'

/** Answer of a worker process to a task. */
interface Answer {
  readonly index: number
  readonly stage: string
  readonly error?: SentError
}

/** Megabytes of arrays and objects that a worker allocates before its first garbage collection. */
const UNCOLLECTED = 128

/**
 * Memory settings of a worker, for the C library glibc. Its arrays get pages of two megabytes, if the system has them.
 * A column of a block (512 kB) is kept for the next block, instead of being returned and requested again: first access
 * to new pages took a sixth of the time of a plan. No other library reads this, and only the environment can set it.
 */
const GLIBC_TUNABLES = ['hugetlb=1', `mmap_threshold=${8 << 20}`, `trim_threshold=${64 << 20}`]
  .map((setting) => `glibc.malloc.${setting}`)
  .join(':')

export interface ProcessLauncherOptions {
  /** Program of a worker, which calls `serveTasks`. */
  readonly script: string
  readonly args: readonly string[]
  /** Number of workers. */
  readonly width: number
  /** Megabytes of JavaScript objects that a worker may have, not counting arrays. */
  readonly heap?: number | undefined
}

/**
 * Runs tasks in processes of this machine, one task at a time each. If a process ends before its task, the task is
 * reported lost at once, and another process replaces it.
 */
export function processLauncher({ script, args, width, heap }: ProcessLauncherOptions): Launcher {
  const idle: ChildProcess[] = []
  const all = new Set<ChildProcess>()
  const start = (): ChildProcess => {
    // The garbage of a worker is mostly arrays. Several threads collect no more of it than one, and take a fifth more
    // CPU time. Arrays soon take many megabytes: a full collection for every few of these took a fifth of a task.
    const collecting = ['--single-threaded-gc', `--initial-old-space-size=${UNCOLLECTED}`]
    const execArgv = [...collecting, ...(heap === undefined ? [] : [`--max-old-space-size=${heap}`])]
    const child = fork(script, [...args], {
      execArgv,
      env: { GLIBC_TUNABLES, ...process.env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    all.add(child)
    child.once('exit', () => {
      all.delete(child)
      const at = idle.indexOf(child)
      if (at >= 0) idle.splice(at, 1)
    })
    return child
  }
  const runOn = (child: ChildProcess, task: Task): Promise<TaskOutcome> =>
    new Promise((resolve) => {
      const settle = (outcome: TaskOutcome): void => {
        child.off('message', heard)
        child.off('exit', gone)
        resolve(outcome)
      }
      const heard = (message: unknown): void => {
        const { error } = message as Answer
        idle.push(child)
        settle(error === undefined ? { task, state: 'done' } : { task, state: 'failed', error: receivedError(error) })
      }
      const gone = (code: number | null, signal: string | null): void =>
        settle({ task, state: 'lost', error: new Error(`its process ended with ${signal ?? `status ${code}`}`) })
      child.once('message', heard)
      child.once('exit', gone)
      child.send(task, (error) => {
        if (error) child.kill()
      })
    })
  return {
    width,
    async *launch(tasks, { signal }) {
      const waiting = [...tasks]
      // Outcomes wait here until they are requested: several workers may end between two requests.
      const outcomes: TaskOutcome[] = []
      let running = 0
      let heard = (): void => undefined
      for (;;) {
        while (waiting.length > 0 && running < width && !isAborted(signal)) {
          running++
          void runOn(idle.pop() ?? start(), waiting.shift() as Task).then((outcome) => {
            running--
            outcomes.push(outcome)
            heard()
            return outcome
          })
        }
        if (outcomes.length === 0) {
          if (running === 0) return
          await new Promise<void>((resolve) => (heard = resolve))
        }
        yield* outcomes.splice(0)
      }
    },
    async close() {
      const ended = [...all].map((child) => new Promise((resolve) => child.once('exit', resolve)))
      // An abandoned task leaves nothing half-made: its process need not end it.
      for (const child of all)
        if (idle.includes(child)) child.disconnect()
        else child.kill('SIGKILL')
      await Promise.all(ended)
    },
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

/**
 * Runs the tasks that the parent process sends, and ends when the parent is gone. In the middle of a task it ends at
 * once, as if it were killed: its engine for writing may wait for the process, and the process for the engine, forever.
 */
export function serveTasks<A extends HasStore>(planned: Promise<Driven<A>>): void {
  let waiting = 0
  // The run may have ended or been killed before this process was ready to receive a message.
  const leave = (): void => {
    if (waiting > 0) process.kill(process.pid, 'SIGKILL')
    process.exit()
  }
  process.once('disconnect', leave)
  if (!process.connected) leave()
  // Tasks that arrive before the plan is ready wait for it.
  const finder = planned.then((driven) => ({ driven, stageNamed: stageFinder(driven) }))
  let before: Promise<unknown> = finder.catch(() => undefined)
  process.on('message', (message: unknown) => {
    const { stage, index } = message as Task
    waiting++
    const worked = async (): Promise<Answer> => {
      const answer = await answerTo({ stage, index }, finder)
      waiting--
      return answer
    }
    before = before.then(async () => process.send?.(await worked()))
  })
}

interface Finder<A extends HasStore> {
  readonly driven: Driven<A>
  readonly stageNamed: (name: string) => Promise<Stage<A>>
}

async function answerTo<A extends HasStore>(task: Task, finder: Promise<Finder<A>>): Promise<Answer> {
  try {
    const { driven, stageNamed } = await finder
    await runTask(await stageNamed(task.stage), driven.around, task.index)
    return task
  } catch (error) {
    return { ...task, error: sentError(error) }
  }
}
